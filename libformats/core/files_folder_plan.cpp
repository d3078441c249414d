// Which names a folder is to have.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/files_folder.hpp"

namespace redforge::posix {

namespace {

namespace fs = std::filesystem;

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
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
    return !text.empty() && relative.is_relative() && std::none_of(text.begin(), text.end(), is_control) &&
           text.back() != '/' && std::none_of(relative.begin(), relative.end(), [](const fs::path& part) {
               return part.empty() || part == "." || part == ".." || part == staging_folder;
           });
}

}  // namespace

std::vector<std::string> folders_above(std::span<const std::string> names)
{
    std::set<std::string> folders;  // sorted: "a" comes before "a/b"
    for (const std::string& name : names) {
        for (fs::path above = fs::path(name).parent_path(); !above.empty(); above = above.parent_path()) {
            folders.insert(above.string());
        }
    }
    return {folders.begin(), folders.end()};
}

Result<FolderPlan> plan_folder(const fs::path& path, std::span<const FolderFile> files)
{
    FolderPlan plan;
    std::set<std::string> seen;
    for (const FolderFile& file : files) {
        if (!is_plain(file.relative)) {
            return fail(bad_name(path, file.relative, "does not stay below the folder",
                                 "names are relative, without '.', '..', empty parts or control characters"));
        }
        std::string name = file.relative.lexically_normal().string();
        if (!seen.insert(name).second) {
            return fail(bad_name(path, file.relative, "occurs twice", "each file needs a name of its own"));
        }
        plan.files.push_back(std::move(name));
    }
    plan.folders = folders_above(plan.files);
    for (const std::string& folder : plan.folders) {
        if (seen.contains(folder)) {
            return fail(bad_name(path, folder, "is both a file and a folder", "rename one of them"));
        }
    }
    return plan;
}

}  // namespace redforge::posix
