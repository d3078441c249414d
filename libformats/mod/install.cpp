// Installs, removes, enables and orders mods, and reports on an installation.
#include "mod/install.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/files/files.hpp"
#include "core/files/files_parts.hpp"
#include "mod/game_files.hpp"
#include "mod/game_lock.hpp"
#include "mod/loaded_mods.hpp"
#include "mod/map_files.hpp"
#include "mod/mod.hpp"
#include "mod/package.hpp"
#include "mod/sha256.hpp"
#include "mod/transition.hpp"

namespace redforge::mod {
namespace {

namespace fs = std::filesystem;

/// The state and its fingerprint, read after completing an interrupted command.
struct OpenedState {
    Installation state;
    FileSnapshot seen;
    bool has_completed{};            ///< true if an interrupted command was completed
    std::optional<GameLock> lock{};  ///< set for commands that change the mods
};

Status check_game_folder(const fs::path& game)
{
    std::error_code ignored;
    return fs::is_directory(game, ignored)
               ? Status{}
               : fail({.code = ErrorCode::io, .message = "there is no such folder", .file = game.string()});
}

/// Fails if a game without a state file has packages of mods, or originals that differ from the game's files: the file
/// was lost.
Status check_state_not_lost(const fs::path& game)
{
    std::string found;
    std::error_code error;
    for (fs::directory_iterator at(game / state_folder, error), end; !error && at != end; at.increment(error)) {
        if (at->path().extension() == package_extension) {
            found = fmt::format("{}/{}", state_folder, at->path().filename().string());
        }
    }
    for (const fs::path& original : found.empty() ? unused_originals(game, {}) : std::vector<fs::path>()) {
        if (files::is_temporary_name(original.filename().string())) {
            continue;  // part of an original that was being copied when the first command was interrupted
        }
        const Result<MaybeBytes> kept = read_if_exists(game / default_store / original);
        const Result<MaybeBytes> now = read_if_exists(game / original);
        if (!kept || !now || *kept != *now) {
            found = fmt::format("{}/{}", default_store, original.generic_string());
        }
    }
    return found.empty()
               ? Status{}
               : fail({.code = ErrorCode::malformed,
                       .message = fmt::format("this list of the installed mods is missing, but there is {}", found),
                       .file = (game / state_file).string(),
                       .hint = fmt::format("restore the file from a backup; without one, copy the original "
                                           "files from {} back, and delete that folder and {}",
                                           default_store, state_folder)});
}

Result<OpenedState> read_state_file(const fs::path& game)
{
    if (const Status status = check_game_folder(game); !status) {
        return fail(status.error());
    }
    const fs::path file = game / state_file;
    const Result<MaybeBytes> bytes = read_if_exists(file);
    if (!bytes) {
        return fail(bytes.error());
    }
    OpenedState opened;
    if (*bytes) {
        Result<Installation> state = parse_installation(std::string(as_text(**bytes)), file.string());
        if (!state) {
            return fail(std::move(state.error()));
        }
        opened.state = std::move(*state);
        opened.seen.files.emplace(state_file, fingerprint_of(**bytes));
    } else if (Status status = check_state_not_lost(game); !status) {
        return fail(std::move(status.error()));
    }
    return opened;
}

Result<OpenedState> open_to_change(const fs::path& game, const InstallOptions& options)
{
    const Status status = check_game_folder(game);
    Result<GameLock> lock = status ? GameLock::take(game, options.progress.cancel) : fail(status.error());
    const Result<bool> finished = lock ? finish_writing(game, options.progress.cancel) : fail(lock.error());
    Result<OpenedState> opened = finished ? read_state_file(game) : fail(finished.error());
    if (opened) {
        opened->lock = std::move(*lock);
        const bool has_leftovers = opened->state.mods.empty() && remove_unused_originals(game, opened->state);
        opened->has_completed = *finished || has_leftovers;
    }
    return opened;
}

Status check_installed(const Installation& state, const std::vector<std::string>& names)
{
    for (const std::string& name : names) {
        if (state.find_mod(name) == nullptr) {
            std::vector<std::string> known;
            std::ranges::transform(state.mods, std::back_inserter(known),
                                   [](const InstalledMod& mod) { return mod.name.bytes; });
            return fail({.code = ErrorCode::not_found,
                         .message = fmt::format("no mod {} is installed", name),
                         .hint = known.empty() ? "redforge mod install installs mods"
                                               : fmt::format("installed are {}", fmt::join(known, ", "))});
        }
    }
    return {};
}

/// Checks that a store is empty, or contains only files of an interrupted first installation of this game. Errors:
/// exists, io.
Status check_new_store(const fs::path& store, const fs::path& game)
{
    if (const Result<bool> finished = finish_writing(store); !finished) {
        return fail(finished.error());
    }
    std::error_code error;
    bool is_empty = true;
    for (fs::recursive_directory_iterator at(store, error), end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().filename().string();
        if (at->path() == store / store_owner_file) {
            const Result<std::string> owner = read_text_file(at->path());
            if (!owner || *owner == owner_of_store(game)) {
                return owner ? Status{} : fail(owner.error());
            }
        }
        is_empty = is_empty && (at->is_directory(error) || files::is_hidden_name(name)) && !error;
    }
    if (error && error != std::errc::no_such_file_or_directory) {
        return fail({.code = ErrorCode::io,
                     .message = fmt::format("cannot list this folder: {}", error.message()),
                     .file = store.string()});
    }
    return is_empty ? Status{}
                    : fail({.code = ErrorCode::exists,
                            .message = "this store is not empty",
                            .file = store.string(),
                            .hint = "each game needs a store of its own; delete it if no game uses it"});
}

/// Inserts new mods after the mods that they require. Mods without ordering constraints keep the given order.
std::vector<LoadedMod> sorted(std::vector<LoadedMod> mods)
{
    std::vector<LoadedMod> result;
    while (!mods.empty()) {
        const auto is_ready = [&](const LoadedMod& mod) {
            const auto is_later = [&](const config::ModReference& reference) {
                return find_loaded(mods, reference.name.bytes) != mods.end();
            };
            return std::ranges::none_of(mod.mod.manifest.requirements, is_later) &&
                   std::ranges::none_of(mod.mod.manifest.after, is_later);
        };
        auto ready = std::ranges::find_if(mods, is_ready);
        ready = ready == mods.end() ? mods.begin() : ready;  // a cycle, which check_order() reports
        result.push_back(std::move(*ready));
        mods.erase(ready);
    }
    return result;
}

}  // namespace

Result<InstallReport> install(const fs::path& game, const std::vector<fs::path>& paths, const InstallOptions& options)
{
    Result<OpenedState> opened = open_to_change(game, options);
    Result<std::vector<LoadedMod>> mods =
        opened ? load_all_installed(game, opened->state) : fail(std::move(opened.error()));
    if (!mods) {
        return fail(std::move(mods.error()));
    }
    std::vector<LoadedMod> added;
    for (const fs::path& path : paths) {
        Result<Mod> mod = load_mod(path);
        if (!mod) {
            return fail(std::move(mod.error()));
        }
        const std::vector<ModProblem> problems = problems_of(*mod);
        const auto problem = std::ranges::find(problems, true, &ModProblem::is_error);
        if (problem != problems.end()) {
            return fail({.code = ErrorCode::malformed, .message = problem->text, .file = path.string()});
        }
        Result<Bytes> package = write_package(contents_of(*mod));
        if (!package) {
            return fail(std::move(package.error()));
        }
        LoadedMod loaded;
        loaded.entry = {mod->manifest.name, mod->manifest.version, Text(sha256_of(*package)), 1};
        loaded.mod = std::move(*mod);
        loaded.package = std::move(*package);
        loaded.is_new = true;
        if (find_loaded(added, loaded.entry.name.bytes) != added.end()) {
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("two mods are called {}", loaded.entry.name.bytes),
                         .file = path.string()});
        }
        const auto installed = find_loaded(*mods, loaded.entry.name.bytes);
        if (installed != mods->end()) {
            *installed = std::move(loaded);
        } else {
            added.push_back(std::move(loaded));
        }
    }
    for (LoadedMod& mod : sorted(std::move(added))) {
        mods->push_back(std::move(mod));
    }
    if (!options.store.empty()) {
        std::error_code error;
        const fs::path store = fs::absolute(options.store, error).lexically_normal();
        if (!opened->state.files.empty() &&
            opened->state.store_folder(fs::absolute(game)).lexically_normal() != store) {
            return fail({.code = ErrorCode::usage,
                         .message = "the originals of this game are in another store",
                         .file = opened->state.store_folder(game).string(),
                         .hint = "omit --store, or remove all mods first"});
        }
        if (Status status = opened->state.mods.empty() ? check_new_store(store, game) : Status{}; !status) {
            return fail(std::move(status.error()));
        }
        opened->state.store = Text(store.generic_string());
    }
    return change_installation(game, std::move(opened->state), std::move(*mods), options, opened->seen);
}

