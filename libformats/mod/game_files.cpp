// Lists the files of a game folder, and compares two folders.
#include "mod/game_files.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/files/files.hpp"
#include "core/text/text_sink.hpp"
#include "edit/document/damage.hpp"
#include "edit/document/document.hpp"
#include "edit/document/unknown_files.hpp"
#include "edit/document/verify.hpp"
#include "edit/patch/edit_list.hpp"
#include "mod/compose.hpp"
#include "mod/map_files.hpp"
#include "mod/patch_pictures.hpp"

namespace redforge::mod {
namespace {

namespace fs = std::filesystem;

bool is_own_folder(const std::string& name)
{
    return name == ".git" || name.starts_with(".redforge") || name.find(".redforge-") != std::string::npos;
}

Error file_error(Error error, const std::string& file)
{
    error.file = file;
    return error;
}

}  // namespace

Status check_whole_file(const std::string& name, const Bytes& content)
{
    if (edit::recognise(content) == nullptr) {
        Error error = edit::unknown_file(content, name);
        return error.code == ErrorCode::malformed ? fail(file_error(std::move(error), name)) : Status();
    }
    const Result<edit::Document> document = edit::read_binary(Bytes(content));
    const Status whole = document ? edit::check_damage(*document) : fail(document.error());
    return whole ? Status() : fail(file_error(whole.error(), name));
}

Result<std::optional<std::string>> make_patch(const std::string& path, const Bytes& before, const Bytes& after,
                                              const LoadContext& context, const edit::EditListOptions& options,
                                              SideFiles* pictures)
{
    const auto is_known = [](const Bytes& bytes) { return edit::recognise(bytes) != nullptr; };
    if (!is_known(before) || edit::recognise(before) != edit::recognise(after)) {
        return std::nullopt;
    }
    const Result<edit::Document> from = edit::read_binary(Bytes(before));
    const Result<edit::Document> to = edit::read_binary(Bytes(after));
    if (!from || !to) {
        return fail(file_error(from ? to.error() : from.error(), path));
    }
    if (const Status whole = edit::check_damage(*to, &*from); !whole) {
        return fail(file_error(whole.error(), path));
    }
    TextSink sink;
    edit::write_edit_list(sink, from->root(), to->root(), context, options);
    return pictures != nullptr ? pictures_to_files(sink.str(), *pictures) : Result<std::string>(sink.str());
}

SideFiles* PatchFiles::next_to(const std::string& path)
{
    const std::string folder = fs::path(path).parent_path().generic_string();
    return &folders_.try_emplace(folder, SideCodecs{{}, context_}).first->second;
}

std::map<std::string, SharedBytes> PatchFiles::all() const
{
    std::map<std::string, SharedBytes> files;
    for (const auto& [folder, sides] : folders_) {
        for (const SideFile& side : sides.files()) {
            files.emplace(folder.empty() ? side.path : fmt::format("{}/{}", folder, side.path),
                          side.bytes.empty() ? SharedBytes(side.text) : side.bytes);
        }
    }
    return files;
}

std::string path_in_game(const fs::path& game, const std::string& path)
{
    fs::path folder = game;
    fs::path found;
    std::string rest = path;
    std::ranges::replace(rest, '\\', '/');
    for (const fs::path& part : fs::path(rest)) {
        const fs::path entry = folder.empty() ? fs::path() : find_entry(folder, part.string());
        found /= entry.empty() ? part : entry.filename();
        folder = entry;
    }
    return found.generic_string();
}

OriginalReader reader_of_folder(const fs::path& game)
{
    return [game](const std::string& path) -> Result<std::optional<SharedBytes>> {
        const fs::path file = game / path_in_game(game, path);
        std::error_code ignored;
        if (fs::symlink_status(file, ignored).type() == fs::file_type::not_found) {
            return std::nullopt;
        }
        Result<Bytes> bytes = read_file(file);
        return bytes ? Result<std::optional<SharedBytes>>(SharedBytes(std::move(*bytes))) : fail(bytes.error());
    };
}

Result<std::map<std::string, fs::path, PathLess>> list_game_files(const fs::path& game, std::vector<fs::path>* skipped)
{
    std::map<std::string, fs::path, PathLess> files;
    std::error_code error;
    for (fs::recursive_directory_iterator at(game, error), end; !error && at != end; at.increment(error)) {
        if (is_own_folder(at->path().filename().string())) {
            at.disable_recursion_pending();
            continue;
        }
        std::error_code unknown;
        const fs::file_type type = at->status(unknown).type();
        if (type == fs::file_type::none) {
            return fail({.code = ErrorCode::io,
                         .message = fmt::format("cannot check this file: {}", unknown.message()),
                         .file = at->path().string()});
        }
        if (type == fs::file_type::directory && at->is_symlink(unknown) && skipped != nullptr) {
            skipped->push_back(at->path());
        }
        if (type == fs::file_type::directory || is_system_file(at->path().filename().string())) {
            continue;
        }
        if (type == fs::file_type::regular || edit::has_game_name(at->path())) {
            files.emplace(at->path().lexically_relative(game).generic_string(), at->path());
        } else if (skipped != nullptr) {
            skipped->push_back(at->path());
        }
    }
    if (error) {
        return fail({.code = ErrorCode::io,
                     .message = fmt::format("cannot list this folder: {}", error.message()),
                     .file = game.string()});
    }
    return files;
}

Result<GameDifference> compare_games(const fs::path& original, const fs::path& changed, const CompareOptions& options)
{
    GameDifference difference;
    const auto before = list_game_files(original, &difference.skipped);
    const auto after = list_game_files(changed, &difference.skipped);
    if (!before || !after) {
        return fail(before ? after.error() : before.error());
    }
    for (const auto& [path, file] : *before) {
        if (!after->contains(path)) {
            difference.removed.push_back(path);
        }
    }
    const LoadContext context = context_of_originals(reader_of_folder(original));
    PatchFiles sides(context);
    std::size_t done = 0;
    for (const auto& [path, file] : *after) {
        if (Status status =
                options.progress.step(static_cast<double>(done++) / static_cast<double>(after->size()), path);
            !status) {
            return fail(status.error());
        }
        Result<Bytes> now = read_file(file);
        const auto old_file = before->find(path);
        if (!now || old_file == before->end()) {
            if (!now) {
                return fail(std::move(now.error()));
            }
            if (Status whole = check_whole_file(file.string(), *now); !whole) {
                return fail(std::move(whole.error()));
            }
            difference.files.emplace(path, SharedBytes(std::move(*now)));
            continue;
        }
        const Result<Bytes> old = read_file(old_file->second);
        if (!old) {
            return fail(old.error());
        }
        if (same_bytes(*old, *now)) {
            continue;
        }
        SideFiles* const beside = sides.next_to(old_file->first);
        const edit::EditListOptions how = options.can_be_reversed
                                              ? edit::EditListOptions{.with_undo = true}
                                              : edit::EditListOptions{.context = 0, .files = beside};
        Result<std::optional<std::string>> patch = make_patch(old_file->first, *old, *now, context, how, beside);
        if (!patch) {
            return fail(std::move(patch.error()));
        }
        if (*patch) {
            difference.patches.emplace(old_file->first, std::move(**patch));
        } else {
            if (Status whole = check_whole_file(file.string(), *now); !whole) {
                return fail(std::move(whole.error()));
            }
            difference.replaced.push_back(old_file->first);
            difference.files.emplace(old_file->first, SharedBytes(std::move(*now)));
        }
    }
    // A visibility that only follows the statics of its map is computed on installation, so the mod does not contain
    // it.
    std::map<std::string, std::string, PathLess> visibilities;
    for (const auto& [path, text] : difference.patches) {
        if (!options.can_be_reversed && difference.patches.contains(map_of_visibility(path))) {
            visibilities.emplace(path, text);
        }
    }
    Mod mod;
    mod.manifest.name = "changes";
    mod.patches = difference.patches;
    mod.side_files = difference.side_files = sides.all();
    for (const auto& [path, text] : visibilities) {
        mod.patches.erase(path);
    }
    for (const auto& [path, text] : visibilities) {
        const Result<ComposedFile> made = Composer({&mod}, reader_of_folder(original), {}).compose(path);
        const Result<Bytes> wanted = read_file(after->find(path)->second);
        if (made && wanted && same_bytes(made->content.joined(), *wanted)) {
            difference.patches.erase(path);
        }
    }
    // Verify that the mod turns the original files into the changed files.
    mod.patches = difference.patches;
    const Composer composer({&mod}, reader_of_folder(original), {});
    for (const auto& [path, text] : mod.patches) {
        const Result<ComposedFile> made = composer.compose(path);
        const Result<Bytes> wanted = read_file(after->find(path)->second);
        if (!made || !wanted) {
            return fail(made ? wanted.error() : made.error());
        }
        if (!same_bytes(made->content.joined(), *wanted)) {
            return fail({.code = ErrorCode::mismatch,
                         .message = "the patch of this file does not give the changed file",
                         .file = path,
                         .hint = "please report this with both files"});
        }
    }
    return difference;
}

}  // namespace redforge::mod
