// The files of a folder form in memory, with ownership of their content.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/bytes/shared_bytes.hpp"
#include "core/files/files.hpp"
#include "core/files/side_files.hpp"
#include "core/text/text_sink.hpp"

namespace redforge::edit {

/// Files to be written to a folder. Owns every content, so that no view in files() can outlive its text.
class FolderContent {
public:
    /// Adds a file. `relative` is its path below the folder.
    void add(std::filesystem::path relative, SharedBytes content);
    void add(std::filesystem::path relative, std::string text)
    {
        add(std::move(relative), SharedBytes(std::move(text)));
    }
    void add(std::filesystem::path relative, TextSink text);
    /// Adds a side file as unpacking writes it into a new folder.
    void add(const SideFile& file);

    /// Returns views of the files, in the order of add(). Valid as long as this object.
    [[nodiscard]] std::span<const FolderFile> files() const { return files_; }
    /// Returns a reader of these files; it must not outlive this object. Errors: io (no such file).
    [[nodiscard]] SideFileReader reader() const;

private:
    std::vector<FolderFile> files_;
    std::vector<SharedBytes> contents_;  ///< moving one does not move its bytes
};

}  // namespace redforge::edit