Result<InstallReport> remove(const fs::path& game, const std::vector<std::string>& names, const InstallOptions& options)
{
    Result<OpenedState> opened = open_to_change(game, options);
    // If this command completes an interrupted removal, its mods are already removed.
    const Status known = !opened || opened->has_completed ? Status{} : check_installed(opened->state, names);
    Result<std::vector<LoadedMod>> mods = opened
                                              ? known.and_then([&] { return load_all_installed(game, opened->state); })
                                              : fail(std::move(opened.error()));
    if (!mods) {
        return fail(std::move(mods.error()));
    }
    std::erase_if(*mods,
                  [&](const LoadedMod& mod) { return std::ranges::find(names, mod.entry.name.bytes) != names.end(); });
    return change_installation(game, std::move(opened->state), std::move(*mods), options, opened->seen);
}

Result<InstallReport> set_enabled(const fs::path& game, const std::vector<std::string>& names, bool enabled,
                                  const InstallOptions& options)
{
    Result<OpenedState> opened = open_to_change(game, options);
    Result<std::vector<LoadedMod>> mods =
        opened ? check_installed(opened->state, names).and_then([&] { return load_all_installed(game, opened->state); })
               : fail(std::move(opened.error()));
    if (!mods) {
        return fail(std::move(mods.error()));
    }
    for (const std::string& name : names) {
        find_loaded(*mods, name)->entry.enabled = enabled ? 1 : 0;
    }
    return change_installation(game, std::move(opened->state), std::move(*mods), options, opened->seen);
}

