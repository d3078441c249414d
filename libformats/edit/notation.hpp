// How people write values where the text form has a plain number: degrees, yes and no, names of images.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/record_type.hpp"

namespace redforge::edit {

/// 2048ths of a turn in one turn.
inline constexpr double full_turn = 2048;

/// The number that a text is; nothing when it is none. "nan" and "inf" are names.
[[nodiscard]] std::optional<double> as_number(std::string_view text);
/// What stands before "deg", "degrees" or "\u00b0", without blanks; nothing where a text has no such unit.
[[nodiscard]] std::optional<std::string_view> number_of_degrees(std::string_view text);

/// The plain number that a value of a field means: "512" of 90deg where an angle has 2048 to a turn, "1" of true.
/// Nothing when it is written in no notation that the field has.
[[nodiscard]] std::optional<std::string> plain_number(const FieldEntry& field, std::string_view text);

/// The bank and the image that D02044 or 302:44 names: "302" and "44".
[[nodiscard]] std::optional<std::array<std::string, 2>> texture_numbers(std::string_view text);

}  // namespace redforge::edit
