// The lexer. The previous token decides whether < begins a name or is a punctuator, and whether - belongs to a number.
#include "soup/assemble/lexer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"

namespace redforge::soup {
namespace {

constexpr std::uint8_t word_char = 1;
constexpr std::uint8_t digit_char = 2;
constexpr std::uint8_t sign_char = 4;
constexpr std::uint8_t blank_char = 8;

constexpr std::string_view short_signs = "{}()[],:.=<>+-*/&|^@";

constexpr std::array<std::uint8_t, 256> classes = [] {
    std::array<std::uint8_t, 256> out{};
    for (unsigned c = 'a'; c <= 'z'; ++c) {
        out[c] = out[c - 'a' + 'A'] = word_char;
    }
    for (unsigned c = '0'; c <= '9'; ++c) {
        out[c] = word_char | digit_char;
    }
    out['_'] = word_char;
    for (const char c : short_signs) {
        out[static_cast<unsigned char>(c)] = sign_char;
    }
    out[' '] = out['\t'] = out['\r'] = blank_char;
    return out;
}();

bool is(char c, std::uint8_t bits)
{
    return (classes[static_cast<unsigned char>(c)] & bits) != 0;
}

bool is_letter(char c)
{
    return (classes[static_cast<unsigned char>(c)] & (word_char | digit_char)) == word_char;
}

/// Returns true for punctuators of two characters: != <= >= == << >> ++ --
bool is_two_char_punctuator(char first, char second)
{
    return second == '=' ? first == '!' || first == '<' || first == '>' || first == '='
                         : second == first && (first == '<' || first == '>' || first == '+' || first == '-');
}

/// Maximum length of a name in <>.
constexpr std::size_t max_bracket = 256;

/// Words in <> that are not names.
constexpr std::array<std::string_view, 3> bracket_words{"anchor>", "scriptrv>", "taskpause("};

class Lexer {
public:
    Lexer(std::string_view source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

    Tokens run()
    {
        if (source_.starts_with("\xEF\xBB\xBF")) {
            at_ = 3;
        }
        while (at_ < source_.size()) {
            one();
        }
        out_.tokens.push_back({TokenKind::end, 0, static_cast<std::uint32_t>(source_.size()), 0, line_});
        return std::move(out_);
    }

private:
    void one()
    {
        const char c = source_[at_];
        if (c == '\n') {
            ++line_;
            ++at_;
        } else if (is(c, blank_char)) {
            skip_blanks();
        } else if (is_letter(c)) {
            add(TokenKind::word, word_end(at_ + 1));
        } else if (is(c, digit_char) || (c == '-' && is(peek(1), digit_char) && !after_value())) {
            std::size_t end = at_ + 1;
            while (end < source_.size() && is(source_[end], word_char)) {
                ++end;
            }
            add(TokenKind::number, end);
        } else if (c == '/' && peek(1) == '/') {
            const std::size_t end = line_end();
            out_.comments.push_back({TokenKind::end, 0, here(), static_cast<std::uint32_t>(end - at_), line_});
            at_ = end;
        } else if (c == '"' || c == '\'') {
            quoted(c);
        } else if (c == '#' && is(peek(1), word_char)) {
            add(TokenKind::label, word_end(at_ + 1));
        } else if (c == '<' && bracket()) {
        } else {
            sign_or_nothing();
        }
    }

    /// Skips spaces, eight at a time, because a quarter of a source is indentation.
    void skip_blanks()
    {
        constexpr std::array<char, 8> eight{' ', ' ', ' ', ' ', ' ', ' ', ' ', ' '};
        ++at_;
        while (source_.size() - at_ >= eight.size() &&
               std::memcmp(source_.data() + at_, eight.data(), eight.size()) == 0) {
            at_ += eight.size();
        }
        while (at_ < source_.size() && is(source_[at_], blank_char)) {
            ++at_;
        }
    }

    /// Returns true if the previous token can end a value, so that < and - are punctuators.
    [[nodiscard]] bool after_value() const
    {
        if (out_.tokens.empty()) {
            return false;
        }
        const Token& last = out_.tokens.back();
        switch (last.kind) {
        case TokenKind::word: {
            const std::string_view word = source_.substr(last.at, last.length);
            static constexpr std::array<std::string_view, 7> before_a_value{"and",   "or",   "if",   "elseif",
                                                                            "while", "flag", "bytes"};
            return std::ranges::none_of(before_a_value,
                                        [&](std::string_view each) { return equals_ignore_case(word, each); });
        }
        case TokenKind::punctuator: {
            const Punctuator s = last.punctuator;
            return s == punctuator(")") || s == punctuator("]") || s == punctuator("++") || s == punctuator("--");
        }
        case TokenKind::end:
        case TokenKind::unknown: return false;
        default: return true;
        }
    }

    /// Reads <Anchor>, <TaskPause( or, if a value can begin here, any name up to the >. Returns false if < is a
    /// punctuator.
    bool bracket()
    {
        const std::string_view rest = source_.substr(at_ + 1);
        for (const std::string_view word : bracket_words) {
            if (equals_ignore_case(rest.substr(0, word.size()), word)) {
                add(TokenKind::bracket, at_ + 1 + word.size());
                return true;
            }
        }
        if (after_value()) {
            return false;
        }
        const std::size_t length = rest.substr(0, max_bracket).find_first_of(">\n");
        if (length == 0 || length == std::string_view::npos || rest[length] == '\n') {
            return false;
        }
        add(TokenKind::bracket, at_ + length + 2);
        return true;
    }

    void quoted(char quote)
    {
        const std::size_t stop = line_end();
        const std::size_t end = at_ + 1 + source_.substr(at_ + 1, stop - at_ - 1).find(quote);
        if (end < at_ + 1 || end >= stop) {
            std::size_t last = stop;
            while (last > at_ + 1 && source_[last - 1] == '\r') {
                --last;
            }
            diagnostics_.error(at_, last - at_, ErrorCode::malformed, fmt::format("this text has no closing {}", quote),
                               fmt::format("it must end on its line; a {} inside it is {}", quote,
                                           quote == '"' ? "\\x22" : "\\x27"));
            add(TokenKind::unknown, stop);
            return;
        }
        add(quote == '"' ? TokenKind::string : TokenKind::letters, end + 1);
    }

    void sign_or_nothing()
    {
        const char first = source_[at_];
        if (is_two_char_punctuator(first, peek(1))) {
            const Punctuator both = punctuator(source_.substr(at_, 2));
            add(TokenKind::punctuator, at_ + 2);
            out_.tokens.back().punctuator = both == punctuator("==") ? punctuator("=") : both;
        } else if (is(first, sign_char)) {
            add(TokenKind::punctuator, at_ + 1);
            out_.tokens.back().punctuator = static_cast<unsigned char>(first);
        } else {
            const std::size_t length = std::max<std::size_t>(next_utf8(source_.substr(at_)).length, 1);
            std::string found = fmt::format("'{}'", source_.substr(at_, length));
            if (length == 1 &&
                (static_cast<unsigned char>(first) < 0x20 || static_cast<unsigned char>(first) >= 0x7F)) {
                found = fmt::format("byte 0x{:02X}", static_cast<unsigned char>(first));
            }
            foreign_character(length, found);
            // Skip the rest of the line: it is probably a comment of another language.
            if (first == '#' || first == ';') {
                add(TokenKind::unknown, line_end());
                return;
            }
            // Report a run of such bytes as one error.
            std::size_t end = at_ + length;
            while (end < source_.size() && !is(source_[end], word_char | sign_char) &&
                   static_cast<unsigned char>(source_[end]) > 0x20 && source_[end] != '"' && source_[end] != '\'' &&
                   source_[end] != '#') {
                ++end;
            }
            add(TokenKind::unknown, end);
        }
    }

    void foreign_character(std::size_t length, std::string_view found)
    {
        std::string_view hint;
        std::vector<SourceEdit> fix;
        const std::size_t next = source_.find_first_not_of(" \t\r", at_ + length);
        const bool alone = next == std::string_view::npos || source_[next] == '\n';
        const std::size_t before = source_.find_last_not_of(" \t", at_ - (at_ == 0 ? 0 : 1));
        const bool first_of_line = at_ == 0 || before == std::string_view::npos || source_[before] == '\n';
        switch (source_[at_]) {
        case ';':
            hint = "a comment begins with //; statements need nothing at their end";
            if (alone || first_of_line) {
                fix = {{at_, 1, alone ? "" : "//"}};
            }
            break;
        case '#':
            hint = "a comment begins with //; a label is # and a word without a space";
            fix = {{at_, 1, "//"}};
            break;
        case '!': hint = "compare with 0: NAME = 0"; break;
        default: break;
        }
        diagnostics_.error(at_, length, ErrorCode::malformed, fmt::format("{} is not part of the language", found),
                           std::string(hint), std::move(fix));
    }

    void add(TokenKind kind, std::size_t end)
    {
        out_.tokens.push_back({kind, Punctuator{}, here(), static_cast<std::uint32_t>(end - at_), line_});
        at_ = end;
    }

    [[nodiscard]] char peek(std::size_t by) const { return at_ + by < source_.size() ? source_[at_ + by] : '\0'; }
    [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(at_); }
    [[nodiscard]] std::size_t line_end() const { return std::min(source_.find('\n', at_), source_.size()); }
    [[nodiscard]] std::size_t word_end(std::size_t from) const
    {
        while (from < source_.size() && is(source_[from], word_char)) {
            ++from;
        }
        return from;
    }

    std::string_view source_;
    Diagnostics& diagnostics_;
    Tokens out_;
    std::size_t at_{};
    std::uint32_t line_{1};
};

}  // namespace

std::optional<std::int64_t> read_number(std::string_view text)
{
    const bool negative = text.starts_with('-');
    text.remove_prefix(negative ? 1 : 0);
    int base = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        base = 16;
        text.remove_prefix(2);
    }
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc{} || end != text.data() + text.size() || text.starts_with('-')) {
        return std::nullopt;
    }
    return negative ? -value : value;
}

Tokens read_tokens(std::string_view source, Diagnostics& diagnostics)
{
    return Lexer(source, diagnostics).run();
}

}  // namespace redforge::soup
