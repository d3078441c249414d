// Converts angles between degrees and 2048ths of a turn.
#include "editor/model/text/angle_text.hpp"

#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/text/trim.hpp"
#include "edit/operation/recorder.hpp"
#include "edit/operation/rotation.hpp"
#include "edit/path/notation.hpp"

namespace redforge::editor {
namespace {

constexpr std::string_view of_a_turn = "/2048";
constexpr double degree = edit::full_turn / 360;

/// Returns the 2048ths of "135", "135\u00b0" (degrees) or "768/2048". Returns nullopt for other texts.
std::optional<double> turn_in(std::string_view text)
{
    text = trimmed(text);
    if (text.ends_with(of_a_turn)) {
        return edit::as_number(trimmed(text.substr(0, text.size() - of_a_turn.size())));
    }
    const std::optional<double> degrees = edit::as_number(edit::number_of_degrees(text).value_or(text));
    return degrees ? std::optional(*degrees * degree) : std::nullopt;
}

std::string number_text(double number, bool whole)
{
    return whole ? fmt::format("{:.0f}", std::round(number) + 0.0) : fmt::format("{}", number);
}

}  // namespace

std::string angle_text(double turn)
{
    std::string degrees = fmt::format("{:.3f}", std::fmod(turn, edit::full_turn) / degree);
    degrees.erase(degrees.find_last_not_of('0') + 1);
    if (degrees.ends_with('.')) {
        degrees.pop_back();
    }
    degrees = degrees == "-0" ? "0" : degrees;
    const bool whole = std::abs(turn - std::round(turn)) < 1e-4;
    return whole ? fmt::format("{}\u00b0 = {:.0f}{}", degrees, std::round(turn) + 0.0, of_a_turn) : degrees + "\u00b0";
}

std::string turn_text(std::string_view typed, std::string_view before, bool whole)
{
    const std::string_view text = trimmed(typed);
    const bool two_halves = text.ends_with(of_a_turn) && text.find('=') != std::string_view::npos &&
                            text.find('=') + 1 != text.size() && turn_in(text.substr(0, text.find('=')));
    if (two_halves) {
        const std::string_view left = trimmed(text.substr(0, text.find('=')));
        const bool changed = left != trimmed(before.substr(0, before.find('=')));
        const std::optional<double> turn = turn_in(changed ? left : text.substr(text.find('=') + 1));
        return turn ? number_text(*turn, whole) : std::string(typed);
    }
    if (const auto adjustment = edit::Adjustment::parse(std::string(edit::number_of_degrees(text).value_or(text)))) {
        const char sign = adjustment->sign;
        const bool scales = sign == '*' || sign == '/';
        return fmt::format("{}={}", sign, scales ? adjustment->amount : adjustment->amount * degree);
    }
    const std::optional<double> turn = turn_in(text);
    return turn ? number_text(*turn, whole) : std::string(typed);
}

}  // namespace redforge::editor
