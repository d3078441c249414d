// A scanner for one line of a statement text.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/bytes/bytes.hpp"
#include "core/bytes/hex.hpp"
#include "core/error.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"

namespace redforge::obscript {

inline constexpr std::array<bool, 256> script_word_characters = [] {
    std::array<bool, 256> table{};
    for (const char c : std::string_view("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@")) {
        table[static_cast<unsigned char>(c)] = true;
    }
    return table;
}();

inline bool is_script_word(char c)
{
    return script_word_characters[static_cast<unsigned char>(c)];
}

/// Name of a numbered item: a letter and a number.
struct NumberedName {
    char letter{};
    std::uint16_t number{};
};

/// A line and a cursor. `error` holds the first problem.
class ScriptScanner {
public:
    ScriptScanner(std::string_view text, CodePage page) : text_(text), page_(page) {}

    std::optional<Error> error;

protected:
    void make_error(std::string_view wanted)
    {
        if (!error) {
            std::string_view found = text_.substr(std::min(at_, text_.size()));
            found = found.substr(0, 20);
            error = Error{.code = ErrorCode::malformed,
                          .message = found.empty() ? "the line ends too early" : fmt::format("\"{}\"", found),
                          .column = static_cast<std::uint32_t>(at_) + 1,
                          .hint = fmt::format("expected {}", wanted)};
        }
    }
    void spaces()
    {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) {
            ++at_;
        }
    }
    char peek()
    {
        spaces();
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool take(std::string_view token)
    {
        spaces();
        if (!text_.substr(at_).starts_with(token)) {
            return false;
        }
        at_ += token.size();
        return true;
    }
    bool take(char token)
    {
        if (peek() != token || at_ >= text_.size()) {
            return false;
        }
        ++at_;
        return true;
    }
    void need(char token)
    {
        if (!take(token)) {
            make_error({&token, 1});
        }
    }
    std::string_view word()
    {
        spaces();
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_script_word(text_[at_])) {
            ++at_;
        }
        return text_.substr(begin, at_ - begin);
    }
    bool take_word(std::string_view wanted)
    {
        const std::size_t before = at_;
        if (equals_ignore_case(word(), wanted)) {
            return true;
        }
        at_ = before;
        return false;
    }
    template <class T>
    T whole()
    {
        spaces();
        T value{};
        const char* const begin = text_.data() + at_;
        const auto [end, failed] = std::from_chars(begin, text_.data() + text_.size(), value);
        if (failed != std::errc{}) {
            make_error(fmt::format("a whole number from {} to {}", std::numeric_limits<T>::min(),
                                   std::numeric_limits<T>::max()));
            return {};
        }
        at_ += static_cast<std::size_t>(end - begin);
        return value;
    }
    double real()
    {
        spaces();
        double value{};
        const char* const begin = text_.data() + at_;
        const auto [end, failed] = std::from_chars(begin, text_.data() + text_.size(), value);
        if (failed != std::errc{}) {
            make_error("a number");
            return {};
        }
        at_ += static_cast<std::size_t>(end - begin);
        return value;
    }
    /// Returns true if the number at the cursor has a point or an exponent.
    bool is_real()
    {
        spaces();
        std::size_t at = at_ + (text_.substr(at_).starts_with('-') ? 1 : 0);
        while (at < text_.size() && is_digit(text_[at])) {
            ++at;
        }
        return at < text_.size() && (text_[at] == '.' || text_[at] == 'e');
    }
    void braces(Bytes& out)
    {
        need('{');
        const std::size_t end = std::min(text_.find('}', at_), text_.size());
        if (!parse_hex(text_.substr(at_, end - at_), out)) {
            make_error("pairs of hexadecimal digits");
        }
        at_ = end;
        need('}');
    }
    std::string quoted()
    {
        need('"');
        const std::size_t end = text_.find('"', at_);
        if (end == std::string_view::npos) {
            make_error("a \" at the end of the text");
            return {};
        }
        Result<std::string> bytes = decode_text(text_.substr(at_, end - at_), page_);
        if (!bytes) {
            make_error(fmt::format("the game's text: {}", bytes.error().message));
            return {};
        }
        at_ = end + 1;
        return std::move(*bytes);
    }
    void text(Bytes& out)
    {
        const std::string bytes = quoted();
        if (bytes.size() > 0xFFFF) {
            make_error("at most 65535 bytes of text");
        }
        append_le(out, static_cast<std::uint16_t>(bytes.size()));
        append(out, as_bytes(bytes));
    }
    /// Accepts `i12`, `r3`: consumes it if it is next.
    std::optional<NumberedName> numbered(std::string_view letters)
    {
        spaces();
        const std::string_view rest = text_.substr(at_);
        if (rest.size() < 2 || !is_digit(rest[1]) || letters.find(rest[0]) == std::string_view::npos) {
            return std::nullopt;
        }
        const std::size_t before = at_;
        const std::string_view name = word();
        std::uint16_t number{};
        const auto [end, failed] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
        if (failed == std::errc{} && end == name.data() + name.size()) {
            return NumberedName{name.front(), number};
        }
        at_ = before;
        return std::nullopt;
    }
    /// Accepts `r3.`: consumes it if it is next.
    std::optional<std::uint16_t> owner()
    {
        const std::size_t before = at_;
        if (const auto reference = numbered("r"); reference && at_ < text_.size() && text_[at_] == '.') {
            ++at_;
            return reference->number;
        }
        at_ = before;
        return std::nullopt;
    }

    std::string_view text_;
    CodePage page_;
    std::size_t at_{};
};

}  // namespace redforge::obscript
