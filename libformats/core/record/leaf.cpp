// Text forms of single values: integers, floats, hexadecimal.
#include "core/record/leaf.hpp"

#include <bit>

#include <fmt/format.h>

#include "core/bytes/hex.hpp"

namespace redforge {

std::string number_description(std::int64_t min, std::int64_t max)
{
    return fmt::format("a whole number from {} to {}", min, max);
}

std::string text_description(const Error& error)
{
    return fmt::format("the game's text, but {}; {}", error.message, error.hint);
}

bool parse_integer(std::string_view text, std::int64_t min, std::int64_t max, std::int64_t& value)
{
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end && value >= min && value <= max;
}

namespace {

constexpr std::string_view nan_mark = "nan:";

/// Appends the bits of a NaN as hexadecimal digits.
template <class Bits, class Real>
void append_any_real(std::string& out, Real value)
{
    if (std::isnan(value)) {
        out += fmt::format("{}{:0{}x}", nan_mark, std::bit_cast<Bits>(value), 2 * sizeof value);
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

template <class Bits, class Real>
bool parse_any_real(std::string_view text, Real& value)
{
    constexpr Real infinity = std::numeric_limits<Real>::infinity();
    if (text == "INF" || text == "-INF") {
        value = text.front() == '-' ? -infinity : infinity;
        return true;
    }
    if (text.starts_with(nan_mark)) {
        Bits bits{};
        const auto [stop, error] = std::from_chars(text.data() + nan_mark.size(), text.data() + text.size(), bits, 16);
        value = std::bit_cast<Real>(bits);
        return text.size() == nan_mark.size() + 2 * sizeof value && error == std::errc{} &&
               stop == text.data() + text.size() && std::isnan(value);
    }
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && stop == text.data() + text.size() && std::isfinite(value);
}

}  // namespace

void append_real(std::string& out, float value)
{
    append_any_real<std::uint32_t>(out, value);
}

void append_real(std::string& out, double value)
{
    append_any_real<std::uint64_t>(out, value);
}

bool parse_real(std::string_view text, float& value)
{
    return parse_any_real<std::uint32_t>(text, value);
}

bool parse_real(std::string_view text, double& value)
{
    return parse_any_real<std::uint64_t>(text, value);
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
        expected = text_description(bytes.error());
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
