// Reads and writes whole files and folders atomically.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/bytes/fingerprint.hpp"
#include "core/error.hpp"

namespace redforge {

/// Content in several pieces, so that a long text kept in pieces need not be joined to be written.
using Chunks = std::span<const std::span<const std::byte>>;

/// Default size limit of read_file(), in bytes. Larger than any supported game file.
inline constexpr std::uint64_t max_read = std::uint64_t{1} << 30U;

/// Treatment of pipes. Allow them for a path that the user named, such as `<(...)` of a shell. Reject them for a path
/// found in a folder: opening a pipe blocks until a writer appears, perhaps forever.
enum class Pipes : std::uint8_t { reject, allow };

/// Number of bytes that are passed to CheckBeginning.
inline constexpr std::size_t beginning_size = 4096;

/// Callback that receives the first `beginning_size` bytes of a file, or the whole file if it is shorter. On an error
/// the rest is not read.
using CheckBeginning = std::function<Status(ByteView beginning)>;

/// Reads a whole file, or standard input for "-". `max_size`: bytes. Devices are rejected before they are read.
/// Errors: io (cannot be opened or read, is a folder, a pipe or a device), unsupported (longer than `max_size`), and
/// the errors of `check`.
[[nodiscard]] Result<Bytes> read_file(const std::filesystem::path& path, std::uint64_t max_size = max_read,
                                      Pipes pipes = Pipes::reject);

/// Like read_file(), but returns a string. Does not decode the text or convert line ends.
[[nodiscard]] Result<std::string> read_text_file(const std::filesystem::path& path, std::uint64_t max_size = max_read,
                                                 Pipes pipes = Pipes::reject, const CheckBeginning& check = {});

/// Returns the fingerprint of a regular file of any size, in constant memory. Errors: those of read_file().
[[nodiscard]] Result<Fingerprint> read_fingerprint(const std::filesystem::path& path);

/// Finds a folder entry by name; an exact match wins over a case-insensitive one. Returns an empty path if there is no
/// match. Returns the name as written if the system cannot list the folder: opening the file then reports the error.
[[nodiscard]] std::filesystem::path find_entry(const std::filesystem::path& folder, std::string_view name);

/// Behaviour if the output exists.
enum class Overwrite : std::uint8_t {
    reject,
    allow,
    force,  ///< for edit::save(): also replaces a document of another kind, and files that Redforge did not write
};

/// Fingerprints of a file, or of each file in a folder, when last read or written.
struct FileSnapshot {
    std::map<std::string, Fingerprint> files{};  ///< by name relative to the folder; a single file has the name ""

