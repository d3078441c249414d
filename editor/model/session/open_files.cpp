// The files that a window has open.
#include "editor/model/session/open_files.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "core/files/files.hpp"

namespace redforge::editor {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view list_extension = ".open";
constexpr char path_end = '\0';  ///< follows each path; a path can contain line breaks

tl::unexpected<Error> cannot_store(const fs::path& path, std::error_code error)
{
    return fail({.code = ErrorCode::io,
                 .message = fmt::format("cannot store the list of open files: {}", error.message()),
                 .file = path.string(),
                 .hint = "after a crash, these files are not opened again"});
}

}  // namespace

Result<fs::path> open_files_folder()
{
    if (const fs::path state = platform::state_home(); !state.empty()) {
        return state / "redforge" / "windows";
    }
    return fail({.code = ErrorCode::usage,
                 .message = "no place for the list of open files: neither HOME nor XDG_STATE_HOME is set",
                 .hint = "set XDG_STATE_HOME to a folder that can be written"});
}

Result<OpenFiles> OpenFiles::begin(const fs::path& folder)
{
    if (const std::error_code error = platform::make_private_folder(folder)) {
        return cannot_store(folder, error);
    }
    const platform::CallResult<platform::Handle> opened = platform::open_folder(folder);
    if (!opened) {
        return cannot_store(folder, opened.error());
    }
    for (unsigned number = 1;; ++number) {
        const std::string name = fmt::format("{}{}", number, list_extension);
        platform::CallResult<platform::Handle> made =
            platform::open_file(*opened, name, platform::Access::create_private);
        if (made) {
            static_cast<void>(platform::lock_against_removal(*made));
            return OpenFiles(folder / name, std::move(*made));
        }
        if (made.error() != std::errc::file_exists) {
            return cannot_store(folder / name, made.error());
        }
    }
}

OpenFiles::~OpenFiles()
{
    if (file_) {
        std::error_code ignored;
        fs::remove(path_, ignored);
    }
}

Status OpenFiles::set(const std::vector<fs::path>& files)
{
    std::string text;
    for (const fs::path& file : files) {
        text += file.string() + path_end;
    }
    if (const std::error_code error = platform::resize(file_, 0)) {
        return cannot_store(path_, error);
    }
    for (std::span<const std::byte> left = as_bytes(text); !left.empty();) {
        const platform::CallResult<std::size_t> written = platform::write(file_, std::array{left});
        if (!written) {
            return cannot_store(path_, written.error());
        }
        left = left.subspan(*written);
    }
    return {};
}

std::vector<fs::path> take_left_open(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        std::error_code ignored;
        if (entry->path().extension() != list_extension || !entry->is_regular_file(ignored)) {
            continue;
        }
        const platform::CallResult<platform::Handle> list = platform::open_path(entry->path(), platform::Access::read);
        if (!list || !platform::lock_against_removal(*list)) {
            continue;  // its window is open
        }
        const Result<std::string> text = read_text_file(entry->path());
        std::string_view left = text ? std::string_view(*text) : std::string_view{};
        for (std::size_t end = left.find(path_end); end != std::string_view::npos; end = left.find(path_end)) {
            const fs::path file(left.substr(0, end));
            if (std::ranges::find(files, file) == files.end()) {
                files.push_back(file);
            }
            left.remove_prefix(end + 1);
        }
        fs::remove(entry->path(), ignored);
    }
    return files;
}

}  // namespace redforge::editor
