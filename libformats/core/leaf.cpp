// Text forms of single values: integers, floats, hexadecimal.
#include "core/leaf.hpp"

#include <bit>

#include <fmt/format.h>

#include "core/hex.hpp"

namespace redforge {

std::string number_words(std::int64_t min, std::int64_t max)
{
    return fmt::format("a whole number from {} to {}", min, max);
}

std::string text_words(const Error& error)
{
    return fmt::format("the game's text, but {}; {}", error.message, error.hint);
}

bool parse_integer(std::string_view text, std::int64_t min, std::int64_t max, std::int64_t& value)
{
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end && value >= min && value <= max;
}

void append_real(std::string& out, float value)
{
    if (std::isnan(value)) {
        out += fmt::format("nan:{:08x}", std::bit_cast<std::uint32_t>(value));
        return;
    }
    if (std::isinf(value)) {
        out += value < 0 ? "-INF" : "INF";
        return;
    }
    std::array<char, 32> buffer;  // NOLINT(*init*): written by to_chars
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    out.append(buffer.data(), end);
}

bool parse_real(std::string_view text, float& value)
{
    if (text == "INF" || text == "-INF") {
        value = text.front() == '-' ? -std::numeric_limits<float>::infinity() : std::numeric_limits<float>::infinity();
        return true;
    }
    if (text.starts_with("nan:")) {
        std::uint32_t bits{};
        const auto [stop, error] = std::from_chars(text.data() + 4, text.data() + text.size(), bits, 16);
        value = std::bit_cast<float>(bits);
        return text.size() == 12 && error == std::errc{} && stop == text.data() + text.size() && std::isnan(value);
    }
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && stop == text.data() + text.size() && std::isfinite(value);
}

std::string_view next_word(std::string_view& text)
{
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    return word;
}

bool is_choice(std::string_view text, std::string_view choices)
{
    for (std::string_view word = next_word(choices); !word.empty(); word = next_word(choices)) {
        if (word == text) {
            return true;
        }
    }
    return false;
}

bool Leaf<Text>::parse(std::string_view text, Text& value, const FieldInfo& info, std::string& expected, CodePage page)
{
    if (!info.choices.empty() && !is_choice(text, info.choices)) {
        expected = fmt::format("one of: {}", info.choices);
        return false;
    }
    Result<std::string> bytes = decode_text(text, page);
    if (!bytes) {
        expected = text_words(bytes.error());
        return false;
    }
    value.bytes = std::move(*bytes);
    return true;
}

void Leaf<Bytes>::append(std::string& out, const Bytes& value)
{
    append_hex(out, value);
}

bool Leaf<Bytes>::parse(std::string_view text, Bytes& value, const FieldInfo& /*info*/, std::string& expected)
{
    value.clear();
    expected = "pairs of hexadecimal digits";
    return parse_hex(text, value);
}

}  // namespace redforge
