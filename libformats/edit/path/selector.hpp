// Selectors of field paths: the part in the brackets of `objects[...]`.
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

/// Returns an error (usage) about the syntax of a path.
[[nodiscard]] Error bad_path(std::string_view path, std::string message, std::string hint);

/// Returns the offset of the bracket that closes the one at `path[open]`; skips quotes and nested brackets.
[[nodiscard]] std::size_t closing_bracket(std::string_view path, std::size_t open);

/// Parses a whole number. Returns nullopt for other texts.
[[nodiscard]] std::optional<std::int64_t> as_index(std::string_view text);

/// Parses a range as in Python: "0:3", "-2:", ":4". Returns the first and the end index (exclusive) in a list of `size`
/// records. Returns nullopt for other texts.
[[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> as_range(std::string_view text, std::size_t size);

/// Corrects `objects.0.id` to `objects[0].id`.
[[nodiscard]] std::string with_brackets(std::string_view path);

/// A range of indices as written by the user; negative ones count from the end.
struct Span {
    std::int64_t first{};
    std::int64_t last{};  ///< inclusive
};

/// Parses indices like "1,4,7..9" or "-1". Returns nullopt for other selectors.
[[nodiscard]] std::optional<std::vector<Span>> parse_places(std::string_view selector);

/// Returns true if a text in brackets can be a key.
[[nodiscard]] bool is_key(std::string_view name);

/// Indices of the records that a selector can match: all records of a list, or those of one type.
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
