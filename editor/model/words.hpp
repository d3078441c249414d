// What things are called before a person: the description's labels, or readable words where it gives none.
#pragma once

#include <string>
#include <string_view>

#include "core/view.hpp"

namespace redforge::editor {

/// The label, or the last part of the name in words: "header.padding_0f" reads "Padding 0f".
[[nodiscard]] std::string words_of(std::string_view name, std::string_view label = {});

/// The composite that a field belongs to: "Position"; empty when of none.
[[nodiscard]] std::string group_of(const FieldView& field);

/// "Position X": a field with the composite that it belongs to.
[[nodiscard]] std::string full_label(const FieldView& field);

}  // namespace redforge::editor
