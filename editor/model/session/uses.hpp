// Names and their uses: the record that defines a name, and the fields and script lines that use it.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/field.hpp"
#include "editor/model/session/session.hpp"
#include "editor/model/text/script_page.hpp"

namespace redforge::editor {

/// A name that a record defines and others refer to.
struct UsedName {
    Target target{};  ///< Target::none for a word in scripts
    std::string name;

    friend bool operator==(const UsedName&, const UsedName&) = default;
};

/// Returns the name that a field contains or defines. Without a field: the name that the record defines, else the first
/// name that it refers to. Returns nullopt if there is none.
[[nodiscard]] std::optional<UsedName> used_name(const Session& session, const NodeRef& ref,
                                                std::string_view field = {});
/// Returns a description: "actor DOOR01", "model DR_SEAT1".
[[nodiscard]] std::string called(const UsedName& name);

/// Returns the record that defines a name; nullopt if it is defined elsewhere, such as a model in the game folder.
[[nodiscard]] std::optional<NodeRef> definition_of(const Session& session, const UsedName& name);

/// A field or script line that uses a name.
struct Use {
    NodeRef record;                   ///< the record with the field; for a script line the actor
    std::string where;                ///< "objects[4] DOOR01", "Script DOOR01"
    std::string what;                 ///< the field, or "Line 12"
    std::string text;                 ///< its value, or the line
    std::optional<ScriptHit> line{};  ///< for a script line
    std::filesystem::path file{};     ///< another document, with the record at `path`; if empty, this document
    std::string path{};
};

/// Converts a script search result.
[[nodiscard]] Use use_of(const ScriptHit& hit);
/// Returns the uses of a name in the document: fields first, then script lines that contain it as a word.
[[nodiscard]] std::vector<Use> uses_of(const Session& session, const UsedName& name, const WrittenScripts& written);
/// Returns the number of fields that refer to a name. Does not count script lines, because disassembling is slow.
[[nodiscard]] std::size_t count_references(const Session& session, const UsedName& name);
/// Returns a summary: "3 records and 1 line of scripts use actor DOOR01".
[[nodiscard]] std::string uses_description(const UsedName& name, std::span<const Use> uses);

}  // namespace redforge::editor
