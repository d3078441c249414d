// Unpacked folders as a whole: which files belong to one, and writing some of them in one step.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/files/files.hpp"
#include "core/format.hpp"
#include "edit/document/folder_content.hpp"

namespace redforge::edit {

/// Returns the XML file of an unpacked folder. Returns nullopt if the folder is not an unpacked document. Errors: io.
[[nodiscard]] Result<std::optional<std::filesystem::path>> find_folder_document(const std::filesystem::path& folder);

/// Errors: mismatch (the folder has another document next to `document`; both cannot be its content).
[[nodiscard]] Status check_only_document(const std::filesystem::path& document);

/// Returns the names, relative to the folder, of the XML file `name` and of all files that it names. Names of missing
/// files are included. Empty if the XML file does not exist. Errors: io (a file exists but cannot be read).
[[nodiscard]] Result<std::vector<std::string>> files_of_document(const std::filesystem::path& folder,
                                                                 const std::string& name);

/// Fails if the folder of a document has a file that is not in `read`, although unpack writes such files: packing would
/// leave it out. Counts all files in subfolders of the document, and elsewhere those with the extension of a side file.
/// Hidden files, backup files of editors and folders with a document of their own do not count. `document` is the name
/// of the XML file. Errors: unknown_name (names the file), io (a subfolder cannot be read).
[[nodiscard]] Status check_all_read(const std::filesystem::path& folder, const Format& format,
                                    const std::string& document, const std::set<std::string>& read);

/// A file of an unpacked folder.
struct FolderPlace {
    std::filesystem::path folder;
    std::string document;            ///< name of its XML file
    std::filesystem::path relative;  ///< the path below the folder
};

/// Returns the unpacked folder that has `path` in it or in one of its subfolders, or nullopt. Errors: io (a folder
/// above cannot be examined).
[[nodiscard]] Result<std::optional<FolderPlace>> find_place(const std::filesystem::path& path);

/// Writes files that exist or are new below `folder`, in one step. Files of an unpacked folder are written as parts of
/// it: links are not followed, and the backup has the whole folder. Errors: those of write_files().
[[nodiscard]] Result<Written> write_in_folder(const std::filesystem::path& folder, std::span<const FolderFile> files,
                                              const WriteOptions& options);
/// Writes one file: as write_in_folder() if an unpacked folder has it, otherwise as write_file(). The only file of
/// options.expected, if any, is "".
[[nodiscard]] Result<Written> write_in_place(const std::filesystem::path& file, ByteView content,
                                             const WriteOptions& options);

/// Restores a backup that has several files of one folder, in one step. `file` is the file that the backup
/// is of. Errors: those of write_files().
[[nodiscard]] Result<Written> restore_files(const std::filesystem::path& backup, const std::filesystem::path& file,
                                            const WriteOptions& options);

/// Restores the files of a backup, in one step, and removes the other files of the document in the folder. A backup of
/// an unpacked folder must have all files that its XML file names. Errors: those of write_folder(); mismatch (the
/// backup does not have the whole folder).
[[nodiscard]] Result<Written> restore_folder(const std::filesystem::path& backup, const std::filesystem::path& folder,
                                             const WriteOptions& options);

}  // namespace redforge::edit
