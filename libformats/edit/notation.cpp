// How people write values where the text form has a plain number: degrees, yes and no, names of images.
#include "edit/notation.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "art/image_name.hpp"
#include "core/letter_case.hpp"

namespace redforge::edit {
namespace {

constexpr long turn = 2048;

std::optional<std::string> angle(std::string_view text, bool is_signed)
{
    for (const std::string_view unit : {"degrees", "degree", "deg", "\xC2\xB0"}) {
        if (!text.ends_with(unit)) {
            continue;
        }
        text.remove_suffix(unit.size());
        text = text.substr(0, text.find_last_not_of(' ') + 1);
        double degrees{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), degrees);
        if (error != std::errc{} || end != text.data() + text.size() || std::abs(degrees) > 1e9) {
            return std::nullopt;
        }
        const long steps = std::lround(degrees * turn / 360);
        return fmt::format("{}", is_signed ? steps : (steps % turn + turn) % turn);
    }
    return std::nullopt;
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
    if (const auto image = art::image_number(text)) {
        return std::array{std::to_string(image->bank), std::to_string(image->image)};
    }
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || !is_number(text.substr(0, colon)) || !is_number(text.substr(colon + 1))) {
        return std::nullopt;
    }
    return std::array{std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

}  // namespace redforge::edit
