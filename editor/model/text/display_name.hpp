// Display names: labels from the description, or readable names without one.
#pragma once

#include <string>
#include <string_view>

#include "core/record/record_type.hpp"

namespace redforge::editor {

/// Returns the label, or the last part of the name as words: "Padding 0f" for "header.padding_0f".
[[nodiscard]] std::string display_name(std::string_view name, std::string_view label = {});

/// Returns the composite that a field belongs to, such as "Position"; empty if none.
[[nodiscard]] std::string group_of(const FieldEntry& field);

/// Returns a field label with its composite: "Position X".
[[nodiscard]] std::string full_label(const FieldEntry& field);

/// Returns true if the field is a coordinate of a record's position.
[[nodiscard]] bool is_of_position(const FieldEntry& field);

/// Returns the display text of a value: the label of a number, or the text form.
[[nodiscard]] std::string display_text(const FieldView& field);

}  // namespace redforge::editor
