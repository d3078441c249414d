// Backups of files and folders that are replaced.
#include "core/files/backups.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "core/files/files_parts.hpp"
#include "core/platform/process.hpp"
#include "core/progress.hpp"
#include "core/text/words.hpp"

namespace redforge {

namespace {

namespace fs = std::filesystem;
using platform::Handle;

constexpr std::string_view stamp_form = "00000000-000000";
constexpr int days_kept = 7;

/// Returns the parts of a backup's name before and after the date, shortened so that the name fits the file system
/// limit.
std::pair<std::string, std::string> around_date(std::string_view name)
{
    constexpr std::size_t room = platform::max_name - 2 - stamp_form.size() - 8;
    const fs::path whole(name);
    std::string ending = whole.extension().string();
    ending.resize(std::min<std::size_t>(ending.size(), 32));
    std::string stem = whole.stem().string();
    stem.resize(std::min(stem.size(), room - ending.size()));
    return {std::move(stem), std::move(ending)};
}

/// Returns the "YYYYMMDD-HHMMSS" and the number in the name of a backup of `name`; nullopt for other names.
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
        return expected == '0' ? is_digit(c) : c == expected;
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

/// Returns the full path, with links resolved and without a trailing slash. It is equal for all spellings of a file.
fs::path full_path(const fs::path& path)
{
    std::error_code error;
    const fs::path absolute = fs::absolute(path, error);  // weakly_canonical() can return a relative path
    fs::path full = fs::weakly_canonical(absolute, error);
    if (error) {
        full = absolute.lexically_normal();
    }
    return full.filename().empty() ? full.parent_path() : full;
}

Error backup_error(Error error, const fs::path& folder)
{
    if (error.code == ErrorCode::io || error.code == ErrorCode::exists) {
        error.message = fmt::format("cannot keep a backup in {}: {}", folder.string(), error.message);
        error.file.clear();
        error.hint = "set XDG_STATE_HOME to a folder that can be written, or REDFORGE_BACKUPS to 0 for no backups; "
                     "nothing was changed";
    }
    return error;
}

/// The folder with the backups of a file or folder, and the names of the backups, oldest first.
struct BackupFolder {
    fs::path folder;
    std::string name;
    std::vector<std::string> backups{};
};

/// Creates the folder for the backups of a path if it is missing, and lists it. Returns nullopt if backups are
/// disabled.
Result<std::optional<BackupFolder>> open_backup_folder(const fs::path& path)
{
    const Result<BackupPlace> place = backup_place();
    if (!place || place->limit == 0) {
        return place ? Result<std::optional<BackupFolder>>(std::nullopt) : fail(place.error());
    }
    BackupFolder home{.folder = backups_of(*place, path), .name = full_path(path).filename().string()};
    const std::error_code error = platform::make_private_folder(home.folder);
    auto opened = error ? tl::unexpected(error) : platform::open_folder(home.folder);
    const auto names = opened ? platform::names_in(*opened) : tl::unexpected(opened.error());
    if (!names) {
        return fail(backup_error(files::system_error({}, "use this folder", names.error()), home.folder));
    }
    home.backups = backups_among(*names, home.name);
    return home;
}

/// Returns the first number for a new backup: above all backups of this second, even if earlier ones were removed.
unsigned next_number(const BackupFolder& home, std::time_t now)
{
    const auto newest = home.backups.empty() ? std::nullopt : backup_parts(home.backups.back(), home.name);
    return newest && newest->first == backup_parts(backup_name(home.name, now, 1), home.name)->first
               ? newest->second + 1
               : 1;
}

/// Returns true if the newest backup contains exactly these files.
bool is_in_newest(const BackupFolder& home, std::span<const FolderFile> files)
{
    const fs::path newest = home.backups.empty() ? fs::path() : home.folder / home.backups.back();
    std::size_t count = 0;
    std::error_code error;
    for (fs::recursive_directory_iterator at(newest, error), end; !error && at != end; at.increment(error)) {
        count += at->is_regular_file(error) ? std::size_t{1} : 0;
    }
    return !newest.empty() && (count == 0 || count == files.size()) &&
           std::ranges::all_of(files, [&](const FolderFile& file) {
               const auto kept = read_fingerprint(file.relative.empty() ? newest : newest / file.relative);
               return kept && *kept == fingerprint_of(Chunks(file.content));
           });
}

}  // namespace

Result<BackupPlace> backup_place()
{
    BackupPlace place;
    if (const auto limit = platform::environment("REDFORGE_BACKUPS")) {
        const char* end = limit->data() + limit->size();
        const auto parsed = std::from_chars(limit->data(), end, place.limit);
        if (parsed.ec != std::errc{} || parsed.ptr != end) {
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("REDFORGE_BACKUPS is \"{}\", not a number", *limit),
                         .hint = "it is the number of backups to keep for each file, or 0 for none"});
        }
    }
    Result<fs::path> state = files::state_folder("backups");
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
    return place.folder /
           fmt::format("{}-{:010x}", full.filename().string().substr(0, platform::max_name - 1 - digits), number);
}