    friend bool operator==(const FileSnapshot&, const FileSnapshot&) = default;
};

/// A file to write into a folder. `content` is not owned.
struct FolderFile {
    std::filesystem::path relative;  ///< e.g. "scripts/DOOR.soup"; plain names below the folder, no ".."
    std::vector<std::span<const std::byte>> content;
};

struct WriteOptions {
    Overwrite overwrite{Overwrite::reject};
    bool backup{false};                        ///< keep the replaced content, see core/files/backups.hpp
    const std::atomic<bool>* cancel{nullptr};  ///< checked before every MiB and before the rename
    /// Expected content of the file, as last read. If the disk has another content, nothing is written (`changed`).
    /// Writers of this program are serialised, so only one of two that read the same content writes.
    const FileSnapshot* expected{nullptr};
    /// For write_files(): the name of the file whose backup contains all replaced files. If empty, the folder has the
    /// backup.
    std::string backup_of{};
    bool keep_same{false};      ///< do not write a file that has the content already
    bool drop_comments{false};  ///< edit::save() may lose comments of a text that it replaces
    /// Name of a schema file that edit::save() writes next to a text, in the same step. The root element refers to it,
    /// for completion and checks in XML editors. If empty, no schema is written. An existing reference is kept.
    std::string schema{};
    /// Other files that write_file() and edit::save() write in the same step, all or none: names relative to the folder
    /// of the path. They replace existing files. `expected` can have their names too.
    std::vector<FolderFile> side_files{};
};

struct Written {
    /// Path of the backup, if one was requested and a file was replaced. It can be an earlier backup with the same
    /// content.
    std::optional<std::filesystem::path> backup{};
    bool unchanged{false};  ///< all content existed already, and nothing was written
    FileSnapshot seen{};    ///< fingerprints of the new content
    /// Properties of a replaced file that could not be preserved, as sentences: "its owner changed".
    std::vector<std::string> notes{};
};

/// Replaces the content of `path` by `content`, or changes nothing.
///
/// Writes a hidden file in the same folder, syncs it, reads it back and compares it, and then renames it. At any
/// moment, even if the process is killed, the path has the complete old or the complete new content. The next write in
/// the folder removes a hidden file that a killed process left.
///
/// If the path is a symbolic link, its target is replaced; together with files `beside` it, only in the same folder.
/// Permissions, extended attributes and, if allowed, the owner of a replaced file are kept; a new file follows the
/// umask.
/// "-" is standard output. Pipes and character devices are written directly.
///
/// Errors: exists (the file exists and may not be overwritten, or another program created it meanwhile), changed (the
/// content is not `expected`), io, mismatch (the disk returned other bytes), unsupported (files beside a link),
/// cancelled. To get errors for a file size limit or a closed pipe, the caller must ignore SIGXFSZ and SIGPIPE.
[[nodiscard]] Result<Written> write_file(const std::filesystem::path& path, Chunks content,
                                         const WriteOptions& options = {});
[[nodiscard]] Result<Written> write_file(const std::filesystem::path& path, std::span<const std::byte> content,
                                         const WriteOptions& options = {});

/// Rules for existing files of a folder.
struct FolderRules {
    enum class Others : std::uint8_t { reject, stay };

    /// Names of files from an earlier write. They are replaced, or removed if they are not written again.
    std::vector<std::string> previous{};
    /// Rule for files with other names: reject the folder, or keep them. A file that would have to be replaced always
    /// causes an error, unless it already has the content.
    Others others{Others::reject};
};

/// Writes `files` into the folder `path`, or changes nothing.
///
/// A new folder is built in a hidden folder next to it and renamed when it is complete. In an existing folder, only
/// files whose content changes are replaced. If there are several, a list of pending steps is stored in the user's
/// state folder meanwhile (core/files/files_redo.cpp). After a kill or a power failure, only the next write of the same
/// user completes these steps. Names are resolved part by part, and links are rejected. With Overwrite::reject, the
/// folder must be missing or empty.
///
/// Errors: as write_file; exists also names the first file in the way; malformed (a name in `files` does not stay below
/// the folder, leads into `.git`, or occurs twice).
[[nodiscard]] Result<Written> write_folder(const std::filesystem::path& path, std::span<const FolderFile> files,
                                           const FolderRules& rules, const WriteOptions& options = {});

/// Writes several files into an existing folder, as one step: all or none. Keeps all other files. With
/// Overwrite::reject, an existing file with another content is an error. Written::seen has the names relative to the
/// folder. Errors: those of write_folder().
[[nodiscard]] Result<Written> write_files(const std::filesystem::path& folder, std::span<const FolderFile> files,
                                          const WriteOptions& options = {});

/// A folder that is being read.
struct Reading {
    std::shared_ptr<void> lock{};  ///< writers of this program wait until it is released
    /// Pending work of an interrupted write of this user, as a sentence for the user; empty if there is none. The files
    /// are read in their current state.
    std::string unfinished{};
};

/// Waits until no instance of this program writes to a folder, and blocks new writers while the result exists. Changes
/// nothing. Errors: io (a writer does not end), cancelled.
[[nodiscard]] Result<Reading> begin_reading(const std::filesystem::path& folder,
                                            const std::atomic<bool>* cancel = nullptr);

/// Completes an interrupted write of this user in a folder. For commands that are about to change it. Returns false if
/// there was none. Errors: exists (a file was changed since the interruption), io, cancelled.
[[nodiscard]] Result<bool> finish_writing(const std::filesystem::path& folder,
                                          const std::atomic<bool>* cancel = nullptr);

}  // namespace redforge
