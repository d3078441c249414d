// Backups of files and folders that are replaced.
#include "core/backups.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdlib>
#include <set>
#include <tuple>

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include "core/files.hpp"
#include "core/files_folder.hpp"
#include "core/files_posix.hpp"
#include "core/state_folder.hpp"

namespace redforge {

namespace {

namespace fs = std::filesystem;
using posix::Fd;

constexpr std::string_view stamp_form = "00000000-000000";
constexpr int days_kept = 7;

std::optional<std::string> environment(const char* name)
{
    const char* value = std::getenv(name);  // NOLINT(*mt-unsafe*): nothing of ours changes the environment
    return value != nullptr && *value != '\0' ? std::optional<std::string>(value) : std::nullopt;
}

/// What stands before and behind the date in a backup's name; cut so that the whole is no longer than a name may be.
std::pair<std::string, std::string> around_date(std::string_view name)
{
    constexpr std::size_t room = NAME_MAX - 2 - stamp_form.size() - 8;
    const fs::path whole(name);
    std::string ending = whole.extension().string();
    ending.resize(std::min<std::size_t>(ending.size(), 32));
    std::string stem = whole.stem().string();
    stem.resize(std::min(stem.size(), room - ending.size()));
    return {std::move(stem), std::move(ending)};
}

/// "YYYYMMDD-HHMMSS" and the number after it, when a name is a backup of `name`.
std::optional<std::pair<std::string, unsigned>> backup_parts(std::string_view candidate, std::string_view name)
{
    const auto [stem, ending] = around_date(name);
    if (candidate.size() < stem.size() + 1 + stamp_form.size() + ending.size() || !candidate.starts_with(stem) ||
        candidate[stem.size()] != '.' || !candidate.ends_with(ending)) {
        return std::nullopt;
    }
    candidate.remove_prefix(stem.size() + 1);
    candidate.remove_suffix(ending.size());
    const std::string_view stamp = candidate.substr(0, stamp_form.size());
    const bool well_formed = std::equal(stamp.begin(), stamp.end(), stamp_form.begin(), [](char c, char expected) {
        return expected == '0' ? (c >= '0' && c <= '9') : c == expected;
    });
    candidate.remove_prefix(stamp_form.size());
    if (!well_formed) {
        return std::nullopt;
    }
    if (candidate.empty()) {
        return std::pair{std::string(stamp), 1U};
    }
    unsigned number = 0;
    const char* end = candidate.data() + candidate.size();
    const auto parsed = std::from_chars(candidate.data() + 1, end, number);
    if (candidate.front() != '-' || parsed.ec != std::errc{} || parsed.ptr != end) {
        return std::nullopt;
    }
    return std::pair{std::string(stamp), number};
}

/// The full path, links followed, without a slash behind it: the same for every way to name a file.
fs::path full_path(const fs::path& path)
{
    std::error_code error;
    fs::path full = fs::weakly_canonical(path, error);
    if (error) {
        full = fs::absolute(path, error).lexically_normal();
    }
    return full.filename().empty() ? full.parent_path() : full;
}

Error cannot_keep(Error error, const fs::path& folder)
{
    if (error.code == ErrorCode::io || error.code == ErrorCode::exists) {
        error.message = fmt::format("cannot keep a backup in {}: {}", folder.string(), error.message);
        error.file.clear();
        error.hint = "set XDG_STATE_HOME to a folder that can be written, or REDFORGE_BACKUPS to 0 for no backups; "
                     "nothing was changed";
    }
    return error;
}

/// The place for backups of a path, open, and the names there, oldest first.
struct Home {
    fs::path folder;
    std::string name;
    Fd opened;
    std::vector<std::string> backups;
};

Result<std::optional<Home>> open_home(const fs::path& path)
{
    const Result<BackupPlace> place = backup_place();
    if (!place) {
        return fail(place.error());
    }
    if (place->limit == 0) {
        return std::nullopt;
    }
    Home home{.folder = backups_of(*place, path),
              .name = full_path(path).filename().string(),
              .opened = {},
              .backups = {}};
    if (const Status made = make_private_folder(home.folder); !made) {
        return fail(cannot_keep(made.error(), home.folder));
    }
    home.opened = posix::open_at(AT_FDCWD, home.folder.c_str(), O_RDONLY | O_DIRECTORY);
    const auto names =
        home.opened ? posix::names_in(home.opened.get(), {}) : fail(posix::system_error({}, "open this folder", errno));
    if (!names) {
        return fail(cannot_keep(names.error(), home.folder));
    }
    home.backups = backups_among(*names, home.name);
    posix::remove_stale(home.opened.get());
    return home;
}

constexpr unsigned most_in_a_second = 1000;

/// The number to begin with for a backup made now: above those of the same second, of which the first may be gone.
unsigned next_number(const Home& home, std::time_t now)
{
    if (home.backups.empty()) {
        return 1;
    }
    const auto newest = backup_parts(home.backups.back(), home.name);
    return newest && newest->first == backup_parts(backup_name(home.name, now, 1), home.name)->first
               ? newest->second + 1
               : 1;
}

Fd open_below(int folder, const std::string& name)
{
    const auto place = posix::walk(folder, name, {});
    return place && *place ? posix::open_at((*place)->folder.get(), (*place)->name.c_str(), O_RDONLY | O_NOFOLLOW)
                           : Fd();
}

}  // namespace

Result<BackupPlace> backup_place()
{
    BackupPlace place;
    if (const auto limit = environment("REDFORGE_BACKUPS")) {
        const char* end = limit->data() + limit->size();
        const auto parsed = std::from_chars(limit->data(), end, place.limit);
        if (parsed.ec != std::errc{} || parsed.ptr != end) {
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("REDFORGE_BACKUPS is \"{}\", not a number", *limit),
                         .hint = "it says how many backups of a file are kept, 0 for none"});
        }
    }
    Result<fs::path> state = state_folder("backups");
    if (!state && place.limit > 0) {
        state.error().hint += ", or REDFORGE_BACKUPS to 0 for no backups";
        return fail(std::move(state.error()));
    }
    if (state) {
        place.folder = *state / "backups";
    }
    return place;
}