Result<InstallReport> reorder(const fs::path& game, const std::vector<std::string>& names,
                              const InstallOptions& options)
{
    Result<OpenedState> opened = open_to_change(game, options);
    Result<std::vector<LoadedMod>> mods =
        opened ? check_installed(opened->state, names).and_then([&] { return load_all_installed(game, opened->state); })
               : fail(std::move(opened.error()));
    if (!mods) {
        return fail(std::move(mods.error()));
    }
    const std::set<std::string> each(names.begin(), names.end());
    if (names.size() != mods->size() || each.size() != names.size()) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("{} of {} mods are named", each.size(), mods->size()),
                     .hint = "name each installed mod once; redforge mod list prints them"});
    }
    std::vector<LoadedMod> ordered;
    for (const std::string& name : names) {
        ordered.push_back(std::move(*find_loaded(*mods, name)));
    }
    return change_installation(game, std::move(opened->state), std::move(ordered), options, opened->seen);
}

std::string stale_visibility_text(const std::string& path, std::size_t statics)
{
    return fmt::format("{}: the visibility is stale for {} of the map, which mods add, move or remove", path,
                       statics == 1 ? "1 static" : fmt::format("{} statics", statics));
}

std::string stale_visibility_note(const fs::path& game, const InstalledFile& file)
{
    if (file.stale == 0) {
        return {};
    }
    const std::string map = path_in_game(game, map_of_visibility(file.path.bytes));
    return fmt::format("{}; to rebuild it, run redforge pvo build {} --game {} --in-place, and make a mod of it with "
                       "redforge mod new NAME.mod --from-changes --game {}",
                       stale_visibility_text(file.path.bytes, file.stale), (game / map).string(), game.string(),
                       game.string());
}

