// Where an output path leads, and which names around it are its backups.
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <ctime>
#include <memory>
#include <tuple>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include "core/files_posix.hpp"

namespace redforge::posix {

namespace {

namespace fs = std::filesystem;

/// "YYYYMMDD-HHMMSS" and the number after it, when a name is a backup of `name`.
std::optional<std::pair<std::string_view, unsigned>> backup_parts(std::string_view candidate, std::string_view name)
{
    constexpr std::string_view ending = ".bak";
    constexpr std::string_view form = "00000000-000000";
    if (candidate.size() < name.size() + 1 + form.size() + ending.size() || !candidate.starts_with(name) ||
        candidate[name.size()] != '.' || !candidate.ends_with(ending)) {
        return std::nullopt;
    }
    candidate.remove_prefix(name.size() + 1);
    candidate.remove_suffix(ending.size());
    const std::string_view stamp = candidate.substr(0, form.size());
    const bool well_formed = std::equal(stamp.begin(), stamp.end(), form.begin(), [](char c, char expected) {
        return expected == '0' ? (c >= '0' && c <= '9') : c == expected;
    });
    candidate.remove_prefix(form.size());
    if (!well_formed) {
        return std::nullopt;
    }
    if (candidate.empty()) {
        return std::pair{stamp, 1U};
    }
    unsigned number = 0;
    const char* end = candidate.data() + candidate.size();
    const auto parsed = std::from_chars(candidate.data() + 1, end, number);
    if (candidate.front() != '-' || parsed.ec != std::errc{} || parsed.ptr != end) {
        return std::nullopt;
    }
    return std::pair{stamp, number};
}

}  // namespace

std::vector<std::string> names_in(int folder)
{
    std::vector<std::string> names;
    const int file = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) {
        return names;
    }
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(fdopendir(file), closedir);
    if (!stream) {
        close(file);
        return names;
    }
    while (const dirent* entry = readdir(stream.get())) {
        const std::string_view name(entry->d_name);
        if (name != "." && name != "..") {
            names.emplace_back(name);
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<std::string> find_backups(int folder, std::string_view name)
{
    std::vector<std::string> found;
    for (std::string& candidate : names_in(folder)) {
        if (backup_parts(candidate, name)) {
            found.push_back(std::move(candidate));
        }
    }
    std::sort(found.begin(), found.end(), [name](const std::string& a, const std::string& b) {
        return *backup_parts(a, name) < *backup_parts(b, name);
    });
    return found;
}

std::string backup_name(std::string_view name, std::time_t now, unsigned n)
{
    std::tm local{};
    localtime_r(&now, &local);
    const std::string suffix = n > 1 ? fmt::format("-{}", n) : std::string();
    return fmt::format("{}.{:%Y%m%d-%H%M%S}{}.bak", name, local, suffix);
}

Result<Target> find_target(const fs::path& path)
{
    std::error_code error;
    fs::path real = path;
    if (!real.empty() && real.filename().empty()) {
        real = real.parent_path();  // "folder/" names the folder
    }
    if (real.empty()) {
        return fail({.code = ErrorCode::io, .message = "the output has an empty name", .hint = "give it a name"});
    }
    Target target;
    if (fs::exists(real, error)) {
        real = fs::canonical(real, error);
    } else {
        // A link that leads nowhere yet: what it leads to is to be made.
        constexpr int longest_chain = 40;  // as the kernel counts
        for (int links = 0; fs::is_symlink(real, error); ++links) {
            if (links == longest_chain) {
                return fail(system_error(path, "follow the link", ELOOP));
            }
            real = real.parent_path() / fs::read_symlink(real, error);
        }
    }
    if (error && error != std::errc::no_such_file_or_directory && error != std::errc::not_a_directory) {
        return fail(system_error(path, "find this name", error.value()));
    }
    target.home = real.has_parent_path() ? real.parent_path() : fs::path(".");
    target.name = real.filename().string();
    target.folder = Fd(open(target.home.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!target.folder) {
        Error missing = system_error(path, "use its folder", errno);
        if (errno == ENOENT || errno == ENOTDIR) {
            missing.message = errno == ENOENT ? fmt::format("there is no folder '{}'", target.home.string())
                                              : fmt::format("'{}' is not a folder", target.home.string());
            missing.hint = "make the folder first, or choose another";
        }
        return fail(std::move(missing));
    }
    if (target.name.empty() || target.name == "." || target.name == "..") {
        return fail({.code = ErrorCode::io,
                     .message = "this name cannot be replaced",
                     .file = path.string(),
                     .hint = "give the name of a file or folder to make"});
    }
    target.old = Fd(openat(target.folder.get(), target.name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    if (target.old ? fstat(target.old.get(), &target.status) != 0 : errno != ENOENT) {
        return fail(system_error(path, "look at what is there now", errno));
    }
    return target;
}

}  // namespace redforge::posix
