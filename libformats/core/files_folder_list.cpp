// Which names in a folder are ours: patterns, listings, plans, leftovers.
#include <algorithm>
#include <set>

#include <fcntl.h>
#include <fmt/format.h>
#include <fnmatch.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/files_folder.hpp"

namespace redforge::posix {

namespace {

namespace fs = std::filesystem;

bool matches(const std::string& pattern, const std::string& relative)
{
    return fnmatch(pattern.c_str(), relative.c_str(), FNM_PATHNAME | FNM_PERIOD) == 0;
}

/// Whether a pattern leads into a folder: as many of its leading parts as the folder has match, and more follow.
bool leads_into(const std::string& folder, std::string_view pattern)
{
    std::size_t end = 0;
    for (auto parts = std::count(folder.begin(), folder.end(), '/') + 1; parts > 0; --parts) {
        end = pattern.find('/', end == 0 ? 0 : end + 1);
        if (end == std::string_view::npos) {
            return false;
        }
    }
    return matches(std::string(pattern.substr(0, end)), folder);
}

/// False at the first foreign name.
bool list_into(FolderListing& listing, int folder, const std::string& prefix, Patterns ours)
{
    for (const std::string& name : names_in(folder)) {
        const std::string relative = prefix + name;
        struct stat status {};
        if (fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0) {
            if (S_ISREG(status.st_mode) && matches_any(relative, ours)) {
                listing.files.push_back(relative);
                continue;
            }
            if (S_ISDIR(status.st_mode) && std::any_of(ours.begin(), ours.end(), [&relative](std::string_view pattern) {
                    return leads_into(relative, pattern);
                })) {
                const Fd inner(openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
                listing.folders.push_back(relative);
                // A folder we may not look into may hold anything.
                if (inner && !list_into(listing, inner.get(), relative + "/", ours)) {
                    return false;
                }
                if (inner) {
                    continue;
                }
            }
        }
        listing.foreign = relative;
        return false;
    }
    return true;
}

Error bad_name(const fs::path& path, const fs::path& relative, std::string message, std::string hint)
{
    return {.code = ErrorCode::malformed,
            .message = fmt::format("the name '{}' {}", relative.string(), message),
            .file = path.string(),
            .hint = std::move(hint)};
}

bool is_plain(const fs::path& relative)
{
    const std::string text = relative.string();
    return !text.empty() && relative.is_relative() && text.find('\0') == std::string::npos && text.back() != '/' &&
           std::none_of(relative.begin(), relative.end(),
                        [](const fs::path& part) { return part.empty() || part == "." || part == ".."; });
}

}  // namespace

bool matches_any(const std::string& relative, Patterns ours)
{
    return std::any_of(ours.begin(), ours.end(),
                       [&relative](std::string_view pattern) { return matches(std::string(pattern), relative); });
}

FolderListing list_folder(int folder, Patterns ours)
{
    FolderListing listing;
    list_into(listing, folder, "", ours);
    return listing;
}

void remove_stale_folders(int parent, Patterns ours)
{
    for (const std::string& name : names_in(parent)) {
        if (!is_temp_name(name)) {
            continue;
        }
        const Fd folder(openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        struct stat status {};
        if (!folder || fstat(folder.get(), &status) != 0 || status.st_uid != geteuid() ||
            flock(folder.get(), LOCK_EX | LOCK_NB) != 0) {
            continue;
        }
        const FolderListing listing = list_folder(folder.get(), ours);
        if (listing.foreign.empty()) {
            static_cast<void>(remove_known(parent, name.c_str(), listing.files, listing.folders));
        }
    }
}

Result<FolderPlan> plan_folder(const fs::path& path, std::span<const FolderFile> files, Patterns ours)
{
    FolderPlan plan;
    std::set<std::string> seen;
    std::set<std::string> folders;  // sorted: "a" comes before "a/b"
    for (const FolderFile& file : files) {
        if (!is_plain(file.relative)) {
            return fail(bad_name(path, file.relative, "does not stay below the folder",
                                 "names are relative, without '.', '..' or empty parts"));
        }
        std::string name = file.relative.lexically_normal().string();
        if (!matches_any(name, ours)) {
            return fail(bad_name(path, file.relative, "is not of the kind this folder holds",
                                 fmt::format("it holds {}", fmt::join(ours, ", "))));
        }
        if (!seen.insert(name).second) {
            return fail(bad_name(path, file.relative, "occurs twice", "each file needs a name of its own"));
        }
        for (fs::path above = fs::path(name).parent_path(); !above.empty(); above = above.parent_path()) {
            folders.insert(above.string());
        }
        plan.files.push_back(std::move(name));
    }
    plan.folders.assign(folders.begin(), folders.end());
    for (const std::string& folder : plan.folders) {
        if (seen.contains(folder)) {
            return fail(bad_name(path, folder, "is both a file and a folder", "rename one of them"));
        }
    }
    return plan;
}

}  // namespace redforge::posix
