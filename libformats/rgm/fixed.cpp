// Exact text form of a fixed-point number.
#include "rgm/fixed.hpp"

#include <charconv>

#include <fmt/format.h>

namespace redforge {
namespace {

using rgm::Fixed8;

/// 1 in units of the eighth decimal digit. One 256th is 390,625 units.
constexpr std::int64_t hundred_million = 100'000'000;
constexpr std::int64_t part = hundred_million / Fixed8::parts;

constexpr std::string_view wanted = "a number from -8388608 to 8388607.99609375 in steps of 1/256";

bool only_digits(std::string_view text)
{
    return text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string text_of(std::int64_t raw)
{
    std::string text;
    Leaf<Fixed8>::append(text, Fixed8::of_raw(static_cast<std::int32_t>(raw)));
    return text;
}

}  // namespace

void Leaf<Fixed8>::append(std::string& out, const Fixed8& value)
{
    const std::int64_t raw = value.raw;
    const std::int64_t size = raw < 0 ? -raw : raw;
    out += raw < 0 ? "-" : "";
    out += std::to_string(size / Fixed8::parts);
    if (const std::int64_t fraction = size % Fixed8::parts; fraction != 0) {
        out += fmt::format(".{:08}", fraction * part);
        out.erase(out.find_last_not_of('0') + 1);
    }
}

bool Leaf<Fixed8>::parse(std::string_view text, Fixed8& value, const FieldInfo& /*info*/, std::string& expected)
{
    expected = wanted;
    const bool is_negative = text.starts_with('-');
    const std::string_view digits = text.substr(is_negative ? 1 : 0);
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const std::string_view whole = digits.substr(0, point);
    std::string_view fraction = digits.substr(std::min(point + 1, digits.size()));
    if (whole.empty() || (point < digits.size() && fraction.empty()) || !only_digits(whole) || !only_digits(fraction)) {
        return false;
    }
    std::int64_t units{};
    const auto [end, error] = std::from_chars(whole.data(), whole.data() + whole.size(), units);
    if (error != std::errc{} || units > type.max + 1) {
        return false;
    }
    fraction = fraction.substr(0, fraction.find_last_not_of('0') + 1);
    std::int64_t behind = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        behind = 10 * behind + (i < fraction.size() ? fraction[i] - '0' : 0);
    }
    const std::int64_t below = units * Fixed8::parts + behind / part;
    const bool exact = fraction.size() <= 8 && behind % part == 0;
    const std::int64_t most = -std::int64_t{type.min} * Fixed8::parts - (is_negative ? 0 : 1);
    if (below > most || (below == most && !exact)) {
        return false;
    }
    if (!exact) {
        const std::int64_t low = is_negative ? -below - 1 : below;
        expected = fmt::format("a multiple of 1/256: the nearest are {} and {}", text_of(low), text_of(low + 1));
        return false;
    }
    value.raw = static_cast<std::int32_t>(is_negative ? -below : below);
    return true;
}

}  // namespace redforge