fs::path backups_of(const BackupPlace& place, const fs::path& path)
{
    const fs::path full = full_path(path);
    const std::string text = full.string();
    const std::uint64_t number = fingerprint_of(std::as_bytes(std::span(text))).first >> 24U;
    constexpr std::size_t digits = 10;
    return place.folder / fmt::format("{}-{:010x}", full.filename().string().substr(0, NAME_MAX - 1 - digits), number);
}

std::string backup_name(std::string_view name, std::time_t when, unsigned n)
{
    std::tm local{};
    localtime_r(&when, &local);
    const auto [stem, ending] = around_date(name);
    const std::string number = n > 1 ? fmt::format("-{}", n) : std::string();
    return fmt::format("{}.{:%Y%m%d-%H%M%S}{}{}", stem, local, number, ending);
}

std::vector<std::string> backups_among(std::span<const std::string> names, std::string_view name)
{
    std::vector<std::string> found;
    std::copy_if(names.begin(), names.end(), std::back_inserter(found),
                 [name](const std::string& candidate) { return backup_parts(candidate, name).has_value(); });
    std::sort(found.begin(), found.end(), [name](const std::string& a, const std::string& b) {
        return *backup_parts(a, name) < *backup_parts(b, name);
    });
    return found;
}

std::vector<std::string> superseded(std::span<const std::string> backups, std::string_view name, std::size_t limit,
                                    std::string_view first_day)
{
    std::vector<std::string> gone;
    std::set<std::string> days;
    std::size_t newer = 0;
    for (auto at = backups.rbegin(); at != backups.rend(); ++at, ++newer) {
        const std::string day = backup_parts(*at, name)->first.substr(0, first_day.size());
        const bool newest_of_day = days.insert(day).second;
        if (newer >= limit && !(newest_of_day && day >= first_day)) {
            gone.push_back(*at);
        }
    }
    return gone;
}

Result<std::optional<Backup>> back_up_file(const fs::path& path, const std::atomic<bool>* cancel)
{
    Result<std::optional<Home>> home = open_home(path);
    if (!home || !*home) {
        return home ? Result<std::optional<Backup>>(std::nullopt) : fail(home.error());
    }
    const Home& at = **home;
    const int folder = at.opened.get();
    const Fd old = posix::open_at(AT_FDCWD, path.c_str(), O_RDONLY);
    struct stat status {};
    if (!old || fstat(old.get(), &status) != 0) {
        return fail(posix::system_error(path, "read the old content for its backup", errno));
    }
    if (!at.backups.empty()) {
        const Fd newest = posix::open_at(folder, at.backups.back().c_str(), O_RDONLY | O_NOFOLLOW);
        if (newest && posix::same_bytes(newest.get(), old.get())) {
            return Backup{at.folder / at.backups.back(), false};
        }
    }
    Result<posix::Staged> staged = posix::Staged::make(folder, at.name, {});
    if (!staged) {
        return fail(cannot_keep(staged.error(), at.folder));
    }
    posix::copy_attributes(old.get(), staged->file(), status);
    if (auto copied = posix::copy_all(old.get(), staged->file(), cancel, {}); !copied) {
        return fail(cannot_keep(copied.error(), at.folder));
    }
    int number = EEXIST;
    const std::time_t now = std::time(nullptr);
    for (unsigned n = next_number(at, now), last = n + most_in_a_second; number == EEXIST && n < last; ++n) {
        const std::string name = backup_name(at.name, now, n);
        number = posix::rename_new(folder, staged->hidden().c_str(), folder, name.c_str());
        if (number == 0) {
            staged->given_away();
            const Backup made{at.folder / name, true};
            if (const Status synced = posix::sync_folder(folder, at.folder); !synced) {
                withdraw(made);
                return fail(cannot_keep(synced.error(), at.folder));
            }
            return made;
        }
    }
    return fail(cannot_keep(posix::system_error({}, "give it a name", number), at.folder));
}

