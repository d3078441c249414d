// How people write values where the text form has a plain number: degrees, yes and no, names of images.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/record_type.hpp"

namespace redforge::edit {

/// The plain number that a value of a field means: "512" of 90deg where an angle has 2048 to a turn, "1" of true.
/// Nothing when it is written in no notation that the field has.
[[nodiscard]] std::optional<std::string> plain_number(const FieldEntry& field, std::string_view text);

/// The bank and the image that D02044 or 302:44 names: "302" and "44".
[[nodiscard]] std::optional<std::array<std::string, 2>> texture_numbers(std::string_view text);

}  // namespace redforge::edit
