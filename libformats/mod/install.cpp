// Installing mods: the new state is computed, staged and put in place as one step.
#include "mod/install.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/files.hpp"
#include "mod/game_files.hpp"
#include "mod/mod.hpp"
#include "mod/package.hpp"
#include "mod/sha256.hpp"

namespace redforge::mod {
namespace {

namespace fs = std::filesystem;

/// Changes with the way in which files are computed, so that all of them are computed again.
constexpr std::string_view recipe_version = "1";

/// Content of a file; nothing if there is no file.
using MaybeBytes = std::optional<Bytes>;

Result<MaybeBytes> read_if_there(const fs::path& file)
{
    std::error_code ignored;
    if (fs::symlink_status(file, ignored).type() == fs::file_type::not_found) {
        return std::nullopt;
    }
    Result<Bytes> bytes = read_file(file);
    return bytes ? Result<MaybeBytes>(std::move(*bytes)) : fail(std::move(bytes.error()));
}

/// The sum in the state: empty if there is no file.
std::string sum_of(const MaybeBytes& bytes)
{
    return bytes ? sha256_of(*bytes) : std::string();
}

/// An installed mod with its content. Packages are in memory only while a command runs.
struct LoadedMod {
    InstalledMod entry;
    Mod mod;
    Bytes package;  ///< of a mod that is installed now
    bool is_new{};
};

/// A mod in a list by its name, or the list's end.
template <class Mods>
auto find_loaded(Mods& mods, std::string_view name)
{
    return std::ranges::find_if(mods, [&](const LoadedMod& each) { return each.entry.name.bytes == name; });
}

/// Reads originals of a game with mods: from the store, or from the game if no mod changes the file.
OriginalReader reader_of_originals(const fs::path& game, const Installation& state)
{
    return [game, &state](const std::string& path) -> Result<std::optional<SharedBytes>> {
        const InstalledFile* const file = state.find_file(path);
        if (file == nullptr) {
            return reader_of_folder(game)(path);
        }
        if (file->original.bytes.empty()) {
            return std::nullopt;
        }
        const fs::path kept = state.store_folder(game) / file->path.bytes;
        Result<Bytes> bytes = read_file(kept);
        if (!bytes) {
            return fail(std::move(bytes.error()));
        }
        if (sha256_of(*bytes) != file->original.bytes) {
            return fail({.code = ErrorCode::mismatch,
                         .message = "this is not the original that was kept here",
                         .file = kept.string(),
                         .hint = "put the original file of the game here"});
        }
        return SharedBytes(std::move(*bytes));
    };
}

Result<LoadedMod> load_installed(const fs::path& game, const InstalledMod& entry)
{
    const fs::path file = game / package_path(entry.name.bytes);
    Result<Bytes> package = read_file(file);
    if (!package) {
        return fail(std::move(package.error()));
    }
    if (sha256_of(*package) != entry.sha256.bytes) {
        return fail({.code = ErrorCode::changed,
                     .message = "the package of this mod was changed",
                     .file = file.string(),
                     .hint = "install the mod again from its own package"});
    }
    Result<Contents> contents = read_package(*package, file.string());
    Result<Mod> mod = contents ? make_mod(std::move(*contents), file.string()) : fail(contents.error());
    if (!mod) {
        return fail(std::move(mod.error()));
    }
    return LoadedMod{entry, std::move(*mod), {}, false};
}

Result<std::vector<LoadedMod>> load_all_installed(const fs::path& game, const Installation& state)
{
    std::vector<LoadedMod> mods;
    for (const InstalledMod& entry : state.mods) {
        Result<LoadedMod> mod = load_installed(game, entry);
        if (!mod) {
            return fail(std::move(mod.error()));
        }
        mods.push_back(std::move(*mod));
    }
    return mods;
}

std::vector<const Mod*> enabled_mods(const std::vector<LoadedMod>& mods)
{
    std::vector<const Mod*> enabled;
    for (const LoadedMod& mod : mods) {
        if (mod.entry.enabled != 0) {
            enabled.push_back(&mod.mod);
        }
    }
    return enabled;
}

/// Inputs of a file's content, except the original.
std::string recipe_of(const Composer& composer, const std::string& path)
{
    Sha256 sum;
    sum.add(as_bytes(recipe_version));
    const auto add = [&](std::string_view text) { sum.add(as_bytes(fmt::format("{}:{}", text.size(), text))); };
    for (const Mod* const mod : composer.mods_for(path)) {
        add(mod->name());
        for (const config::ModReference& reference : mod->manifest.requirements) {
            add(reference.name.bytes);
        }
        const auto file = mod->files.find(path);
        add(file != mod->files.end()
                ? sha256_of(file->second)
                : sha256_of(as_bytes(substitute(mod->patches.find(path)->second, composer.names_for(*mod)))));
    }
    return sum.finish();
}

void allow_writing(const fs::path& file)
{
    std::error_code ignored;
    fs::permissions(file, fs::perms::owner_write, fs::perm_options::add, ignored);
}

/// Removes an original, and the folders in the store that are empty then.
void remove_original(const fs::path& store, const fs::path& file)
{
    std::error_code ignored;
    allow_writing(file);
    fs::remove(file, ignored);
    for (fs::path folder = file.parent_path(); folder != store && fs::remove(folder, ignored);
         folder = folder.parent_path()) {
    }
}

/// Removes originals that a killed command left in the game's own store: no mod changes the file, and the game has the same
/// bytes. Without the same bytes they stay, for a user who has lost the state. Returns true if there were any.
bool prune_store(const fs::path& game, const Installation& state)
{
    if (!state.store.bytes.empty()) {
        return false;
    }
    const fs::path store = state.store_folder(game);
    std::error_code error;
    std::vector<fs::path> unused;
    for (fs::recursive_directory_iterator at(store, error), end; !error && at != end; at.increment(error)) {
        const fs::path path = at->path().lexically_relative(store);
        std::error_code ignored;
        if (at->is_regular_file(ignored) && state.find_file(path.generic_string()) == nullptr) {
            unused.push_back(path);
        }
    }
    for (const fs::path& path : unused) {
        const Result<Bytes> kept = read_file(store / path);
        const Result<Bytes> now = read_file(game / path);
        if (kept && now && same_bytes(*kept, *now)) {
            remove_original(store, store / path);
        }
    }
    return !unused.empty();
}

/// One file that a command concerns.
struct PlannedFile {
    std::string path;    ///< as in the game's folder
    std::string recipe;  ///< empty if no mod changes the file any more
    bool is_managed{};   ///< by mods until now
    MaybeBytes now;
    std::string now_sum;
    std::string original;  ///< the sum of the original
    MaybeBytes after;
    std::vector<ModConflict> conflicts;
    std::optional<Error> error;
};

/// A change of an installation, from reading the state to the swap.
class Transition {
public:
    Transition(fs::path game, Installation old, std::vector<LoadedMod> mods, const InstallOptions& options)
        : game_(std::move(game)), old_(std::move(old)), mods_(std::move(mods)), options_(options)
    {
    }

