// Reads, writes and checks the files of a mod.
#include "mod/mod.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "core/files/side_files.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/text_sink.hpp"
#include "core/xml/xml_reader.hpp"
#include "core/xml/xml_writer.hpp"
#include "edit/patch/patch.hpp"
#include "mod/names.hpp"
#include "mod/package.hpp"

namespace redforge::mod {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view patch_ending = ".xml";

Error in_mod(Error error, const std::string& shown, const std::string& name)
{
    if (error.file.empty()) {
        error.file = shown + "/" + name;
    }
    return error;
}

Status check_patch(const std::string& text, const std::string& file)
{
    const Result<XmlDocument> edits = XmlDocument::parse(text, file);
    if (!edits) {
        return fail(edits.error());
    }
    if (Status status = edits->check(); !status) {
        return status;
    }
    if (!edit::is_patch(*edits)) {
        return fail({.code = ErrorCode::malformed,
                     .message = "this is not a patch",
                     .file = file,
                     .hint = "a patch is what redforge diff --xml prints"});
    }
    return {};
}

/// Checks that a patch names each script, voice and picture next to the patches. A missing file is an error of its
/// patch.
Status check_sides(const Mod& mod, const std::string& shown)
{
    std::set<std::string> names;
    for (const auto& [path, text] : mod.patches) {
        const Result<XmlDocument> patch = XmlDocument::parse(text, path);
        const std::string folder = fs::path(path).parent_path().generic_string();
        if (patch) {
            add_named_files(patch->root(), folder, names);
        }
    }
    for (const auto& [path, content] : mod.side_files) {
        const std::string& own_path = path;
        const std::string name = fs::path(path).filename().string();
        const auto includes_it = [&](const auto& side) {
            const Bytes bytes = side.second.joined();
            return side.first != own_path && side.first.ends_with(".soup") &&
                   as_text(bytes).find(name) != std::string_view::npos;
        };
        if (!names.contains(path) && std::ranges::none_of(mod.side_files, includes_it)) {
            return fail(
                {.code = ErrorCode::malformed,
                 .message = "no patch names this file",
                 .file = fmt::format("{}/{}{}", shown, patches_folder, path),
                 .hint = "name it in a patch as file=\"...\", or remove it; new files of the game are in files/"});
        }
    }
    return {};
}

/// Returns true for a file that the operating system or git created.
bool is_ignored(const std::string& name)
{
    const std::string last = fs::path(name).filename().string();
    return is_system_file(last) ||
           (last.starts_with(".git") && (name.starts_with(patches_folder) || name.starts_with(files_folder)));
}

/// Checks that the path of a game file is inside the game's folder and not in a folder of this program.
Status check_game_path(const std::string& path, const std::string& file)
{
    const bool is_own = path_key(path).starts_with(".REDFORGE");
    if (is_own || !is_safe_side_path(path)) {
        return fail({.code = ErrorCode::malformed,
                     .message = fmt::format("the path \"{}\" is not the path of a game file", path),
                     .file = file,
                     .hint = "use a path in the game's folder, such as MAPS/ISLAND.RGM"});
    }
    return {};
}

}  // namespace

bool is_system_file(std::string_view name)
{
    constexpr std::array<std::string_view, 3> names{"THUMBS.DB", "DESKTOP.INI", ".DS_STORE"};
    return std::ranges::find(names, upper(name)) != names.end();
}

void add_named_files(const pugi::xml_node& node, const std::string& folder, std::set<std::string>& names)
{
    for (const pugi::xml_node& child : node.children()) {
        if (const pugi::xml_attribute file = child.attribute("file")) {
            names.insert(folder.empty() ? file.value() : folder + "/" + file.value());
        }
        add_named_files(child, folder, names);
    }
}

std::string path_key(std::string_view path)
{
    std::string key = upper(path);
    std::ranges::replace(key, '\\', '/');
    return key;
}

std::vector<std::string> Mod::paths() const
{
    std::vector<std::string> all;
    for (const auto& [path, text] : patches) {
        all.push_back(path);
    }
    for (const auto& [path, content] : files) {
        all.push_back(path);
    }
    return all;
}

