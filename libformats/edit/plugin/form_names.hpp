// Names of forms and texts of a plugin or save, for generic editing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/load_context.hpp"
#include "core/record/record_type.hpp"
#include "edit/operation/reference_names.hpp"
#include "tes/form/form_names.hpp"

namespace redforge::tes {
class StringTexts;
}

namespace redforge::edit {

/// Returns the names of the forms of a plugin or save, from its own records and from the plugins of the context.
/// Returns nullopt for other documents.
[[nodiscard]] std::optional<ReferenceNames> form_names(const RecordHandle& root, const LoadContext& context);
/// Returns the names of forms and the texts of the context.
[[nodiscard]] ReferenceNames to_reference_names(tes::FormNames names, const LoadContext& context);

/// Returns the number of a string and the beginning of its text: 0x000007FF "Iron Sword". Empty if no string file has
/// it.
[[nodiscard]] std::string string_words(const tes::StringTexts& texts, std::string_view number);

}  // namespace redforge::edit