    Result<InstallReport> run(const FileSnapshot& state_seen)
    {
        const std::vector<const Mod*> enabled = enabled_mods(mods_);
        Status status = check_order(enabled);
        if (!status) {
            return fail(status.error());
        }
        new_ = Installation{};
        new_.store = old_.store;
        new_.folders = old_.folders;
        std::vector<const Mod*> all;
        for (const LoadedMod& mod : mods_) {
            new_.mods.push_back(mod.entry);
            all.push_back(&mod.mod);
        }
        const OriginalReader originals = reader_of_originals(game_, old_);
        Result<Allocation> names = [&] {
            Allocation taken;
            for (const InstalledName& name : old_.names) {
                taken.emplace(name.symbol.bytes, name.value.bytes);
            }
            return allocate_names(all, std::move(taken), originals);
        }();
        if (!names) {
            return fail(std::move(names.error()));
        }
        for (const auto& [symbol, value] : *names) {
            new_.names.push_back({Text(symbol), Text(value)});
        }
        const Composer composer(enabled, originals, *names);
        plan(composer);
        compute(composer, originals);
        if (status = check_files(); !status) {
            return fail(status.error());
        }
        if (status = keep_originals(); !status) {
            return fail(status.error());
        }
        if (status = swap(state_seen); !status) {
            forget_originals();
            return fail(status.error());
        }
        clean_up();
        return std::move(report_);
    }

private:
    /// Finds the files that the change concerns. The others keep their entries.
    void plan(const Composer& composer)
    {
        std::set<std::string, PathLess> paths;
        for (const InstalledFile& file : old_.files) {
            paths.insert(file.path.bytes);
        }
        const std::vector<std::string> changed = composer.paths();
        const std::set<std::string, PathLess> wanted(changed.begin(), changed.end());
        paths.insert(changed.begin(), changed.end());
        for (const std::string& path : paths) {
            const InstalledFile* const file = old_.find_file(path);
            PlannedFile planned;
            planned.recipe = wanted.contains(path) ? recipe_of(composer, path) : std::string();
            std::error_code ignored;
            const bool is_there = file != nullptr && fs::exists(game_ / file->path.bytes, ignored);
            if (is_there && file->recipe.bytes == planned.recipe) {
                new_.files.push_back(*file);
                ++report_.unchanged;
                continue;
            }
            planned.path = file != nullptr ? file->path.bytes : path_in_game(game_, path);
            planned.is_managed = file != nullptr;
            files_.push_back(std::move(planned));
        }
    }

