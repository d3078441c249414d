// Lists the files of archives in a Data folder.
#include "tes/archive/game_files.hpp"

#include <algorithm>

#include "core/bytes/mapped_file.hpp"
#include "core/files/files.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "tes/archive/game_archive.hpp"

namespace redforge::tes {
namespace {

namespace fs = std::filesystem;

std::string normal_path(std::string_view path)
{
    std::string normal = lower(path);
    std::ranges::replace(normal, '\\', '/');
    return normal;
}

/// Finds a file below a folder, ignoring case.
bool has_file(fs::path folder, std::string_view path)
{
    while (!path.empty()) {
        const std::string_view part = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(part.size() + 1, path.size()));
        if (part.empty() || part == "." || part == "..") {
            return false;
        }
        folder = find_entry(folder, encode_text(part, CodePage::cp1252));
        if (folder.empty()) {
            return false;
        }
    }
    std::error_code ignored;
    return fs::is_regular_file(folder, ignored);
}

}  // namespace

GameFiles::GameFiles(std::vector<fs::path> folders) : folders_(std::move(folders))
{
    for (const fs::path& folder : folders_) {
        std::error_code failed;
        for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
            const std::string extension = lower(at->path().extension().string());
            if (extension != ".bsa" && extension != ".ba2") {
                continue;
            }
            const Result<SharedBytes> bytes = map_file(at->path());
            const Result<GameArchive> archive = bytes ? GameArchive::read(*bytes) : fail(bytes.error());
            if (!archive) {
                Error error = archive.error();
                error.file = at->path().string();
                problems_.push_back("an archive cannot be read: " + describe(error));
                continue;
            }
            for (const ArchivedFile& file : archive->files()) {
                std::string path = normal_path(file.path);
                top_folders_.emplace(path.substr(0, path.find('/')));
                archived_.insert(std::move(path));
            }
        }
        if (failed && failed != std::errc::no_such_file_or_directory) {
            problems_.push_back(folder.string() + ": cannot be listed: " + failed.message());
        }
    }
}

bool GameFiles::has(std::string_view path) const
{
    const std::string normal = normal_path(path);
    return archived_.contains(normal) ||
           std::ranges::any_of(folders_, [&](const fs::path& folder) { return has_file(folder, normal); });
}

bool GameFiles::has_archived(std::string_view top_folder) const
{
    return top_folders_.contains(top_folder);
}

}  // namespace redforge::tes
