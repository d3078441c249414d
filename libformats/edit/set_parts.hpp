// Sets fields from user notations: several parts at once, degrees, names of textures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "edit/edits.hpp"

namespace redforge::edit {

/// Sets the matches of a path: each field to the value, or the parts of a position, an angle or a texture to the parts of a value
/// like `1,2,3`, `+=0,0,100`, `D02044` or `302:44`. Errors: those of set_value(), with the path.
[[nodiscard]] Result<EditLog> set_matches(Recorder& recorder, const std::vector<Match>& matches, std::string_view path,
                                          std::string_view value);

/// Converts a value to the text form: an angle in degrees, absolute or relative, to its number. `path` is for messages.
[[nodiscard]] Result<std::string> plain_value(const FieldEntry& field, const std::string& path, std::string_view value);

}  // namespace redforge::edit