Result<bool> complete_interrupted(const fs::path& game)
{
    if (const Result<Reading> reading = begin_reading(game); !reading || reading->unfinished.empty()) {
        return reading ? Result<bool>(false) : fail(reading.error());
    }
    const Result<OpenedState> opened = open_to_change(game, {});
    return opened ? Result<bool>(opened->has_completed) : fail(opened.error());
}

Result<Installation> read_installation(const fs::path& game)
{
    const Result<Reading> reading = begin_reading(game);
    if (!reading) {
        return fail(reading.error());
    }
    if (!reading->unfinished.empty()) {
        return fail(
            {.code = ErrorCode::io, .message = edit::interrupted_mods_description(game), .file = game.string()});
    }
    Result<OpenedState> opened = read_state_file(game);
    return opened ? Result<Installation>(std::move(opened->state)) : fail(std::move(opened.error()));
}

Result<std::vector<FileProblem>> find_changes(const fs::path& game, const Installation& state)
{
    std::vector<FileProblem> problems;
    for (const InstalledFile& file : state.files) {
        const Result<MaybeBytes> now = read_if_exists(game / file.path.bytes);
        if (!now) {
            return fail(now.error());
        }
        const std::string sum = sum_of(*now);
        if (sum != file.installed.bytes) {
            problems.push_back({file.path.bytes, !*now                        ? "was removed by hand"
                                                 : sum == file.original.bytes ? "is the original, without the mods"
                                                                              : "was changed by hand"});
        }
    }
    return problems;
}

Result<std::vector<FileProblem>> verify_installation(const fs::path& game, const Installation& state,
                                                     const InstallOptions& options)
{
    Result<std::vector<FileProblem>> problems = find_changes(game, state);
    const Result<std::vector<LoadedMod>> mods =
        problems ? load_all_installed(game, state) : fail(std::move(problems.error()));
    if (!mods) {
        return fail(mods.error());
    }
    const OriginalReader originals = reader_of_originals(game, state);
    Allocation names;
    for (const InstalledName& name : state.names) {
        names.emplace(name.symbol.bytes, name.value.bytes);
    }
    const Composer composer(enabled_mods(*mods), originals, std::move(names));
    for (std::size_t i = 0; i < state.files.size(); ++i) {
        const InstalledFile& file = state.files[i];
        if (Status status = options.progress.step(static_cast<double>(i) / static_cast<double>(state.files.size()),
                                                  file.path.bytes);
            !status) {
            return fail(status.error());
        }
        if (const auto original = originals(file.path.bytes); !original) {
            problems->push_back({file.path.bytes, describe(original.error())});
            continue;
        }
        const Result<ComposedFile> made = composer.compose(file.path.bytes);
        if (!made) {
            problems->push_back({file.path.bytes, describe(made.error())});
        } else if (sha256_of(made->content) != file.installed.bytes) {
            problems->push_back({file.path.bytes, "the mods now give a different file"});
        }
    }
    return problems;
}

Result<std::vector<ModConflict>> find_conflicts(const fs::path& game, const Installation& state)
{
    const Result<std::vector<LoadedMod>> mods = load_all_installed(game, state);
    if (!mods) {
        return fail(mods.error());
    }
    Allocation names;
    for (const InstalledName& name : state.names) {
        names.emplace(name.symbol.bytes, name.value.bytes);
    }
    const Composer composer(enabled_mods(*mods), reader_of_originals(game, state), std::move(names));
    std::vector<ModConflict> all;
    for (const std::string& path : composer.paths()) {
        const Result<std::vector<ModConflict>> conflicts = composer.conflicts(path);
        if (!conflicts) {
            return fail(conflicts.error());
        }
        all.insert(all.end(), conflicts->begin(), conflicts->end());
    }
    return all;
}

}  // namespace redforge::mod
