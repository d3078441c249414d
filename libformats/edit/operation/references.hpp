// Names in a document and the fields that refer to them: an object's script is an actor's name.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/load_context.hpp"
#include "edit/document/document.hpp"
#include "edit/path/path.hpp"
#include "tes/form/form_names.hpp"

namespace redforge::edit {

/// Returns the names that a document defines for a target (FieldInfo::names), in document order, without duplicates.
[[nodiscard]] std::vector<std::string> choices(const RecordHandle& root, Target target);

/// Returns the fields that refer to a name (FieldInfo::refers_to), in document order, ignoring case like the game.
/// `target`: nullopt for all targets. A form can be named in any form that tes::FormNames accepts. Without a target,
/// and with the game's names in `context`, also returns the actors of a map whose scripts name an item, world or
/// dialogue label with this name, and the fields of ITEM.INI with this label or of this item.
[[nodiscard]] std::vector<Match> find_references(const RecordHandle& root, std::optional<Target> target,
                                                 std::string_view name, const LoadContext& context = {});

/// Returns the number of fields that refer to each name of a target. Keys are names in upper case.
[[nodiscard]] std::map<std::string, std::size_t, std::less<>> reference_counts(const RecordHandle& root, Target target);

/// Returns the fields that define a name for a target (FieldInfo::names), in document order, ignoring case.
[[nodiscard]] std::vector<Match> find_definitions(const RecordHandle& root, Target target, std::string_view name);

/// Returns the names of the forms of a plugin or save, from its own records and from the plugins that `context` finds.
/// Returns nullopt for other documents. The document must outlive the result.
[[nodiscard]] std::optional<tes::FormNames> form_names(const RecordHandle& root, const LoadContext& context);

/// Returns the context with functions that name forms and strings in the text of a document (LoadContext::name_form,
/// name_string). They use a copy of the document.
[[nodiscard]] LoadContext with_form_names(LoadContext context, const Document& document);

/// Returns the number of a string and the beginning of its text: 0x000007FF "Iron Sword". Empty if no string file has
/// it.
[[nodiscard]] std::string string_words(const tes::StringTexts& texts, std::string_view number);

/// Returns the editor id for a FormID in text form. Empty if it is not known.
[[nodiscard]] std::string editor_id(const tes::FormNames& names, std::string_view form_id);

/// Describes the value of a field that names a form or a string: "Skyrim.esm:0010D9EE (IdleStop)", 0x000007FF "Iron
/// Sword". Returns an empty text for other fields, and if the name is not known. `names`: see form_names().
[[nodiscard]] std::string value_description(const std::optional<tes::FormNames>& names, const LoadContext& context,
                                            const FieldView& field);

}  // namespace redforge::edit
