// What forms of plugins and saves are called: by type, editor id and FormID, and by the plugin that a FormID is of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "editor/model/session.hpp"

namespace redforge::editor {

/// Whether a record is known by its FormID.
[[nodiscard]] bool is_form(const RecordHandle& record);
/// Whether a field of it says its type, "QUST"; others have the type that their list says, "NPC".
[[nodiscard]] bool says_type(const RecordHandle& record);
/// "QUST", "NPC": the type of such a record of a list; empty where all records of the list are of one type.
[[nodiscard]] std::string form_type(const ListView& list, std::size_t index);
/// "Weapon" for WEAP, by the definitions of the plugin that is open; empty for types that they do not have, and elsewhere.
[[nodiscard]] std::string_view type_description(const Session& session, std::string_view type);
/// "QUST MyQuest 0100A3F2"; without the type "MyQuest 0100A3F2".
[[nodiscard]] std::string form_name(const ListView& list, std::size_t index, bool with_type = true);
/// "MyQuest", or "0100A3F2" where a form has no editor ID: for places beside which its type and its FormID stand.
[[nodiscard]] std::string short_form_name(const RecordHandle& record);

/// Whether an outline shows the records of a list by their types.
[[nodiscard]] bool is_grouped_by_type(const ListView& list);

/// The number that a FormID's text is, eight hexadecimal digits; nothing for another text.
[[nodiscard]] std::optional<std::uint32_t> form_number(std::string_view form_id);

/// The plugins that the first bytes of FormIDs mean, in that order: of a plugin its masters and itself, of a save its load
/// order. Empty: the document has no FormIDs.
[[nodiscard]] std::vector<std::string> plugins_of(const Session& session);

/// Whether a field holds the FormID of a form.
[[nodiscard]] bool holds_form(const FieldEntry& field);
/// "Oblivion.esm:01D15C": the plugin that a FormID is of, and its number there. Empty for 0, for what was made while
/// playing, and in documents that name no plugins.
[[nodiscard]] std::string form_place(const Session& session, std::string_view form_id);
/// The same, with the editor id where the document or a master that is at hand has the record.
[[nodiscard]] std::string form_words(const Session& session, std::string_view form_id);

/// The editor ids of a plugin's records, and of its masters' that are at hand.
[[nodiscard]] std::set<std::string> editor_ids(const Session& session);

/// form_words() for many FormIDs: what they need of the document is looked for once. Valid until the document changes.
class FormNames {
public:
    explicit FormNames(const Session& session);
    [[nodiscard]] std::string words(std::string_view form_id) const;

private:
    const Session* session_;
    std::vector<std::string> plugins_;
    std::unordered_map<std::uint32_t, std::string> editor_ids_;
};

}  // namespace redforge::editor
