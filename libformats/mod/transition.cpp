// Computes, stages and replaces the files of a game.
#include "mod/transition.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/files/files_parts.hpp"
#include "mod/game_files.hpp"
#include "mod/map_files.hpp"
#include "mod/package.hpp"
#include "mod/sha256.hpp"

namespace redforge::mod {
namespace {

namespace fs = std::filesystem;

/// Version of the computation. Increment it after a change, so that all files are computed again.
constexpr std::string_view recipe_version = "3";

/// Returns a SHA-256 of all inputs of a file's content, except the original.
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
        for (const std::string& each : {path, map_of_visibility(path)}) {
            const auto file = mod->files.find(each);
            const auto patch = mod->patches.find(each);
            if (file != mod->files.end()) {
                add(sha256_of(file->second));
            } else if (patch != mod->patches.end()) {
                add(sha256_of(as_bytes(substitute(patch->second, composer.names_for(*mod)))));
                for (const auto& [name, side] : mod->side_files) {
                    add(name);
                    add(sha256_of(side));
                }
            }
        }
    }
    return sum.finish();
}

void allow_writing(const fs::path& file)
{
    std::error_code ignored;
    fs::permissions(file, fs::perms::owner_write, fs::perm_options::add, ignored);
}

/// Removes an original, and then its empty folders in the store.
void remove_original(const fs::path& store, const fs::path& file)
{
    std::error_code ignored;
    allow_writing(file);
    fs::remove(file, ignored);
    for (fs::path folder = file.parent_path(); folder != store && fs::remove(folder, ignored);
         folder = folder.parent_path()) {
    }
}

/// A file that a command affects.
struct PlannedFile {
    std::string path;    ///< path in the game's folder
    std::string recipe;  ///< empty if no mod changes the file any more
    bool is_managed{};   ///< true if mods changed or added the file in the old state
    MaybeBytes now;
    std::string now_sum;
    std::string original;  ///< SHA-256 of the original
    MaybeBytes after;
    std::string after_sum;
    std::size_t stale{};
    std::vector<ModConflict> conflicts;
    std::vector<std::string> notes;
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
            return allocate_names(all, enabled, std::move(taken), originals);
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
        warn_about_saves();
        if (status = keep_originals(); !status) {
            return fail(status.error());
        }
        const std::vector<fs::path> folders = folders_of_game();
        if (status = swap(state_seen); !status) {
            remove_unneeded_originals();
            return fail(status.error());
        }
        clean_up(folders);
        return std::move(report_);
    }

