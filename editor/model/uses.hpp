// Which name a record has or a field says, where it is defined, and what uses it: fields and lines of scripts.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/field.hpp"
#include "editor/model/script_page.hpp"
#include "editor/model/session.hpp"

namespace redforge::editor {

/// A name that records define and others refer to.
struct UsedName {
    Target target{};  ///< none: a word of scripts
    std::string name;

    friend bool operator==(const UsedName&, const UsedName&) = default;
};

/// The name that a field of a record says or defines; without such a field the name that the record itself defines, else the
/// first one that it refers to. Nothing where it has none.
[[nodiscard]] std::optional<UsedName> used_name(const Session& session, const NodeRef& ref,
                                                std::string_view field = {});
/// "actor DOOR01", "model DR_SEAT1"
[[nodiscard]] std::string called(const UsedName& name);

/// The record of the document that a name is of; nothing when it is defined elsewhere: a model in the game's folder.
[[nodiscard]] std::optional<NodeRef> definition_of(const Session& session, const UsedName& name);

struct Use {
    NodeRef record;  ///< whose field it is; of a line of a script the actor
    std::string where;
    std::string what;                 ///< the field, or "Line 12"
    std::string text;                 ///< its value, or the line
    std::optional<ScriptHit> line{};  ///< of a script
    std::filesystem::path file{};     ///< of another document, whose record has the path `path`; empty: this one
    std::string path{};
};

/// A line that a search in all scripts found.
[[nodiscard]] Use use_of(const ScriptHit& hit);
/// What refers to a name in the document: fields first, then lines of scripts that say it as a word of its own.
[[nodiscard]] std::vector<Use> uses_of(const Session& session, const UsedName& name, const WrittenScripts& written);
/// How many fields refer to a name: without the lines of scripts, whose texts take time to make.
[[nodiscard]] std::size_t count_references(const Session& session, const UsedName& name);
/// "3 records and 1 line of scripts use actor DOOR01"
[[nodiscard]] std::string uses_description(const UsedName& name, std::span<const Use> uses);

}  // namespace redforge::editor
