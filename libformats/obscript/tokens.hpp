// Splits a source line into words by the rules of the game's compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace redforge::obscript {

/// A word, and the part before its dot: `owner.name`.
struct Token {
    std::string_view owner;
    std::string_view name;
    std::string_view text;  ///< the whole word with the dot; without quotes if there is no owner
    bool quoted{};
    bool has_owner{};

    [[nodiscard]] bool empty() const { return text.empty() && !quoted; }
};

/// Returns the FormID if the game reads the name as one: six to eight hexadecimal digits.
[[nodiscard]] std::optional<std::uint32_t> form_id_of(std::string_view name);

/// A cursor in a line.
class LineCursor {
public:
    explicit LineCursor(std::string_view line) : line_(line) {}

    /// Returns the next word; skips spaces and commas before it. Returns an empty token if no word begins here.
    [[nodiscard]] Token next();
    [[nodiscard]] std::string_view rest() const { return line_.substr(at_); }
    [[nodiscard]] bool at_end() const { return at_ == line_.size(); }
    [[nodiscard]] std::size_t at() const { return at_; }
    void skip(std::size_t count) { at_ += count; }
    /// Skips spaces and commas.
    void skip_space();
    /// Returns true if a quote was not closed.
    [[nodiscard]] bool open_quote() const { return open_quote_; }

private:
    std::string_view line_;
    std::size_t at_{};
    bool open_quote_{};
};

}  // namespace redforge::obscript
