// What things are called before a person: the description's labels, or readable words where it gives none.
#pragma once

#include <string>
#include <string_view>

#include "core/record_type.hpp"

namespace redforge::editor {

/// The label, or the last part of the name in words: "header.padding_0f" reads "Padding 0f".
[[nodiscard]] std::string display_name(std::string_view name, std::string_view label = {});

/// The composite that a field belongs to: "Position"; empty when of none.
[[nodiscard]] std::string group_of(const FieldEntry& field);

/// "Position X": a field with the composite that it belongs to.
[[nodiscard]] std::string full_label(const FieldEntry& field);

/// Whether it is a number of the composite that says where a record stands.
[[nodiscard]] bool is_of_position(const FieldEntry& field);

/// A value as people read it: the label of a number that has one, else as the text form says it.
[[nodiscard]] std::string display_text(const FieldView& field);

}  // namespace redforge::editor
