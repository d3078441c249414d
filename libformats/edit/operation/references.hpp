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
#include "edit/operation/reference_names.hpp"
#include "edit/path/path.hpp"

namespace redforge::edit {

/// Returns the names that a document defines for a target (FieldInfo::names), in document order, without duplicates.
[[nodiscard]] std::vector<std::string> choices(const RecordHandle& root, Target target);

/// Returns the fields that refer to a name (FieldInfo::refers_to), in document order, ignoring case like the game.
/// `target`: nullopt for all targets. A record that has a number can be named as ReferenceNames::number() accepts it.
/// Without a target, also returns what FormatHooks::find_more_references() finds, such as actors whose scripts have the
/// name.
[[nodiscard]] std::vector<Match> find_references(const RecordHandle& root, std::optional<Target> target,
                                                 std::string_view name, const LoadContext& context = {});

/// Returns the number of fields that refer to each name of a target. Keys are names in upper case.
[[nodiscard]] std::map<std::string, std::size_t, std::less<>> reference_counts(const RecordHandle& root, Target target);

/// Returns the fields that define a name for a target (FieldInfo::names), in document order, ignoring case.
[[nodiscard]] std::vector<Match> find_definitions(const RecordHandle& root, Target target, std::string_view name);

/// Returns the names of the records that fields of a document refer to by number, from the document and the files that
/// `context` finds. Returns nullopt if its fields have no such numbers. The document must outlive the result.
[[nodiscard]] std::optional<ReferenceNames> reference_names(const RecordHandle& root, const LoadContext& context);

/// Returns the context with functions that name forms and strings in the text of a document (LoadContext::name_form,
/// name_string). They use a copy of the document.
[[nodiscard]] LoadContext with_form_names(LoadContext context, const Document& document);

/// Describes the value of a field that names a record or a text: "Skyrim.esm:0010D9EE (IdleStop)", 0x000007FF "Iron
/// Sword". Returns an empty text for other fields, and if the name is not known. `names`: see reference_names().
[[nodiscard]] std::string value_description(const std::optional<ReferenceNames>& names, const FieldView& field);

}  // namespace redforge::edit
