// Where an output path leads.
#include <algorithm>
#include <cerrno>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "core/files_posix.hpp"

namespace redforge::posix {

namespace {

namespace fs = std::filesystem;

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
