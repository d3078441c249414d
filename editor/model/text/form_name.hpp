// Names of forms in plugins and saves: type, editor ID, FormID, and the plugin of a FormID.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "editor/model/session/session.hpp"

namespace redforge::editor {

/// Returns true if a record is identified by its FormID.
[[nodiscard]] bool is_form(const RecordHandle& record);
/// Returns true if a field of the record contains its type ("QUST"). Otherwise its list determines the type ("NPC").
[[nodiscard]] bool has_type_field(const RecordHandle& record);
/// Returns the type of a record of a list: "QUST", "NPC". Empty if all records of the list have one type.
[[nodiscard]] std::string form_type(const ListView& list, std::size_t index);
/// Returns the name of a type from the definitions of the open plugin: "Weapon" for WEAP. Unknown types and other
/// documents have none.
[[nodiscard]] std::string_view type_description(const Session& session, std::string_view type);
/// Returns "QUST MyQuest 0100A3F2"; without the type "MyQuest 0100A3F2".
[[nodiscard]] std::string form_name(const ListView& list, std::size_t index, bool with_type = true);

/// Returns true if an outline groups the records of a list by type.
[[nodiscard]] bool is_grouped_by_type(const ListView& list);

/// Parses a FormID of eight hexadecimal digits. Returns nullopt for other text.
[[nodiscard]] std::optional<std::uint32_t> form_number(std::string_view form_id);

/// Returns the plugins by the first byte of FormIDs: for a plugin its masters and itself, for a save its load order.
/// Empty if the document has no FormIDs.
[[nodiscard]] std::vector<std::string> plugins_of(const Session& session);

/// Returns true if a field contains the FormID of a form.
[[nodiscard]] bool holds_form(const FieldEntry& field);
/// Returns the plugin of a FormID and its number there: "Oblivion.esm:01D15C". Returns an empty text for 0, for a
/// record that a game created, and if the document names no plugins.
[[nodiscard]] std::string form_place(const Session& session, std::string_view form_id);
/// Like form_place(), with the editor ID if the document or an available master contains the record.
[[nodiscard]] std::string form_description(const Session& session, std::string_view form_id);

/// Returns a message with the plugins of a save that are not found, so that its forms have no names, and with the
/// remedy. Returns an empty text if all are found, and for other documents.
[[nodiscard]] std::string missing_names(const Session& session);

/// Returns the editor IDs of a plugin's records, and of its available masters.
[[nodiscard]] std::set<std::string> editor_ids(const Session& session);

/// form_description() for many FormIDs: reads the plugins and editor IDs of the document once. Invalid after the
/// document changes.
class FormNames {
public:
    explicit FormNames(const Session& session);
    [[nodiscard]] std::string description(std::string_view form_id) const;
    /// Returns the editor ID, else form_place(), else the FormID.
    [[nodiscard]] std::string name(std::string_view form_id) const;

private:
    struct Found {
        std::string place;
        std::string editor_id;
    };
    [[nodiscard]] Found find(std::string_view form_id) const;

    const Session* session_;
    std::vector<std::string> plugins_;
    std::unordered_map<std::uint32_t, std::string> editor_ids_;
};

}  // namespace redforge::editor
