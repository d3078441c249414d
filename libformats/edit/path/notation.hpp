// Notations that users may write instead of the plain numbers of the text form: degrees, yes and no, names of images.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/record/record_type.hpp"

namespace redforge::edit {

/// Units of a full turn (360 degrees).
inline constexpr double full_turn = 2048;

/// Parses a number. Returns nullopt if the text is not a finite number; "nan" and "inf" are not.
[[nodiscard]] std::optional<double> as_number(std::string_view text);
/// Returns the text before "deg", "degree", "degrees" or "\u00b0", without blanks. Returns nullopt if the text has no
/// such unit.
[[nodiscard]] std::optional<std::string_view> number_of_degrees(std::string_view text);

/// Converts a value to the plain number of a field: "512" for 90deg in an angle, "1" for true in a boolean. Returns
/// nullopt if the text has no special notation of the field.
[[nodiscard]] std::optional<std::string> plain_number(const FieldEntry& field, std::string_view text);

/// Returns the numbers of bank and image in a name like D02044 or 302:44: "302" and "44". Returns nullopt for other
/// texts.
[[nodiscard]] std::optional<std::array<std::string, 2>> texture_numbers(std::string_view text);

}  // namespace redforge::edit
