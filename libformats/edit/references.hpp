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
#include "edit/document.hpp"
#include "edit/path.hpp"
#include "tes/form_names.hpp"

namespace redforge::edit {

/// The names that a document has for a target (FieldInfo::names), in its order, each once.
[[nodiscard]] std::vector<std::string> choices(const RecordHandle& root, Target target);

/// The fields that refer to a name (FieldInfo::refers_to), in the document's order; of any target where none is given.
/// Letters are the same in both cases, as they are to the game. A form may be named as tes::FormNames takes it. Without a
/// target also, where the context knows the game's names, the actors of a map whose scripts name an item, a world or a label
/// of dialogue of that name, and the names and descriptions of ITEM.INI that are that label or of that item.
[[nodiscard]] std::vector<Match> find_references(const RecordHandle& root, std::optional<Target> target,
                                                 std::string_view name, const LoadContext& context = {});

/// How many fields refer to each name of a target, by the name in upper case.
[[nodiscard]] std::map<std::string, std::size_t, std::less<>> reference_counts(const RecordHandle& root, Target target);

/// The fields that have a name for others to refer to (FieldInfo::names), in the document's order; letters as above.
[[nodiscard]] std::vector<Match> find_definitions(const RecordHandle& root, Target target, std::string_view name);

/// What forms of a plugin or save are called, by its own records and those of the plugins that `context` finds. Nothing for other
/// documents.
[[nodiscard]] std::optional<tes::FormNames> form_names(const RecordHandle& root, const LoadContext& context);

/// The context with what a text of a document says beside forms and numbers of strings (LoadContext::name_form, name_string).
[[nodiscard]] LoadContext with_form_names(LoadContext context, const Document& document);

/// "0x000007FF "Iron Sword"": the number of a text in the files of strings, and its beginning. Empty: no file has it.
[[nodiscard]] std::string string_words(const tes::StringTexts& texts, std::string_view number);

/// The editor id of a form by its FormID as text; empty where nobody knows it.
[[nodiscard]] std::string editor_id(const tes::FormNames& names, std::string_view form_id);

/// "Skyrim.esm:0010D9EE (IdleStop)", "0x000007FF "Iron Sword"": the value of a field that names a form, or a text in the files of
/// strings. Empty where it names none, or nobody knows what it is called. `names`: as form_names() gives them.
[[nodiscard]] std::string value_description(const std::optional<tes::FormNames>& names, const LoadContext& context,
                                            const FieldView& field);

}  // namespace redforge::edit
