// Several changes of a folder as one: a list on the disk of what is to be done, which whoever comes next completes.
#include <array>
#include <cerrno>
#include <charconv>
#include <set>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "core/files_folder.hpp"

namespace redforge::posix {

namespace {

namespace fs = std::filesystem;

constexpr const char* unfinished_journal = "journal.new";
constexpr std::string_view first_line = "redforge folder write 1";
constexpr std::string_view last_line = "end";

Fd open_staging(int folder)
{
    return Fd(openat(folder, staging_folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

std::string journal_text(std::span<const FolderStep> steps)
{
    std::string text(first_line);
    text += '\n';
    for (const FolderStep& step : steps) {
        const std::string before =
            step.before ? fmt::format("{} {} {}", step.before->size, step.before->first, step.before->second) : "- - -";
        text += fmt::format("{} {} {}\n", step.removes ? "remove" : "write", before, step.name);
    }
    text += fmt::format("{}\n", last_line);
    return text;
}

/// The steps of a journal; empty when it is not one of ours.
std::optional<std::vector<FolderStep>> read_journal(const fs::path& path)
{
    const Result<std::string> text = read_text_file(path / staging_folder / journal_name);
    if (!text) {
        return std::nullopt;
    }
    std::istringstream lines(*text);
    std::string line;
    if (!std::getline(lines, line) || line != first_line) {
        return std::nullopt;
    }
    std::vector<FolderStep> steps;
    while (std::getline(lines, line) && line != last_line) {
        std::istringstream words(line);
        std::string verb;
        std::array<std::string, 3> numbers;
        FolderStep step;
        words >> verb >> numbers[0] >> numbers[1] >> numbers[2];
        words.get();
        if (!std::getline(words, step.name) || (verb != "write" && verb != "remove")) {
            return std::nullopt;
        }
        step.removes = verb == "remove";
        if (numbers[0] != "-") {
            Fingerprint before;
            const std::array<std::uint64_t*, 3> parts{&before.size, &before.first, &before.second};
            for (std::size_t i = 0; i < parts.size(); ++i) {
                const std::string& number = numbers.at(i);
                if (std::from_chars(number.data(), number.data() + number.size(), *parts.at(i)).ec != std::errc{}) {
                    return std::nullopt;
                }
            }
            step.before = before;
        }
        // The same rules as for what is written: a journal from somewhere else leads nowhere else.
        const FolderFile named{step.name, {}};
        if (!plan_folder(path, std::span(&named, 1))) {
            return std::nullopt;
        }
        steps.push_back(std::move(step));
    }
    return line == last_line ? std::optional(std::move(steps)) : std::nullopt;
}

Status sync_folders_of(int folder, std::span<const FolderStep> steps, const fs::path& path)
{
    std::set<std::string> parents{"."};
    for (const FolderStep& step : steps) {
        const fs::path parent = fs::path(step.name).parent_path();
        parents.insert(parent.empty() ? "." : parent.string());
    }
    for (const std::string& parent : parents) {
        const Fd opened(openat(folder, parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (opened) {  // a folder may have gone with the last file in it
            if (auto synced = sync_folder(opened.get(), path); !synced) {
                return synced;
            }
        }
    }
    return {};
}

/// False when it was done before.
Result<bool> do_step(int folder, int staging, const FolderStep& step, std::size_t number, const fs::path& path)
{
    const std::string waiting = std::to_string(number);
    if (!step.removes && faccessat(staging, waiting.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) != 0) {
        return false;
    }
    const auto now = content_now(folder, step.name, path);
    if (!now) {
        return fail(now.error());
    }
    if (step.removes && *now != step.before) {
        return false;  // gone, or somebody's new text, which stays
    }
    if (*now != step.before) {
        return fail({.code = ErrorCode::exists,
                     .message = "was changed after writing this folder was interrupted",
                     .file = (path / step.name).string(),
                     .hint = fmt::format("what was to be written is {}; take from it what you want, then move {} away",
                                         (path / staging_folder / waiting).string(), staging_folder)});
    }
    if (step.removes) {
        if (unlinkat(folder, step.name.c_str(), 0) != 0) {
            return fail(system_error(path / step.name, "remove this file", errno));
        }
        for (fs::path above = fs::path(step.name).parent_path(); !above.empty(); above = above.parent_path()) {
            unlinkat(folder, above.c_str(), AT_REMOVEDIR);  // only if nothing else is in it
        }
        return true;
    }
    constexpr mode_t mode = 0777;  // less the umask
    for (const std::string& above : folders_above(std::span(&step.name, 1))) {
        mkdirat(folder, above.c_str(), mode);
    }
    if (renameat(staging, waiting.c_str(), folder, step.name.c_str()) != 0) {
        return fail(system_error(path / step.name, "replace this file", errno));
    }
    return true;
}

}  // namespace

Result<std::optional<Fingerprint>> content_now(int folder, const std::string& name, const fs::path& path)
{
    const Fd file(openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file && errno == ENOENT) {
        return std::nullopt;
    }
    struct stat status {};
    if ((!file && errno == ELOOP) || (file && fstat(file.get(), &status) == 0 && !S_ISREG(status.st_mode))) {
        return fail({.code = ErrorCode::exists,
                     .message = file ? "is not a plain file" : "is a link",
                     .file = (path / name).string(),
                     .hint = "move it away or choose another folder; nothing was changed"});
    }
    const std::optional<Fingerprint> content = file ? fingerprint_of_file(file.get()) : std::nullopt;
    return content ? Result<std::optional<Fingerprint>>(content)
                   : fail(system_error(path / name, "read what is there now", errno));
}

Status commit_steps(int folder, std::span<const FolderStep> steps, const fs::path& path)
{
    const Fd staging = open_staging(folder);
    const Fd journal(openat(staging.get(), unfinished_journal, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600));
    if (!journal) {
        return fail(system_error(path, "make a file here", errno));
    }
    const std::string text = journal_text(steps);
    const std::array<std::span<const std::byte>, 1> pieces{std::as_bytes(std::span(text))};
    return write_all(journal.get(), pieces, nullptr, path)
        .and_then([&] { return sync_file(journal.get(), path); })
        .and_then([&]() -> Status {
            if (renameat(staging.get(), unfinished_journal, staging.get(), journal_name) != 0) {
                return fail(system_error(path, "make a file here", errno));
            }
            return sync_folder(staging.get(), path);
        });
}

Status do_steps(int folder, std::span<const FolderStep> steps, std::size_t& done, const fs::path& path)
{
    const Fd staging = open_staging(folder);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Result<bool> did = do_step(folder, staging.get(), steps[i], i, path);
        if (!did) {
            return fail(did.error());
        }
        done += *did ? std::size_t{1} : 0;
    }
    if (auto synced = sync_folders_of(folder, steps, path); !synced) {
        return synced;
    }
    static_cast<void>(remove_staging(folder));
    return {};
}

bool remove_staging(int folder) noexcept
{
    {
        const Fd staging = open_staging(folder);
        if (!staging) {
            return errno == ENOENT;
        }
        unlinkat(staging.get(), journal_name, 0);  // first: without it, nothing else counts
        for (const std::string& name : names_in(staging.get())) {
            if (name == unfinished_journal || name.find_first_not_of("0123456789") == std::string::npos) {
                unlinkat(staging.get(), name.c_str(), 0);
            }
        }
    }
    return unlinkat(folder, staging_folder, AT_REMOVEDIR) == 0;
}

Status normalize_folder(int folder, const fs::path& path)
{
    const Fd staging = open_staging(folder);
    if (!staging) {
        return {};
    }
    if (faccessat(staging.get(), journal_name, F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
        const auto steps = read_journal(path);
        if (!steps) {
            return fail({.code = ErrorCode::io,
                         .message = "writing this folder was interrupted, and what was to be done cannot be read",
                         .file = (path / staging_folder / journal_name).string(),
                         .hint = fmt::format("move {} away; the new files wait in it", staging_folder)});
        }
        std::size_t done = 0;
        return do_steps(folder, *steps, done, path);
    }
    static_cast<void>(remove_staging(folder));
    return {};
}

}  // namespace redforge::posix
