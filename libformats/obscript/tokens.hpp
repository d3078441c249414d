// The words of a line of source as the game's own compiler takes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace redforge::obscript {

/// A word, and what stands before a dot in it: `owner.name`.
struct Token {
    std::string_view owner;
    std::string_view name;
    std::string_view text;  ///< both with the dot; without quotes where there is no owner
    bool quoted{};
    bool has_owner{};

    [[nodiscard]] bool empty() const { return text.empty() && !quoted; }
};

/// The number of a FormID, where the game takes a name for one: six to eight hexadecimal digits.
[[nodiscard]] std::optional<std::uint32_t> form_id_of(std::string_view name);

/// A place in a line.
class LineCursor {
public:
    explicit LineCursor(std::string_view line) : line_(line) {}

    /// The next word; space and commas before it are passed over. Empty where none begins: nothing else is passed over.
    [[nodiscard]] Token next();
    [[nodiscard]] std::string_view rest() const { return line_.substr(at_); }
    [[nodiscard]] bool at_end() const { return at_ == line_.size(); }
    [[nodiscard]] std::size_t at() const { return at_; }
    void skip(std::size_t count) { at_ += count; }
    /// Past space and commas.
    void skip_space();
    /// Whether a quote was opened that nothing closes.
    [[nodiscard]] bool open_quote() const { return open_quote_; }

private:
    std::string_view line_;
    std::size_t at_{};
    bool open_quote_{};
};

}  // namespace redforge::obscript