    void compute(const Composer& composer, const OriginalReader& originals)
    {
        std::atomic<std::size_t> next{0};
        std::atomic<std::size_t> done{0};
        std::mutex reporting;
        const auto work = [&] {
            for (std::size_t i = next++; i < files_.size(); i = next++) {
                PlannedFile& file = files_[i];
                Status status;
                {
                    const std::lock_guard lock(reporting);
                    status = options_.progress.step(static_cast<double>(done++) / static_cast<double>(files_.size()),
                                                    file.path);
                }
                status = status.and_then([&] { return compute_file(composer, originals, file); });
                if (!status) {
                    file.error = status.error();
                }
            }
        };
        std::vector<std::thread> threads;
        for (std::size_t i = 1; i < std::min(options_.jobs, files_.size()); ++i) {
            threads.emplace_back(work);
        }
        work();
        std::ranges::for_each(threads, &std::thread::join);
    }

    Status compute_file(const Composer& composer, const OriginalReader& originals, PlannedFile& file) const
    {
        Result<MaybeBytes> now = read_if_there(game_ / file.path);
        if (!now) {
            return fail(std::move(now.error()));
        }
        file.now = std::move(*now);
        file.now_sum = sum_of(file.now);
        const InstalledFile* const entry = old_.find_file(file.path);
        file.original = entry != nullptr ? entry->original.bytes : file.now_sum;
        const bool is_known = !file.now || entry == nullptr || file.now_sum == entry->installed.bytes ||
                              file.now_sum == entry->original.bytes;
        if (!is_known) {
            return fail({.code = ErrorCode::changed,
                         .message = "this file was changed after the mods were installed",
                         .file = (game_ / file.path).string(),
                         .hint = "move the file away to have it made again; your change can become a mod (redforge mod "
                                 "new); nothing was changed"});
        }
        if (file.recipe.empty()) {
            Result<std::optional<SharedBytes>> original = originals(file.path);
            if (!original) {
                return fail(std::move(original.error()));
            }
            file.after = *original ? MaybeBytes((*original)->joined()) : std::nullopt;
            return {};
        }
        Result<ComposedFile> made = composer.compose(file.path);
        Result<std::vector<ModConflict>> conflicts =
            made ? composer.conflicts(file.path) : fail(std::move(made.error()));
        if (!conflicts) {
            return fail(std::move(conflicts.error()));
        }
        file.after = made->content.joined();
        file.conflicts = std::move(*conflicts);
        return {};
    }

    /// All that is wrong, in one error: the first file, and the names of the others.
    Status check_files() const
    {
        std::optional<Error> first;
        std::vector<std::string> others;
        for (const PlannedFile& file : files_) {
            if (file.error && !first) {
                first = file.error;
            } else if (file.error && file.error->code != ErrorCode::cancelled) {
                others.push_back(describe(*file.error));
            }
        }
        if (!first) {
            return {};
        }
        if (!others.empty()) {
            first->message += fmt::format("; and {} more: {}", others.size(), fmt::join(others, "; "));
        }
        return fail(std::move(*first));
    }

