// Converts mods of this program to the form of the public mod manager.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "config/ini.hpp"
#include "edit/document/document.hpp"
#include "mod/manager_parts.hpp"
#include "mod/manager_script.hpp"
#include "rgm/map.hpp"
#include "sound/rtx.hpp"

namespace redforge::mod {
namespace {

/// Keys of a section, by name.
std::map<std::string, std::string> keys_of_lines(const config::Lines& lines)
{
    std::map<std::string, std::string> keys;
    for (const auto& each : lines) {
        if (const auto* const key = std::get_if<config::Key>(&each)) {
            keys.emplace(key->name.bytes, key->value.bytes);
        }
    }
    return keys;
}

std::string changed_keys(const config::Lines& before, const config::Lines& after)
{
    std::string text;
    const std::map<std::string, std::string> old = keys_of_lines(before);
    for (const auto& each : after) {
        const auto* const key = std::get_if<config::Key>(&each);
        const auto was = key == nullptr ? old.end() : old.find(key->name.bytes);
        if (key != nullptr && (was == old.end() || was->second != key->value.bytes)) {
            text += fmt::format("  {} = {}\n", manager_text(key->name), manager_text(key->value));
        }
    }
    return text;
}

std::string export_settings(const std::string& path, const config::Ini& before, const config::Ini& after)
{
    std::string text = changed_keys(before.lines, after.lines);
    for (const config::Section& section : after.sections) {
        const config::Section* const old = config::find_section(before, section.name.bytes);
        const config::Lines none;
        const std::string keys = changed_keys(old != nullptr ? old->lines : none, section.lines);
        if (!keys.empty()) {
            text += fmt::format("  [{}]\n{}", manager_text(section.name), keys);
        }
    }
    return text.empty() ? std::string() : path + "\n" + text;
}

std::string export_dialogue(const sound::Dialogue& before, const sound::Dialogue& after, ExportedMod& exported)
{
    std::string text;
    std::map<std::string, const sound::Entry*> old;
    for (const sound::Entry& entry : before.entries) {
        old.emplace(entry.label.view(), &entry);
    }
    std::size_t added = before.entries.size();
    for (const sound::Entry& entry : after.entries) {
        const auto was = old.find(std::string(entry.label.view()));
        const std::string label(entry.label.view());
        if (was == old.end() || !(was->second->text == entry.text)) {
            const std::size_t index =
                was == old.end() ? added++ : static_cast<std::size_t>(was->second - before.entries.data());
            text += fmt::format("{}\t{}\t{}\n", index, label, manager_text(entry.text));
        }
        if (!entry.voice.empty() && (was == old.end() || !(was->second->voice == entry.voice))) {
            exported.files.emplace(fmt::format("{}{}.wav", audio_folder, label), entry.voice);
        }
    }
    return text;
}

std::string export_scripts(const std::string& path, const rgm::Map& before, const rgm::Map& after,
                           const soup::Names& names, ExportedMod& exported)
{
    const ScriptChangeList list = list_script_changes(before, after, names);
    for (const std::string& problem : list.problems) {
        exported.problems.push_back(fmt::format("{}: {}", path, problem));
    }
    const std::string name = path_key(std::filesystem::path(path).stem().string());
    return list.text.empty() ? std::string() : name + "\n" + list.text;
}

/// Returns true if two files of dialogue have the same labels, texts and voices.
bool same_lines(const Bytes& a, const Bytes& b)
{
    const Result<edit::Document> first = edit::read_binary(Bytes(a));
    const Result<edit::Document> second = edit::read_binary(Bytes(b));
    const auto* const ours = first ? edit::get_if<sound::Dialogue>(*first) : nullptr;
    const auto* const theirs = second ? edit::get_if<sound::Dialogue>(*second) : nullptr;
    return ours != nullptr && theirs != nullptr &&
           std::ranges::equal(ours->entries, theirs->entries, [](const sound::Entry& x, const sound::Entry& y) {
               return x.label == y.label && x.text == y.text && x.voice == y.voice;
           });
}

/// Imports an exported mod again, and adds a problem for each file that differs from the composed one.
Status prove_export(ExportedMod& exported, const std::vector<ComposedFile>& files, const OriginalReader& originals)
{
    const Result<ConvertedMod> again = convert_from_manager(exported.files, originals);
    if (!again) {
        return fail(again.error());
    }
    for (const ComposedFile& file : files) {
        const bool is_reported = std::ranges::any_of(exported.problems, [&](const std::string& problem) {
            return problem.starts_with(file.path + ":");
        });
        const auto made = again->changed.find(file.path);
        const Bytes wanted = file.content.joined();
        if (!is_reported &&
            (made == again->changed.end() || !(same_bytes(made->second, wanted) || same_lines(made->second, wanted)))) {
            exported.problems.push_back(
                fmt::format("{}: the manager's form cannot express all changes of this file", file.path));
        }
    }
    return {};
}
}  // namespace

Result<ExportedMod> export_for_manager(const Mod& mod, const std::vector<ComposedFile>& files,
                                       const OriginalReader& originals)
{
    ExportedMod exported;
    const config::ModManifest& manifest = mod.manifest;
    exported.files.emplace(about_file, SharedBytes(fmt::format("{}\n{}\n{}\n", manifest.version.bytes,
                                                               manifest.author.bytes, manifest.description.bytes)));
    std::string settings;
    std::string texts;
    std::string scripts;
    const LoadContext context = context_of_originals(originals);
    const soup::Names* const names = context.services.find<soup::Names>();
    for (const ComposedFile& file : files) {
        const Result<std::optional<SharedBytes>> original = originals(file.path);
        if (!original) {
            return fail(original.error());
        }
        const Result<edit::Document> before =
            *original ? edit::read_binary((*original)->joined()) : fail({.code = ErrorCode::not_found, .message = ""});
        const Result<edit::Document> after = before ? edit::read_binary(file.content.joined()) : fail(before.error());
        const auto* const old_ini = after ? edit::get_if<config::Ini>(*before) : nullptr;
        const auto* const new_ini = after ? edit::get_if<config::Ini>(*after) : nullptr;
        const auto* const old_dialogue = after ? edit::get_if<sound::Dialogue>(*before) : nullptr;
        const auto* const new_dialogue = after ? edit::get_if<sound::Dialogue>(*after) : nullptr;
        const auto* const old_map = after ? edit::get_if<rgm::Map>(*before) : nullptr;
        const auto* const new_map = after ? edit::get_if<rgm::Map>(*after) : nullptr;
        if (old_ini != nullptr && new_ini != nullptr) {
            settings += export_settings(file.path, *old_ini, *new_ini);
        } else if (old_dialogue != nullptr && new_dialogue != nullptr && path_key(file.path) == dialogue_path) {
            texts += export_dialogue(*old_dialogue, *new_dialogue, exported);
        } else if (names != nullptr && old_map != nullptr && new_map != nullptr) {
            scripts += export_scripts(file.path, *old_map, *new_map, *names, exported);
        } else {
            exported.problems.push_back(
                fmt::format("{}: the manager's form cannot express changes of this file", file.path));
        }
    }
    if (!settings.empty()) {
        exported.files.emplace(ini_file, SharedBytes(std::move(settings)));
    }
    if (!texts.empty()) {
        exported.files.emplace(dialogue_file, SharedBytes(std::move(texts)));
    }
    if (!scripts.empty()) {
        exported.files.emplace(map_file, SharedBytes(std::move(scripts)));
    }
    if (const Status status = prove_export(exported, files, originals); !status) {
        return fail(status.error());
    }
    return exported;
}

}  // namespace redforge::mod
