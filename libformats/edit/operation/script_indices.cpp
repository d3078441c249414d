// Sets and describes scripts with new indices.
#include "edit/operation/script_indices.hpp"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "edit/operation/indices.hpp"

namespace redforge::edit {

bool is_list_in_scripts(const FormatHooks& hooks, const ChildEntry& list)
{
    return hooks.is_list_in_scripts != nullptr && hooks.is_list_in_scripts(list);
}

bool is_followed(const FormatHooks& hooks, const ChildEntry& list)
{
    return is_indexed(list) || is_list_in_scripts(hooks, list) ||
           (hooks.is_followed != nullptr && hooks.is_followed(list));
}

void set_scripts(const RecordHandle& root, const RenumberedScripts& scripts)
{
    for (const RenumberedScripts::Script& each : scripts.scripts) {
        record_at(root, each.record).blob(*each.blob) = each.bytes;
    }
}

std::string statements_text(const RecordHandle& root, std::span<const ScriptStatement> statements)
{
    constexpr std::size_t max_named = 3;
    std::vector<std::string> parts;
    for (const ScriptStatement& each : statements.first(std::min(max_named, statements.size()))) {
        parts.push_back(fmt::format("{}: {}", path_below(path_text(root, each.record), "script"), each.text));
    }
    if (statements.size() > max_named) {
        parts.push_back(fmt::format("{} more", statements.size() - max_named));
    }
    return fmt::format("{}", fmt::join(parts, "; "));
}

std::optional<std::string> old_indices_note(const RecordHandle& root, const RenumberedScripts& scripts,
                                            std::string_view list)
{
    std::vector<std::string> notes;
    if (!scripts.lost.empty()) {
        notes.push_back(
            fmt::format("statements keep numbers of removed {}: {}", list, statements_text(root, scripts.lost)));
    }
    if (!scripts.doubtful.empty()) {
        notes.push_back(fmt::format("statements that may have old numbers of {} keep them: {}", list,
                                    statements_text(root, scripts.doubtful)));
    }
    if (!scripts.others.empty()) {
        notes.push_back(scripts.others);
    }
    return notes.empty() ? std::nullopt : std::optional(fmt::format("{}", fmt::join(notes, ", ")));
}

}  // namespace redforge::edit
