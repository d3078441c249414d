// Sets fields from user notations: several parts at once, degrees, names of textures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

#include "core/record/record_type.hpp"
#include "edit/patch/edits.hpp"

namespace redforge::edit {

/// Sets the matches of a path: each field to the value, or the parts of a position, an angle or a texture to the parts
/// of a value like `1,2,3`, `+=0,0,100`, `D02044` or `302:44`. Errors: those of set_value(), with the path.
[[nodiscard]] Result<EditLog> set_matches(Recorder& recorder, const std::vector<Match>& matches, std::string_view path,
                                          std::string_view value);

/// Converts a value to the text form: an angle in degrees, absolute or relative, to its number. `path` is for messages.
[[nodiscard]] Result<std::string> plain_value(const FieldEntry& field, const std::string& path, std::string_view value);

/// Rewrites the attributes of a record that an edit adds, and of the records inside it, as the text form has them:
/// texture="302:1" as two numbers, "90deg" as 512. `type` is that of the record. Attributes that no field explains
/// stay; reading reports them. Errors: usage (too few or too many parts); those of plain_value().
[[nodiscard]] Status write_plainly(pugi::xml_node node, const RecordType& type);

}  // namespace redforge::edit
