// Makes mods from the state of an installation.
#include "mod/compatibility.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/files/files.hpp"
#include "core/xml/xml_writer.hpp"
#include "edit/document/document.hpp"
#include "edit/merge/identity.hpp"
#include "edit/operation/changes.hpp"
#include "edit/path/path.hpp"
#include "mod/game_files.hpp"
#include "mod/install.hpp"
#include "mod/loaded_mods.hpp"

namespace redforge::mod {
namespace {

namespace fs = std::filesystem;

Allocation names_of(const Installation& state)
{
    Allocation names;
    for (const InstalledName& name : state.names) {
        names.emplace(name.symbol.bytes, name.value.bytes);
    }
    return names;
}

void require_mod(Mod& mod, const Mod& other)
{
    const auto same_name = [&](const config::ModReference& reference) { return reference.name == other.manifest.name; };
    if (std::ranges::none_of(mod.manifest.requirements, same_name)) {
        mod.manifest.requirements.push_back({other.manifest.name, other.manifest.version});
    }
}

/// Returns the text, changed so that it is valid in an XML comment.
std::string comment_text(std::string text)
{
    for (std::size_t at = 0; (at = text.find("--", at)) != std::string::npos; ++at) {
        text.insert(at + 1, " ");
    }
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return text.ends_with('-') ? text + " " : text;
}

std::string set_row(const std::string& record, const FieldView& field)
{
    std::string path;
    std::string value;
    append_xml_escaped(path, edit::path_below(record, field.entry->name));
    append_xml_escaped(value, field.text());
    return fmt::format("  <set path=\"{0}\" was=\"{1}\" value=\"{1}\"/>\n", path, value);
}

/// Returns edits that set the values of a conflict to their current values in `file`. Returns an empty text if the
/// conflict is not about values. The record index in the path of a conflict refers to the file of one mod, so label and
/// value are compared to make sure that `file` has the same record there.
std::string rows_of(const ModConflict& conflict, const edit::Document& file)
{
    const edit::Conflict& c = conflict.conflict;
    const bool is_addition = c.field.empty() && !c.base.empty();
    if (!c.source.empty() || (c.field.empty() && !is_addition)) {
        return {};
    }
    const auto match = edit::resolve(file.root(), is_addition ? c.path : edit::path_below(c.path, c.field));
    if (!match || match->size() != 1 || edit::record_label(match->front().record) != c.label) {
        return {};
    }
    const edit::Match& found = match->front();
    const std::string record = edit::stable_path(file.root(), found.node);
    if (!is_addition) {
        const bool is_value = found.kind == edit::Match::Kind::field && edit::display_value(found.field) == c.theirs;
        return is_value ? set_row(record, found.field) : std::string();
    }
    std::string rows;
    for (const FieldEntry& field : found.record.table().fields) {
        const FieldView view = found.record.field(field);
        const bool is_named =
            c.theirs.find(fmt::format("{} {}", field.name, edit::display_value(view))) != std::string::npos;
        rows += is_named ? set_row(record, view) : std::string();
    }
    return rows;
}

}  // namespace

Result<NewMod> make_mod_of_changes(const fs::path& game, const Installation& state)
{
    const Result<std::vector<FileProblem>> changes = find_changes(game, state);
    const Result<std::vector<LoadedMod>> mods = changes ? load_all_installed(game, state) : fail(changes.error());
    if (!mods) {
        return fail(mods.error());
    }
    const OriginalReader originals = reader_of_originals(game, state);
    const Composer composer(enabled_mods(*mods), originals, names_of(state));
    NewMod started;
    for (const FileProblem& change : *changes) {
        const Result<MaybeBytes> now = read_if_exists(game / change.path);
        if (!now) {
            return fail(now.error());
        }
        if (!*now) {
            started.notes.push_back(fmt::format("{} was removed; a mod cannot remove a file", change.path));
            continue;
        }
        const Result<ComposedFile> before = composer.compose(change.path);
        if (!before) {
            return fail(before.error());
        }
        Result<std::optional<std::string>> patch =
            make_patch(change.path, before->content.joined(), **now, context_of_originals(originals));
        if (!patch) {
            return fail(std::move(patch.error()));
        }
        if (*patch) {
            started.mod.patches.emplace(change.path, std::move(**patch));
        } else {
            if (Status whole = check_whole_file(change.path, **now); !whole) {
                return fail(std::move(whole.error()));
            }
            started.mod.files.emplace(change.path, SharedBytes(Bytes(**now)));
            started.notes.push_back(
                fmt::format("{} has an unknown format; the mod contains the whole file", change.path));
        }
        for (const Mod* const mod : composer.mods_for(change.path)) {
            require_mod(started.mod, *mod);
        }
    }
    if (started.mod.patches.empty() && started.mod.files.empty()) {
        return fail({.code = ErrorCode::not_found,
                     .message = "no file of a mod was changed by hand",
                     .file = game.string(),
                     .hint = "for changes of other files, use redforge mod new --from CHANGED --original GAME"});
    }
    return started;
}

Result<NewMod> make_resolving_mod(const fs::path& game, const Installation& state)
{
    const Result<std::vector<LoadedMod>> mods = load_all_installed(game, state);
    const Result<std::vector<ModConflict>> conflicts = mods ? find_conflicts(game, state) : fail(mods.error());
    if (!conflicts) {
        return fail(conflicts.error());
    }
    if (conflicts->empty()) {
        return fail({.code = ErrorCode::not_found,
                     .message = "the mods have no conflicts",
                     .file = game.string(),
                     .hint = "redforge mod conflicts lists them"});
    }
    const std::vector<const Mod*> enabled = enabled_mods(*mods);
    const Composer composer(enabled, reader_of_originals(game, state), names_of(state));
    NewMod started;
    std::map<std::string, edit::Document> files;
    std::map<std::string, std::set<std::string>> rows;
    for (const ModConflict& conflict : *conflicts) {
        if (!files.contains(conflict.file)) {
            const Result<ComposedFile> made = composer.compose(conflict.file);
            if (!made) {
                return fail(made.error());
            }
            Result<edit::Document> document = edit::read_binary(made->content.joined());
            if (!document) {  // no mod can set values of an unknown format
                started.notes.push_back(fmt::format("{}; change the order, or disable a mod", conflict_line(conflict)));
                continue;
            }
            files.emplace(conflict.file, std::move(*document));
        }
        const std::string line = conflict_line(conflict);
        const std::string row = rows_of(conflict, files.at(conflict.file));
        std::string& patch = started.mod.patches[conflict.file];
        patch += fmt::format("  <!-- {} -->\n", comment_text(line));
        if (row.empty()) {
            started.notes.push_back(fmt::format("{}; decide it with an edit of your own", line));
        } else if (rows[conflict.file].insert(row).second) {
            patch += row;
        }
    }
    for (auto& [path, text] : started.mod.patches) {
        text = fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<edits patch=\"1\">\n{}</edits>\n", text);
    }
    for (const Mod* const mod : enabled) {
        const bool is_named = std::ranges::any_of(*conflicts, [&](const ModConflict& conflict) {
            return conflict.first == mod->name() || conflict.second == mod->name();
        });
        if (is_named) {
            require_mod(started.mod, *mod);
        }
    }
    return started;
}

}  // namespace redforge::mod
