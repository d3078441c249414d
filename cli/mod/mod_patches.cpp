// `apply` with a folder of patches, and mods for Mod Organizer 2.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/files/finish.hpp"
#include "cli/files/many_files.hpp"
#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "cli/mod/mod_actions.hpp"
#include "core/text/counts.hpp"
#include "edit/patch/patch.hpp"
#include "mod/game_files.hpp"
#include "mod/manager_form.hpp"
#include "mod/mod.hpp"

namespace redforge::cli {
namespace {

/// Loads a mod, or creates one from a folder that contains only patches.
Result<mod::Mod> load_patches(const std::string& folder)
{
    Result<mod::Contents> contents = mod::read_folder(folder);
    if (!contents || contents->contains(std::string(mod::manifest_file))) {
        return contents ? mod::load_mod(folder) : fail(std::move(contents.error()));
    }
    mod::Contents all;
    all.emplace(mod::manifest_file, SharedBytes(std::string(R"(<mod name="patches" version="1.0.0"/>)")));
    for (auto& [name, content] : *contents) {
        all.emplace(fmt::format("{}{}", mod::patches_folder, name), std::move(content));
    }
    return mod::make_mod(std::move(all), folder);
}

/// Replaces each patch by its reverse.
Status reverse(mod::Mod& mod, const std::string& folder)
{
    if (!mod.files.empty()) {
        return fail(
            {.code = ErrorCode::unsupported,
             .message = fmt::format("--reverse cannot undo added files: {} adds {}", folder, mod.files.begin()->first),
             .hint = "redforge mod remove takes an installed mod out of a game"});
    }
    for (auto& [path, text] : mod.patches) {
        const Result<XmlDocument> edits = XmlDocument::parse(text, fmt::format("{}/{}.xml", folder, path));
        Result<std::string> reversed = edits ? edit::reversed_patch(*edits) : fail(edits.error());
        if (!reversed) {
            return fail(reversed.error());
        }
        text = std::move(*reversed);
    }
    return {};
}

}  // namespace

Exit apply_patches(const Arguments& arguments, const std::string& folder)
{
    const auto games = arguments.all("FILE");
    const std::optional<std::string> out = arguments.option("output");
    const bool only_checks = arguments.has("check") || arguments.has("dry-run");
    if (games.size() != 1) {
        return print_usage_error("apply: a folder of patches needs one game folder",
                                 "redforge apply FOLDER GAME -o OUT");
    }
    for (const std::string_view option : {"3way", "ours", "theirs", "union", "in-place", "json"}) {
        if (arguments.has(option)) {
            return print_usage_error(fmt::format("apply: a folder of patches cannot be used with --{}", option),
                                     "redforge apply FOLDER GAME -o OUT, or redforge mod install");
        }
    }
    if (!out && !only_checks) {
        return print_usage_error("apply: a folder of patches needs an output folder", "use -o OUT");
    }
    Result<mod::Mod> mod = load_patches(folder);
    if (!mod) {
        return print_error(mod.error());
    }
    if (mod->patches.empty() && mod->files.empty()) {
        return print_error(
            {.code = ErrorCode::not_found, .message = "there is no patch in this folder", .file = folder});
    }
    if (const Status status = arguments.has("reverse") ? reverse(*mod, folder) : Status{}; !status) {
        return print_error(status.error());
    }
    const Result<BuiltMods> built = build_mods({&*mod}, games.front());
    if (!built) {
        return print_error(built.error());
    }
    if (!only_checks) {
        return write_built_mods(*built, arguments, *out);
    }
    for (const mod::ComposedFile& file : built->files) {
        print(fmt::format("{}: fits\n", file.path));
    }
    return print_build_errors(*built) ? Exit::success : Exit::finding;
}

Exit import_mod(const ModRequest& request)
{
    const std::optional<std::string> game = request.arguments.option("game");
    const std::optional<std::string> out = request.arguments.option("output");
    if (!game || !out) {
        return print_usage_error("mod import: no game or no output given", "use --game GAME -o NAME.mod");
    }
    const std::string name = name_of_folder(*out);
    if (!config::is_mod_name(name)) {
        return print_usage_error(fmt::format("mod import: \"{}\" cannot be the name of a mod", name),
                                 "use lower-case letters, digits, _ and -, as in rusty-key.mod");
    }
    Result<mod::ImportedMod> imported = mod::import_folder(request.words.front(), mod::reader_of_folder(*game));
    if (!imported) {
        return print_error(imported.error());
    }
    imported->mod.manifest.name = Text(name);
    if (!write_new_mod(imported->mod, *out)) {
        return Exit::failure;
    }
    for (const std::string& problem : imported->problems) {
        print_message(fmt::format("{}/{}", request.words.front(), problem));
    }
    return imported->problems.empty() ? Exit::success : Exit::finding;
}

Exit export_mod(const ModRequest& request)
{
    const std::optional<std::string> game = request.arguments.option("game");
    const std::optional<std::string> out = request.arguments.option("output");
    const std::string format = request.arguments.option("format").value_or("");
    if (!game || !out || format != "rgmm") {
        return print_usage_error(format.empty() || format == "rgmm"
                                     ? std::string("mod export: no format, no game or no output given")
                                     : fmt::format("mod export: no format \"{}\"", format),
                                 "use --format rgmm --game GAME -o FOLDER");
    }
    const Result<mod::Mod> mod = mod::load_mod(request.words.front());
    const Result<BuiltMods> built = mod ? build_mods({&*mod}, *game) : fail(mod.error());
    if (!built) {
        return print_error(built.error());
    }
    if (!print_build_errors(*built)) {
        print_message("nothing was written");
        return Exit::finding;
    }
    const Result<mod::ExportedMod> exported = mod::export_for_manager(*mod, built->files, mod::reader_of_folder(*game));
    if (!exported) {
        return print_error(exported.error());
    }
    std::vector<FolderFile> files;
    for (const auto& [name, content] : exported->files) {
        files.push_back({name, {content.pieces().begin(), content.pieces().end()}});
    }
    // The folder may be a mod that was written in the manager.
    if (const Result<Written> written = write_made_files(request.arguments, *out, files); !written) {
        return print_error(written.error());
    }
    for (const std::string& problem : exported->problems) {
        print_message(problem);
    }
    print_message(fmt::format("{} -> {} ({})", request.words.front(), *out, plural(files.size(), "file")));
    return exported->problems.empty() ? Exit::success : Exit::finding;
}

void add_mo2_files(BuiltMods& built, const std::vector<mod::Mod>& mods)
{
    std::vector<std::string> names;
    std::ranges::transform(mods, std::back_inserter(names), &mod::Mod::name);
    const std::string version = mods.size() == 1 ? mods.front().manifest.version.bytes : std::string("1.0.0");
    std::string text =
        fmt::format("[General]\r\ngameName=Redguard\r\nversion={}\r\ncomments={}\r\n", version, fmt::join(names, ", "));
    built.files.push_back({"meta.ini", SharedBytes(std::move(text)), {}});
}

}  // namespace redforge::cli