Result<Mod> make_mod(Contents contents, const std::string& shown)
{
    Mod mod;
    const auto manifest = contents.find(std::string(manifest_file));
    if (manifest == contents.end()) {
        return fail({.code = ErrorCode::malformed,
                     .message = "this is not a mod: it has no mod.xml",
                     .file = shown,
                     .hint = "redforge mod new makes a mod"});
    }
    const Bytes text = manifest->second.joined();
    mod.manifest_text = std::string(as_text(text));
    Result<config::ModManifest> read =
        config::parse_mod_manifest(mod.manifest_text, shown + "/" + std::string(manifest_file));
    if (!read) {
        return fail(std::move(read.error()));
    }
    mod.manifest = std::move(*read);
    for (auto& [name, content] : contents) {
        const std::string file = shown + "/" + name;
        if (is_ignored(name)) {
            mod.ignored.push_back(name);
            continue;
        }
        const bool is_patch = name.starts_with(patches_folder);
        if (is_patch || name.starts_with(files_folder)) {
            std::string path = name.substr(is_patch ? patches_folder.size() : files_folder.size());
            if (is_patch && (path.ends_with(".soup") || path.ends_with(".wav") || path.ends_with(".png"))) {
                mod.side_files.emplace(std::move(path), std::move(content));
                continue;
            }
            if (is_patch && !path.ends_with(patch_ending)) {
                return fail({.code = ErrorCode::malformed,
                             .message = "a patch whose name does not end in .xml",
                             .file = file,
                             .hint = "the patch of MAPS/ISLAND.RGM is patches/MAPS/ISLAND.RGM.xml"});
            }
            path.resize(path.size() - (is_patch ? patch_ending.size() : 0));
            if (Status status = check_game_path(path, file); !status) {
                return fail(status.error());
            }
            if (mod.patches.contains(path) || mod.files.contains(path)) {
                return fail({.code = ErrorCode::malformed,
                             .message = fmt::format("the mod has two files for {}", path),
                             .file = file,
                             .hint = "keep the patch or the new file; names in different case are one file"});
            }
            if (!is_patch) {
                mod.files.emplace(std::move(path), std::move(content));
                continue;
            }
            const Bytes bytes = content.joined();
            std::string patch(as_text(bytes));
            if (Status status = check_patch(patch, file); !status) {
                return fail(in_mod(status.error(), shown, name));
            }
            mod.patches.emplace(std::move(path), std::move(patch));
        } else if (name == names_file) {
            const Bytes bytes = content.joined();
            mod.names = std::string(as_text(bytes));
            if (const auto names = parse_names(mod.names, file); !names) {
                return fail(names.error());
            }
        } else if (name != manifest_file) {
            mod.others.emplace(name, std::move(content));
        }
    }
    if (Status status = check_sides(mod, shown); !status) {
        return fail(status.error());
    }
    return mod;
}

Contents contents_of(const Mod& mod)
{
    Contents contents;
    std::string manifest = mod.manifest_text;
    if (manifest.empty()) {
        TextSink sink;
        const RecordHandle record =
            handle_of(const_cast<config::ModManifest&>(mod.manifest),  // NOLINT: it is only read
                      CodePage::utf8);
        XmlWriter(sink).document(config::ModManifest::root, record);
        manifest = sink.str();
    }
    contents.emplace(manifest_file, SharedBytes(std::move(manifest)));
    if (!mod.names.empty()) {
        contents.emplace(names_file, SharedBytes(mod.names));
    }
    for (const auto& [path, text] : mod.patches) {
        contents.emplace(fmt::format("{}{}{}", patches_folder, path, patch_ending), SharedBytes(text));
    }
    for (const auto& [path, content] : mod.side_files) {
        contents.emplace(fmt::format("{}{}", patches_folder, path), content);
    }
    for (const auto& [path, content] : mod.files) {
        contents.emplace(fmt::format("{}{}", files_folder, path), content);
    }
    contents.insert(mod.others.begin(), mod.others.end());
    return contents;
}