    /// Copies originals that are not in the store yet. They are in the game too until the swap, so a kill loses nothing.
    Status keep_originals()
    {
        const fs::path store = new_.store_folder(game_);
        std::vector<FolderFile> files;
        for (const PlannedFile& file : files_) {
            if (file.recipe.empty() || file.is_managed || !file.now) {
                continue;
            }
            const fs::path kept = store / file.path;
            const Result<MaybeBytes> there = read_if_there(kept);
            if (!there) {
                return fail(there.error());
            }
            if (*there && same_bytes(**there, *file.now)) {
                continue;
            }
            if (*there && !new_.store.bytes.empty()) {
                return fail({.code = ErrorCode::exists,
                             .message = "the store has another original of this file",
                             .file = kept.string(),
                             .hint = "use a store of its own for each game"});
            }
            if (*there) {
                allow_writing(kept);
            }
            files.push_back({file.path, {*file.now}});
        }
        if (files.empty()) {
            return {};
        }
        std::error_code error;
        fs::create_directories(store, error);
        if (error) {
            return fail({.code = ErrorCode::io,
                         .message = fmt::format("cannot make this folder: {}", error.message()),
                         .file = store.string()});
        }
        const Result<Written> written =
            write_files(store, files, {.overwrite = Overwrite::allow, .cancel = options_.progress.cancel});
        if (!written) {
            return fail(written.error());
        }
        for (const FolderFile& file : files) {
            std::error_code ignored;
            kept_.push_back(store / file.relative);
            fs::permissions(kept_.back(), fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write,
                            fs::perm_options::remove, ignored);
        }
        return {};
    }

    /// After a failed swap. If a part of it is done and the next command is to complete it, the originals stay.
    void forget_originals()
    {
        const Result<Reading> reading = begin_reading(game_);
        if (!reading || !reading->unfinished.empty()) {
            return;
        }
        for (const fs::path& file : kept_) {
            remove_original(new_.store_folder(game_), file);
        }
        std::error_code ignored;
        fs::remove(new_.store_folder(game_), ignored);  // fails if it is not empty
    }

    Status swap(const FileSnapshot& state_seen)
    {
        std::vector<FolderFile> files;
        FolderRules rules{.others = FolderRules::Others::stay};
        FileSnapshot expected = state_seen;
        for (const PlannedFile& file : files_) {
            if (file.now) {
                rules.previous.push_back(file.path);
                expected.files.emplace(file.path, fingerprint_of(*file.now));
            }
            if (file.after) {
                files.push_back({file.path, {*file.after}});
            }
            if (!file.recipe.empty()) {
                new_.files.push_back(
                    {Text(file.path), Text(file.original), Text(sum_of(file.after)), Text(file.recipe)});
                note_folders(file.path);
                report_.conflicts.insert(report_.conflicts.end(), file.conflicts.begin(), file.conflicts.end());
            }
            const bool differs = sum_of(file.after) != file.now_sum;
            if (differs) {
                (!file.recipe.empty() ? report_.written
                 : file.after         ? report_.restored
                                      : report_.removed)
                    .push_back(file.path);
            }
        }
        std::ranges::sort(new_.files, {}, [](const InstalledFile& file) { return path_key(file.path.bytes); });
        for (const InstalledMod& mod : old_.mods) {
            rules.previous.push_back(package_path(mod.name.bytes));
            const auto loaded = find_loaded(mods_, mod.name.bytes);
            if (loaded != mods_.end() && !loaded->is_new) {
                rules.previous.pop_back();  // the package stays as it is
            }
        }
        for (const LoadedMod& mod : mods_) {
            if (mod.is_new) {
                files.push_back({package_path(mod.entry.name.bytes), {mod.package}});
            }
        }
        if (!state_seen.files.empty()) {
            rules.previous.emplace_back(state_file);
        }
        if (new_.mods.empty()) {
            new_.names.clear();
        }
        const std::string text = write_installation(new_);
        if (!new_.mods.empty()) {
            files.push_back({std::string(state_file), {as_bytes(text)}});
        }
        Result<Written> written =
            write_folder(game_, files, rules,
                         {.overwrite = Overwrite::allow, .cancel = options_.progress.cancel, .expected = &expected});
        if (!written) {
            return fail(std::move(written.error()));
        }
        report_.notes = std::move(written->notes);
        return {};
    }

    /// Remembers the folders that are made for a new file.
    void note_folders(const std::string& path)
    {
        for (fs::path folder = fs::path(path).parent_path(); !folder.empty(); folder = folder.parent_path()) {
            const Text name(folder.generic_string());
            std::error_code ignored;
            if (!fs::exists(game_ / folder, ignored) &&
                std::ranges::find(new_.folders, name, &InstalledFolder::path) == new_.folders.end()) {
                new_.folders.push_back({name});
            }
        }
    }

