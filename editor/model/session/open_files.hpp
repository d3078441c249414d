// The list of files that a window has open, stored until it closes. After a crash, the next window opens them again.
//
// The list is a file in $XDG_STATE_HOME/redforge/windows (or ~/.local/state/redforge/windows), locked by its window. An
// unlocked list belongs to a window that ended without closing.
#pragma once

#include <filesystem>
#include <vector>

#include "core/error.hpp"
#include "core/platform/files.hpp"

namespace redforge::editor {

/// Returns the folder of lists. Errors: usage (neither XDG_STATE_HOME nor HOME is set).
[[nodiscard]] Result<std::filesystem::path> open_files_folder();

/// The list of this window.
class OpenFiles {
public:
    /// Creates an empty list in a folder. Errors: io.
    [[nodiscard]] static Result<OpenFiles> begin(const std::filesystem::path& folder);
    OpenFiles(OpenFiles&&) noexcept = default;
    OpenFiles& operator=(OpenFiles&&) = delete;
    OpenFiles(const OpenFiles&) = delete;
    OpenFiles& operator=(const OpenFiles&) = delete;
    ~OpenFiles();  ///< removes the list, because the window was closed normally

    /// Stores the files. Errors: io.
    Status set(const std::vector<std::filesystem::path>& files);

private:
    OpenFiles(std::filesystem::path path, platform::Handle file) : path_(std::move(path)), file_(std::move(file)) {}

    std::filesystem::path path_;
    platform::Handle file_;
};

/// Returns the files of all windows that ended without closing, each once, and removes their lists.
[[nodiscard]] std::vector<std::filesystem::path> take_left_open(const std::filesystem::path& folder);

}  // namespace redforge::editor
