// Selectors of field paths: what stands in the brackets of `objects[...]`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"

namespace redforge::edit {

/// A fault of a path's form.
[[nodiscard]] Error bad_path(std::string_view path, std::string message, std::string hint);

/// The end of a selector that begins at `path[open]`, with quotes and selectors inside it respected.
[[nodiscard]] std::size_t closing_bracket(std::string_view path, std::size_t open);

/// A whole number.
[[nodiscard]] std::optional<std::int64_t> as_index(std::string_view text);

/// "0:3", "-2:", ":4": the first place and the one behind the last, of a list of `size`; as Python has it.
[[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> as_range(std::string_view text, std::size_t size);

/// `objects.0.id` as it should be: `objects[0].id`.
[[nodiscard]] std::string with_brackets(std::string_view path);

/// Places in a list as they were written: negative ones count from the end.
struct Span {
    std::int64_t first{};
    std::int64_t last{};  ///< the last of them, not the one behind
};

/// "1,4,7..9" or "-1"; nothing when a selector is not of this kind.
[[nodiscard]] std::optional<std::vector<Span>> parse_places(std::string_view selector);

/// Whether a text in brackets may be a key.
[[nodiscard]] bool is_key(std::string_view name);

/// Records of a list that a selector counts: all of them, or those of one type.
class Places {
public:
    explicit Places(std::size_t all) : size_(all) {}
    explicit Places(std::vector<std::size_t> some) : size_(some.size()), some_(std::move(some)) {}

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t operator[](std::size_t i) const { return some_ ? (*some_)[i] : i; }
    [[nodiscard]] bool has(std::size_t place) const
    {
        return some_ ? std::ranges::binary_search(*some_, place) : place < size_;
    }

private:
    std::size_t size_;
    std::optional<std::vector<std::size_t>> some_;
};

}  // namespace redforge::edit