    /// After the swap: originals that are in the game again leave the store, and folders that are empty go. A kill here
    /// leaves files that nothing reads.
    void clean_up()
    {
        const fs::path store = new_.store_folder(game_);
        std::error_code ignored;
        for (const PlannedFile& file : files_) {
            if (file.recipe.empty() && !file.original.empty()) {
                remove_original(store, store / file.path);
            }
            for (fs::path folder = fs::path(file.path).parent_path(); file.recipe.empty() && !folder.empty();
                 folder = folder.parent_path()) {
                const Text name(folder.generic_string());
                if (std::ranges::find(old_.folders, name, &InstalledFolder::path) != old_.folders.end()) {
                    fs::remove(game_ / folder, ignored);  // fails if it is not empty
                }
            }
        }
        prune_store(game_, new_);
        if (new_.mods.empty()) {
            fs::remove(store, ignored);
            fs::remove(game_ / state_folder, ignored);
        }
    }

    fs::path game_;
    Installation old_;
    Installation new_;
    std::vector<LoadedMod> mods_;
    const InstallOptions& options_;
    std::vector<PlannedFile> files_;
    std::vector<fs::path> kept_;  ///< originals that this change put into the store
    InstallReport report_;
};

/// The state and its fingerprint, after what an earlier command left to do is done.
struct OpenedState {
    Installation state;
    FileSnapshot seen;
    bool has_completed{};  ///< an interrupted command was completed just now
};

Result<OpenedState> read_state_file(const fs::path& game)
{
    std::error_code ignored;
    if (!fs::is_directory(game, ignored)) {
        return fail({.code = ErrorCode::io, .message = "there is no such folder", .file = game.string()});
    }
    const fs::path file = game / state_file;
    const Result<MaybeBytes> bytes = read_if_there(file);
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
    }
    return opened;
}

Result<OpenedState> open_to_change(const fs::path& game, const InstallOptions& options)
{
    const Result<bool> finished = finish_writing(game, options.progress.cancel);
    Result<OpenedState> opened = finished ? read_state_file(game) : fail(finished.error());
    if (opened) {
        const bool has_leftovers = opened->state.mods.empty() && prune_store(game, opened->state);
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
        ready = ready == mods.end() ? mods.begin() : ready;  // a circle, which check_order() names
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
                         .hint = "leave --store out, or remove all mods first"});
        }
        opened->state.store = Text(store.generic_string());
    }
    return Transition(game, std::move(opened->state), std::move(*mods), options).run(opened->seen);
}

Result<InstallReport> remove(const fs::path& game, const std::vector<std::string>& names, const InstallOptions& options)
{
    Result<OpenedState> opened = open_to_change(game, options);
    // The same command again completes what a kill left of it: then its mods are gone already.
    const Status known = !opened || opened->has_completed ? Status{} : check_installed(opened->state, names);
    Result<std::vector<LoadedMod>> mods = opened
                                              ? known.and_then([&] { return load_all_installed(game, opened->state); })
                                              : fail(std::move(opened.error()));
    if (!mods) {
        return fail(std::move(mods.error()));
    }
    std::erase_if(*mods,
                  [&](const LoadedMod& mod) { return std::ranges::find(names, mod.entry.name.bytes) != names.end(); });
    return Transition(game, std::move(opened->state), std::move(*mods), options).run(opened->seen);
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
    return Transition(game, std::move(opened->state), std::move(*mods), options).run(opened->seen);
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
    return Transition(game, std::move(opened->state), std::move(ordered), options).run(opened->seen);
}

Result<Installation> read_installation(const fs::path& game)
{
    const Result<Reading> reading = begin_reading(game);
    if (!reading) {
        return fail(reading.error());
    }
    if (!reading->unfinished.empty()) {
        return fail({.code = ErrorCode::io,
                     .message = "a command that changes the mods was interrupted",
                     .file = game.string(),
                     .hint = "run the command again; the next mod install, remove, enable, disable or order completes "
                             "it"});
    }
    Result<OpenedState> opened = read_state_file(game);
    return opened ? Result<Installation>(std::move(opened->state)) : fail(std::move(opened.error()));
}

Result<std::vector<FileProblem>> find_changes(const fs::path& game, const Installation& state)
{
    std::vector<FileProblem> problems;
    for (const InstalledFile& file : state.files) {
        const Result<MaybeBytes> now = read_if_there(game / file.path.bytes);
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
            problems->push_back({file.path.bytes, "the mods make another file of the original now"});
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
