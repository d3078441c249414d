// The user's own folder for what a program remembers from one run to the next.
#include "core/state_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>

#include "core/files_posix.hpp"

namespace redforge {

namespace fs = std::filesystem;

Result<fs::path> state_folder(std::string_view what)
{
    const char* state = std::getenv("XDG_STATE_HOME");  // NOLINT(*mt-unsafe*): nothing of ours changes the environment
    const char* home = std::getenv("HOME");             // NOLINT(*mt-unsafe*)
    // The XDG rules have it that a relative path is to be ignored.
    if (state != nullptr && fs::path(state).is_absolute()) {
        return fs::path(state) / "redforge";
    }
    if (home != nullptr && *home != '\0') {
        return fs::path(home) / ".local/state/redforge";
    }
    return fail({.code = ErrorCode::usage,
                 .message = fmt::format("no place for {}: neither HOME nor XDG_STATE_HOME is set", what),
                 .hint = "set XDG_STATE_HOME to a folder that can be written"});
}

Status make_private_folder(const fs::path& folder)
{
    struct stat status {};
    std::vector<fs::path> missing;
    for (fs::path at = folder; !at.empty() && at != at.parent_path(); at = at.parent_path()) {
        if (posix::again([&] { return stat(at.c_str(), &status); }) == 0) {
            break;
        }
        if (errno != ENOENT) {
            return fail(posix::system_error(at, "look at this folder", errno));
        }
        missing.push_back(at);
    }
    for (auto at = missing.rbegin(); at != missing.rend(); ++at) {
        constexpr mode_t only_mine = 0700;
        if (posix::again([&] { return mkdir(at->c_str(), only_mine); }) != 0 && errno != EEXIST) {
            return fail(posix::system_error(*at, "make this folder", errno));
        }
        const posix::Fd above = posix::open_at(AT_FDCWD, at->parent_path().c_str(), O_RDONLY | O_DIRECTORY);
        if (const Status synced = above ? posix::sync_folder(above.get(), at->parent_path()) : Status{}; !synced) {
            return synced;
        }
    }
    return {};
}

}  // namespace redforge