std::string backup_name(std::string_view name, std::time_t when, unsigned n)
{
    const std::tm local = fmt::localtime(when);
    const auto [stem, ending] = around_date(name);
    const std::string number = n > 1 ? fmt::format("-{}", n) : std::string();
    return fmt::format("{}.{:%Y%m%d-%H%M%S}{}{}", stem, local, number, ending);
}

std::string original_name(std::string_view backup)
{
    const fs::path whole(backup);
    const fs::path stamped = whole.stem();  // ISLAND.20260131-184502
    std::string name = stamped.stem().string() + whole.extension().string();
    return backup_parts(backup, name) ? name : std::string(backup);
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

Result<std::optional<Backup>> back_up(const fs::path& path, const Handle& folder, std::span<const std::string> names,
                                      bool is_folder, const std::atomic<bool>* cancel)
{
    const Result<std::optional<BackupFolder>> home = open_backup_folder(path);
    if (!home || !*home) {
        return home ? Result<std::optional<Backup>>(std::nullopt) : fail(home.error());
    }
    constexpr const char* doing = "read the old content for its backup";
    const BackupFolder& at = **home;
    std::vector<Bytes> contents;
    std::vector<FolderFile> copies;
    for (const std::string& name : names) {
        const auto old = files::open_below(folder, name, platform::Access::read);
        const auto read = [&](ByteView block) {
            contents.back().insert(contents.back().end(), block.begin(), block.end());
            return files::is_cancelled(cancel) ? fail(cancelled_error()) : Status{};
        };
        contents.emplace_back();
        if (const Status all =
                old ? files::read_all(*old, doing, path, read) : fail(files::system_error(path, doing, old.error()));
            !all) {
            return fail(all.error());
        }
        copies.push_back({is_folder ? fs::path(name) : fs::path(), {contents.back()}});
    }
    if (is_in_newest(at, copies)) {
        return Backup{at.folder / at.backups.back(), false};
    }
    constexpr unsigned max_in_a_second = 1000;
    const std::time_t now = std::time(nullptr);
    const unsigned first = next_number(at, now);
    for (unsigned n = first;; ++n) {
        const Backup backup{at.folder / backup_name(at.name, now, n), true};
        const auto written = is_folder ? write_folder(backup.path, copies, {}, {.cancel = cancel})
                                       : write_file(backup.path, contents.front(), {.cancel = cancel});
        if (!written && written.error().code == ErrorCode::exists && n < first + max_in_a_second) {
            continue;
        }
        if (!written || !written->notes.empty()) {  // a note means that the backup may not survive a crash
            remove_backup(written ? std::optional(backup) : std::nullopt);
            return fail(backup_error(written ? Error{.code = ErrorCode::io, .message = written->notes.front()}
                                             : written.error(),
                                     at.folder));
        }
        return backup;
    }
}

void remove_backup(const std::optional<Backup>& backup) noexcept
{
    std::error_code ignored;
    if (backup && backup->is_new) {
        fs::remove_all(backup->path, ignored);
    }
}

std::optional<fs::path> keep_backup(const std::optional<Backup>& backup, const fs::path& path)
{
    const Result<BackupPlace> place = backup_place();
    if (!backup || !place || place->limit == 0) {
        return std::nullopt;
    }
    const fs::path folder = backup->path.parent_path();
    const std::string name = full_path(path).filename().string();
    const auto opened = platform::open_folder(folder);
    const auto names = opened ? platform::names_in(*opened) : tl::unexpected(opened.error());
    constexpr std::time_t day = 24 * 60 * 60;
    const std::time_t first = std::time(nullptr) - (days_kept - 1) * day;
    const std::tm local = fmt::localtime(first);
    const auto backups = backups_among(names.value_or(std::vector<std::string>{}), name);
    for (const std::string& gone : superseded(backups, name, place->limit, fmt::format("{:%Y%m%d}", local))) {
        std::error_code ignored;
        fs::remove_all(folder / gone, ignored);
    }
    return backup->path;
}

}  // namespace redforge