Result<std::optional<Backup>> back_up_folder(const fs::path& path, int folder, std::span<const std::string> names,
                                             const std::atomic<bool>* cancel)
{
    Result<std::optional<Home>> home = open_home(path);
    if (!home || !*home) {
        return home ? Result<std::optional<Backup>>(std::nullopt) : fail(home.error());
    }
    const Home& at = **home;
    if (!at.backups.empty()) {
        const fs::path newest = at.folder / at.backups.back();
        std::error_code error;
        std::size_t count = 0;
        for (fs::recursive_directory_iterator entry(newest, error), end; !error && entry != end;
             entry.increment(error)) {
            count += entry->is_regular_file(error) ? std::size_t{1} : 0;
        }
        const bool same = !error && count == names.size() && std::ranges::all_of(names, [&](const std::string& name) {
            const Fd kept = posix::open_at(AT_FDCWD, (newest / name).c_str(), O_RDONLY | O_NOFOLLOW);
            const Fd now = open_below(folder, name);
            return kept && now && posix::same_bytes(kept.get(), now.get());
        });
        if (same) {
            return Backup{newest, false};
        }
    }
    const posix::FillFile copy = [&](int into, const std::string& name, std::size_t n, bool) -> Status {
        const Fd old = open_below(folder, names[n]);
        struct stat status {};
        if (!old || fstat(old.get(), &status) != 0) {
            return fail(posix::system_error({}, fmt::format("read {} for its backup", names[n]), errno));
        }
        constexpr mode_t mode = 0666;  // less the umask
        const Fd made = posix::open_at(into, name.c_str(), O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW, mode);
        if (!made) {
            return fail(posix::system_error({}, "make a file here", errno));
        }
        posix::copy_attributes(old.get(), made.get(), status);
        return posix::copy_all(old.get(), made.get(), cancel, {});
    };
    const posix::FillFile compared_already = [](int, const std::string&, std::size_t, bool) { return Status{}; };
    const std::time_t now = std::time(nullptr);
    for (unsigned n = next_number(at, now), last = n + most_in_a_second; n < last; ++n) {
        const std::string name = backup_name(at.name, now, n);
        std::vector<std::string> not_sure;
        const Result<bool> built =
            posix::build_folder(at.opened.get(), name, names, {copy, compared_already}, cancel, {}, not_sure);
        if (!built) {
            return fail(cannot_keep(built.error(), at.folder));
        }
        const Backup made{at.folder / name, true};
        if (*built && !not_sure.empty()) {
            withdraw(made);
            return fail(cannot_keep({.code = ErrorCode::io, .message = not_sure.front()}, at.folder));
        }
        if (*built) {
            return made;
        }
    }
    return fail(cannot_keep(posix::system_error({}, "give it a name", EEXIST), at.folder));
}

void withdraw(const Backup& backup) noexcept
{
    if (backup.is_new) {
        std::error_code ignored;
        fs::remove_all(backup.path, ignored);
    }
}

void remove_superseded(const fs::path& path)
{
    const Result<BackupPlace> place = backup_place();
    if (!place || place->limit == 0) {
        return;
    }
    const fs::path folder = backups_of(*place, path);
    const std::string name = full_path(path).filename().string();
    const Fd opened = posix::open_at(AT_FDCWD, folder.c_str(), O_RDONLY | O_DIRECTORY);
    const auto names = opened ? posix::names_in(opened.get(), folder) : Result<std::vector<std::string>>{};
    if (!opened || !names) {
        return;
    }
    constexpr std::time_t day = 24 * 60 * 60;
    const std::time_t first = std::time(nullptr) - (days_kept - 1) * day;
    std::tm local{};
    localtime_r(&first, &local);
    const auto backups = backups_among(*names, name);
    for (const std::string& gone : superseded(backups, name, place->limit, fmt::format("{:%Y%m%d}", local))) {
        std::error_code ignored;
        fs::remove_all(folder / gone, ignored);
    }
}

}  // namespace redforge
