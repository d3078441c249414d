// User notations for plain numbers of the text form: degrees, yes and no, image names.
#include "edit/path/notation.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "core/text/trim.hpp"
#include "edit/hooks.hpp"

namespace redforge::edit {
namespace {

std::optional<std::string> angle(std::string_view text, bool is_signed)
{
    const auto number = number_of_degrees(text);
    const std::optional<double> degrees = number ? as_number(*number) : std::nullopt;
    if (!degrees || std::abs(*degrees) > 1e9) {
        return std::nullopt;
    }
    constexpr auto turn = static_cast<long>(full_turn);
    const long steps = std::lround(*degrees * full_turn / 360);
    return fmt::format("{}", is_signed ? steps : (steps % turn + turn) % turn);
}

std::optional<std::string> yes_or_no(std::string_view text)
{
    const std::string word = lower(text);
    return word == "true" || word == "yes"   ? std::optional<std::string>("1")
           : word == "false" || word == "no" ? std::optional<std::string>("0")
                                             : std::nullopt;
}

bool is_number(std::string_view text)
{
    return !text.empty() && text.size() < 6 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::optional<double> as_number(std::string_view text)
{
    double value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool good = error == std::errc{} && end == text.data() + text.size() && std::isfinite(value);
    return good ? std::optional(value) : std::nullopt;
}

std::optional<std::string_view> number_of_degrees(std::string_view text)
{
    for (const std::string_view unit : {"degrees", "degree", "deg", "\u00b0"}) {
        if (text.ends_with(unit)) {
            return trimmed(text.substr(0, text.size() - unit.size()));
        }
    }
    return std::nullopt;
}

std::optional<std::string> plain_number(const FieldEntry& field, std::string_view text)
{
    switch (field.info.notation) {
    case Notation::angle_2048: return angle(text, field.min < 0);
    case Notation::boolean: return yes_or_no(text);
    default: return std::nullopt;
    }
}

std::optional<std::array<std::string, 2>> texture_numbers(std::string_view text)
{
    if (auto image = image_numbers(text)) {
        return image;
    }
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || !is_number(text.substr(0, colon)) || !is_number(text.substr(colon + 1))) {
        return std::nullopt;
    }
    return std::array{std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

}  // namespace redforge::edit