Result<Contents> read_folder(const fs::path& folder)
{
    Contents contents;
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().lexically_relative(folder).generic_string();
        const std::string last = at->path().filename().string();
        std::error_code unknown;
        const fs::file_type type = at->symlink_status(unknown).type();
        if (type == fs::file_type::none) {
            return fail({.code = ErrorCode::io,
                         .message = fmt::format("cannot check this file: {}", unknown.message()),
                         .file = at->path().string()});
        }
        if (last == ".git" || last.find(".redforge-") != std::string::npos) {
            at.disable_recursion_pending();  // the author's version control, and leftovers of interrupted writes
        } else if (type == fs::file_type::regular) {
            Result<Bytes> bytes = read_file(at->path());
            if (!bytes) {
                return fail(std::move(bytes.error()));
            }
            contents.emplace(name, SharedBytes(std::move(*bytes)));
        } else if (type != fs::file_type::directory) {
            return fail({.code = ErrorCode::io,
                         .message = "a link, a pipe or a device in a mod",
                         .file = at->path().string(),
                         .hint = "a mod holds files; copy the file here"});
        }
    }
    if (error) {
        return fail({.code = ErrorCode::io,
                     .message = fmt::format("cannot list this folder: {}", error.message()),
                     .file = folder.string()});
    }
    return contents;
}

Result<Mod> load_mod(const fs::path& path)
{
    std::error_code ignored;
    Result<Contents> contents = Contents{};
    if (fs::is_directory(path, ignored)) {
        Result<Reading> reading = begin_reading(path);
        if (!reading) {
            return fail(std::move(reading.error()));
        }
        if (!reading->unfinished.empty()) {
            return fail({.code = ErrorCode::io, .message = reading->unfinished, .file = path.string()});
        }
        contents = read_folder(path);
    } else {
        const Result<Bytes> bytes = read_file(path);
        contents = bytes ? read_package(*bytes, path.string()) : fail(bytes.error());
    }
    return contents ? make_mod(std::move(*contents), path.string()) : fail(std::move(contents.error()));
}

Result<Written> write_mod(const Mod& mod, const fs::path& folder)
{
    const Contents contents = contents_of(mod);
    std::vector<FolderFile> files;
    for (const auto& [name, content] : contents) {
        files.push_back({name, {content.pieces().begin(), content.pieces().end()}});
    }
    return write_folder(folder, files, {}, {.overwrite = Overwrite::reject});
}

std::vector<ModProblem> problems_of(const Mod& mod)
{
    std::vector<ModProblem> problems;
    const config::ModManifest& manifest = mod.manifest;
    const auto check_version = [&](const Text& version, std::string_view place) {
        if (!version.bytes.empty() && !config::Version::parse(version.bytes)) {
            problems.push_back({true, fmt::format("{}: \"{}\" is not a semantic version; use MAJOR.MINOR.PATCH", place,
                                                  version.bytes)});
        }
    };
    if (!config::is_mod_name(manifest.name.bytes)) {
        problems.push_back({true, fmt::format("name: \"{}\" is not allowed; use lower-case letters, digits, _ and -",
                                              manifest.name.bytes)});
    }
    if (manifest.version.bytes.empty()) {
        problems.push_back({true, "version: it is empty; use MAJOR.MINOR.PATCH"});
    }
    check_version(manifest.version, "version");
    for (const auto* list : {&manifest.requirements, &manifest.conflicts, &manifest.after}) {
        for (const config::ModReference& reference : *list) {
            check_version(reference.version, fmt::format("the version of {}", reference.name.bytes));
            if (reference.name == manifest.name) {
                problems.push_back({true, fmt::format("the mod names itself, {}", manifest.name.bytes)});
            }
        }
    }
    if (manifest.game.bytes != "redguard") {
        problems.push_back(
            {true, fmt::format("game: \"{}\" has no support for mods; use redguard", manifest.game.bytes)});
    }
    for (const std::string& name : mod.ignored) {
        problems.push_back({false, fmt::format("{}: ignored, because the system or git made it", name)});
    }
    if (mod.patches.empty() && mod.files.empty()) {
        problems.push_back({false, "the mod changes nothing: it has no patches and no files"});
    }
    for (const auto& [member, value] : {std::pair("author", &manifest.author), std::pair("licence", &manifest.licence),
                                        std::pair("description", &manifest.description)}) {
        if (value->bytes.empty()) {
            problems.push_back({false, fmt::format("{}: it is empty", member)});
        }
    }
    return problems;
}

}  // namespace redforge::mod