private:
    /// Finds the files that the change affects. Other files keep their entries.
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
        Result<MaybeBytes> now = read_if_exists(game_ / file.path);
        if (!now) {
            return fail(std::move(now.error()));
        }
        file.now = std::move(*now);
        file.now_sum = sum_of(file.now);
        const InstalledFile* const entry = old_.find_file(file.path);
        file.original = entry != nullptr ? entry->original.bytes : file.now_sum;
        if (Status status = compute_content(composer, originals, file); !status) {
            return status;
        }
        file.after_sum = sum_of(file.after);
        const bool is_known = !file.now || entry == nullptr || file.now_sum == entry->installed.bytes ||
                              file.now_sum == entry->original.bytes || file.now_sum == file.after_sum;
        if (!is_known) {
            return fail(
                {.code = ErrorCode::changed,
                 .message = "this file was changed after the mods were installed",
                 .file = (game_ / file.path).string(),
                 .hint = "move the file away to have it made again; redforge mod new NAME.mod --from-changes makes a "
                         "mod of your change; nothing was changed"});
        }
        return {};
    }

    static Status compute_content(const Composer& composer, const OriginalReader& originals, PlannedFile& file)
    {
        if (file.recipe.empty()) {
            Result<std::optional<SharedBytes>> original = originals(file.path);
            if (!original) {
                return fail(std::move(original.error()));
            }
            file.after = *original ? MaybeBytes((*original)->joined()) : std::nullopt;
            return {};
        }
        Result<ComposedFile> made = composer.compose(file.path);
        if (!made) {
            return fail(std::move(made.error()));
        }
        file.after = made->content.joined();
        file.stale = made->stale;
        file.conflicts = std::move(made->conflicts);
        file.notes = std::move(made->notes);
        return {};
    }

    /// Returns one error for all problems. It has the first file, and the names of the others.
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

    /// Copies originals that are not in the store yet. Until the swap, the game has them, too, so an interruption loses
    /// nothing.
    Status keep_originals()
    {
        const fs::path store = new_.store_folder(game_);
        std::vector<FolderFile> files;
        for (const PlannedFile& file : files_) {
            if (file.recipe.empty() || file.is_managed || !file.now) {
                continue;
            }
            const fs::path kept = store / file.path;
            const Result<MaybeBytes> there = read_if_exists(kept);
            if (!there) {
                return fail(there.error());
            }
            if (*there && same_bytes(**there, *file.now)) {
                continue;
            }
            if (*there) {
                return fail(
                    {.code = ErrorCode::exists,
                     .message = "the store has another original of this file",
                     .file = kept.string(),
                     .hint = fmt::format("an earlier installation stored it; if {} is the original, delete this "
                                         "file, otherwise put it into the game",
                                         (game_ / file.path).string())});
            }
            files.push_back({file.path, {*file.now}});
        }
        if (files.empty()) {
            return {};
        }
        const std::string owner = owner_of_store(game_);
        if (!new_.store.bytes.empty() && old_.mods.empty()) {
            files.push_back({std::string(store_owner_file), {as_bytes(owner)}});
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
            if (file.relative == store_owner_file) {
                continue;
            }
            std::error_code ignored;
            kept_.push_back(store / file.relative);
            fs::permissions(kept_.back(), fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write,
                            fs::perm_options::remove, ignored);
        }
        return {};
    }

    /// Removes originals from the store after a failed swap. Keeps all of them if the next command must complete a
    /// partial swap. Keeps originals that another installation uses or that the game does not have any more.
    void remove_unneeded_originals()
    {
        const Result<Reading> reading = begin_reading(game_);
        if (!reading || !reading->unfinished.empty()) {
            return;
        }
        std::error_code unknown;
        Installation now;
        if (fs::exists(game_ / state_file, unknown) || unknown) {
            Result<Installation> read = read_text_file(game_ / state_file).and_then([](std::string text) {
                return parse_installation(std::move(text), std::string(state_file));
            });
            if (!read) {
                return;
            }
            now = std::move(*read);
        }
        for (const fs::path& file : kept_) {
            const fs::path path = file.lexically_relative(new_.store_folder(game_));
            const Result<Bytes> kept = read_file(file);
            const Result<Bytes> current = read_file(game_ / path);
            if (now.find_file(path.generic_string()) == nullptr && kept && current && same_bytes(*kept, *current)) {
                remove_original(new_.store_folder(game_), file);
            }
        }
        std::error_code ignored;
        fs::remove(new_.store_folder(game_) / store_owner_file, ignored);
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
                new_.files.push_back({Text(file.path), Text(file.original), Text(file.after_sum), Text(file.recipe),
                                      static_cast<std::uint32_t>(file.stale)});
                if (const std::string note = stale_visibility_note(game_, new_.files.back()); !note.empty()) {
                    report_.notes.push_back(note);
                }
                note_folders(file.path);
                report_.conflicts.insert(report_.conflicts.end(), file.conflicts.begin(), file.conflicts.end());
                std::ranges::copy(file.notes, std::back_inserter(report_.notes));
            }
            const bool differs = file.after_sum != file.now_sum;
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
                rules.previous.pop_back();  // the package is unchanged
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
        std::ranges::move(written->notes, std::back_inserter(report_.notes));
        return {};
    }

    /// Adds notes if saves may not fit changed maps. As far as is known, saves refer to the objects of a map by index,
    /// so new objects at the end are harmless.
    void warn_about_saves()
    {
        if (!has_saves(game_)) {
            return;
        }
        for (const PlannedFile& file : files_) {
            if (file.now && file.after && moves_objects(*file.now, *file.after)) {
                report_.notes.push_back(fmt::format(
                    "{}: objects are removed or have other positions; saves made before may not fit this map",
                    file.path));
            }
        }
    }

    /// Records the folders that are created for a new file.
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

    /// Returns the folders of files that may be removed, except folders that mods created. They must be kept, because
    /// removing a file also removes its folder if it is empty.
    [[nodiscard]] std::vector<fs::path> folders_of_game() const
    {
        std::vector<fs::path> folders;
        for (const PlannedFile& file : files_) {
            std::error_code ignored;
            const fs::path folder = fs::path(file.path).parent_path();
            const Text name(folder.generic_string());
            if (file.recipe.empty() && !folder.empty() && fs::is_directory(game_ / folder, ignored) &&
                std::ranges::find(old_.folders, name, &InstalledFolder::path) == old_.folders.end()) {
                folders.push_back(game_ / folder);
            }
        }
        return folders;
    }

    /// Cleans up after the swap: removes originals that are back in the game from the store, and empty folders except
    /// `folders`. An interruption here only leaves unused files.
    void clean_up(const std::vector<fs::path>& folders)
    {
        const fs::path store = new_.store_folder(game_);
        std::error_code ignored;
        fs::remove(store / store_owner_file, ignored);
        for (const fs::path& folder : folders) {
            fs::create_directories(folder, ignored);
        }
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
        remove_unused_originals(game_, new_);
        if (new_.mods.empty()) {
            fs::remove(store, ignored);
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

}  // namespace

Result<InstallReport> change_installation(const fs::path& game, Installation old, std::vector<LoadedMod> mods,
                                          const InstallOptions& options, const FileSnapshot& state_seen)
{
    return Transition(game, std::move(old), std::move(mods), options).run(state_seen);
}

std::string owner_of_store(const fs::path& game)
{
    std::error_code ignored;
    return fs::weakly_canonical(game, ignored).generic_string() + "\n";
}

std::vector<fs::path> unused_originals(const fs::path& game, const Installation& state)
{
    std::vector<fs::path> unused;
    if (!state.store.bytes.empty()) {
        return unused;
    }
    const fs::path store = state.store_folder(game);
    std::error_code error;
    for (fs::recursive_directory_iterator at(store, error), end; !error && at != end; at.increment(error)) {
        const fs::path path = at->path().lexically_relative(store);
        std::error_code ignored;
        if (at->is_regular_file(ignored) && state.find_file(path.generic_string()) == nullptr) {
            unused.push_back(path);
        }
    }
    return unused;
}

bool remove_unused_originals(const fs::path& game, const Installation& state)
{
    const fs::path store = state.store_folder(game);
    const std::vector<fs::path> unused = unused_originals(game, state);
    for (const fs::path& path : unused) {
        if (files::is_temporary_name(path.filename().string())) {
            remove_original(store, store / path);
            continue;
        }
        const Result<Bytes> kept = read_file(store / path);
        const Result<Bytes> now = read_file(game / path);
        if (kept && now && same_bytes(*kept, *now)) {
            remove_original(store, store / path);
        }
    }
    return !unused.empty();
}

}  // namespace redforge::mod
