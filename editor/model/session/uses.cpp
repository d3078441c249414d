// Finds names, their definitions and their uses.
#include "editor/model/session/uses.hpp"

#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"
#include "edit/operation/references.hpp"
#include "editor/model/session/search.hpp"
#include "editor/model/text/display_name.hpp"
#include "editor/model/text/form_name.hpp"

namespace redforge::editor {
namespace {

std::string_view word_of(Target target)
{
    switch (target) {
    case Target::actor: return "actor";
    case Target::model: return "model";
    case Target::texture: return "texture";
    case Target::texture_bank: return "texture bank";
    case Target::actor_string: return "string";
    case Target::sound: return "sound";
    case Target::dialogue: return "dialogue label";
    case Target::file: return "file";
    case Target::form: return "form";
    case Target::script_offset:
    case Target::string:
    case Target::none: break;
    }
    return {};
}

/// Returns the name in a field, or nullopt if the field is not a name or is empty.
std::optional<UsedName> name_in(const FieldView& field, Target FieldInfo::*role)
{
    const Target target = field.info().*role;
    std::string text = word_of(target).empty() ? std::string{} : field.text();
    const bool names_none = target == Target::form && form_number(text).value_or(0) == 0;
    return text.empty() || names_none ? std::nullopt : std::optional(UsedName{target, std::move(text)});
}

/// Returns true if scripts refer to the target by name (actors). Other records have numbers in scripts.
bool is_in_scripts(Target target)
{
    return target == Target::actor || target == Target::actor_string || target == Target::none;
}

/// Formats " at 200 0 300". Returns an empty text if the record has no position.
std::string place_description(const RecordHandle& record)
{
    std::string words;
    for (const FieldEntry& field : record.table().fields) {
        if (is_of_position(field)) {
            words += (words.empty() ? " at " : " ") + display_text(record.field(field));
        }
    }
    return words;
}

}  // namespace

std::optional<UsedName> used_name(const Session& session, const NodeRef& ref, std::string_view field)
{
    const std::optional<NodeInfo> info = session.find(ref);
    if (!info || !info->record || info->kind == NodeInfo::Kind::document) {
        return std::nullopt;
    }
    const RecordHandle& record = info->record;
    if (const FieldView view = field.empty() ? FieldView{} : record.find_field(field)) {
        for (Target FieldInfo::*const role : {&FieldInfo::refers_to, &FieldInfo::names}) {
            if (std::optional<UsedName> name = name_in(view, role)) {
                return name;
            }
        }
    }
    if (is_form(record)) {
        return UsedName{Target::form, record.find_field("form_id").text()};
    }
    for (Target FieldInfo::*const role : {&FieldInfo::names, &FieldInfo::refers_to}) {
        for (const FieldEntry& entry : record.table().fields) {
            if (std::optional<UsedName> name = name_in(record.field(entry), role)) {
                return name;
            }
        }
    }
    return std::nullopt;
}

std::string called(const UsedName& name)
{
    const std::string_view word = word_of(name.target);
    return word.empty() ? fmt::format("\"{}\"", name.name) : fmt::format("{} {}", word, name.name);
}

std::optional<NodeRef> definition_of(const Session& session, const UsedName& name)
{
    if (name.target == Target::form) {
        const Result<NodeRefs> found = search(session.root(), "form_id:" + name.name);
        for (const NodeRef& ref : found ? *found : NodeRefs{}) {
            const std::optional<NodeInfo> info = session.find(ref);
            if (info && info->record && is_form(info->record)) {
                return ref;
            }
        }
        return std::nullopt;
    }
    const std::vector<edit::Match> found = edit::find_definitions(session.root(), name.target, name.name);
    return found.empty() ? std::nullopt : std::optional(NodeRef{found.front().node, {}});
}

std::size_t count_references(const Session& session, const UsedName& name)
{
    return name.target == Target::none ? 0 : edit::find_references(session.root(), name.target, name.name).size();
}

Use use_of(const ScriptHit& hit)
{
    return {hit.place.record, "Script " + hit.script, fmt::format("Line {}", hit.line), hit.text, hit};
}

std::vector<Use> uses_of(const Session& session, const UsedName& name, const WrittenScripts& written)
{
    std::vector<Use> uses;
    if (name.target != Target::none) {
        for (const edit::Match& match : edit::find_references(session.root(), name.target, name.name)) {
            const NodeRef ref{match.node, {}};
            const std::optional<NodeInfo> info = session.find(ref);
            std::string where = session.path_of(ref);
            const std::string own = info && info->is_record() ? own_name(info->record) : std::string{};
            // Several records can have the searched name: add the position.
            const bool identifies = !own.empty() && !equals_ignore_case(own, name.name);
            where += identifies ? " " + own : info && info->is_record() ? place_description(info->record) : "";
            uses.push_back({ref, std::move(where), full_label(*match.field.entry), display_text(match.field)});
        }
    }
    if (is_in_scripts(name.target) && can_have_scripts(session)) {
        for (const ScriptHit& hit : search_scripts(session, name.name, written)) {
            const bool own_heading = hit.line == 1 && equals_ignore_case(hit.script, name.name);
            if (!own_heading && find_word(hit.text, name.name) != std::string_view::npos) {
                uses.push_back(use_of(hit));
            }
        }
    }
    return uses;
}

std::string uses_description(const UsedName& name, std::span<const Use> uses)
{
    if (uses.empty()) {
        return fmt::format("Nothing uses {}", called(name));
    }
    std::size_t lines = 0;
    std::set<std::pair<std::string, NodeRef>> records;  // records of other files differ by file and path
    for (const Use& use : uses) {
        if (use.line) {
            ++lines;
        } else {
            records.emplace(use.file.string() + use.path, use.record);
        }
    }
    const std::string fields = records.empty() ? std::string{} : counted(records.size(), "record");
    const std::string scripts = lines > 0 ? fmt::format("{} of scripts", counted(lines, "line")) : std::string{};
    const std::string_view between = fields.empty() || scripts.empty() ? "" : " and ";
    return fmt::format("{}{}{} use{} {}", fields, between, scripts, records.size() + lines == 1 ? "s" : "",
                       called(name));
}

}  // namespace redforge::editor
