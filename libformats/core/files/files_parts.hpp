// Internal functions for writing files in one step, for core/files*.cpp, backups.cpp and their tests.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/files/files.hpp"
#include "core/platform/files.hpp"

namespace redforge::files {

using platform::Handle;

/// Returns "FILE: cannot DOING: REASON; HINT".
[[nodiscard]] Error system_error(const std::filesystem::path& file, std::string_view doing, std::error_code why);
/// Returns the error for a file whose content differs from the content that was read.
[[nodiscard]] Error changed_error(const std::filesystem::path& file, std::string_view what);
[[nodiscard]] bool is_cancelled(const std::atomic<bool>* cancel);

/// Returns the fingerprint of a content. Keeps at most one step of a mapped file in memory.
[[nodiscard]] Fingerprint fingerprint_of_content(Chunks content);

/// Writes all of `content` at the file's position.
[[nodiscard]] Status write_all(const Handle& file, Chunks content, const std::atomic<bool>* cancel,
                               const std::filesystem::path& shown);
/// Passes a file to `take` in blocks, until `take` returns an error.
[[nodiscard]] Status read_all(const Handle& file, std::string_view doing, const std::filesystem::path& shown,
                              const std::function<Status(ByteView block)>& take);
[[nodiscard]] Result<Fingerprint> fingerprint_of_file(const Handle& file, const std::filesystem::path& shown);

/// Returns true if a name may be written below a folder: relative, plain parts, no `..`, nothing in `.git`, no control
/// characters.
[[nodiscard]] bool is_plain_name(const std::filesystem::path& relative);

/// Returns true if a part of a name is reserved for git on any system.
[[nodiscard]] bool leads_to_git(const std::filesystem::path& relative);

/// A name below a folder: its parent folder (open) and its last part.
struct Place {
    Handle folder;
    std::string name;
};

/// Resolves a relative name part by part, without following links. If `made` is given, creates missing folders and
/// appends their names to it; otherwise returns nullopt for a missing folder. Errors: exists (a link or a file on the
/// way), io.
[[nodiscard]] Result<std::optional<Place>> walk(const Handle& folder, const std::string& name,
                                                const std::filesystem::path& shown,
                                                std::vector<std::string>* made = nullptr);
/// Opens a file below a folder. Errors: no_such_file_or_directory for a missing file or folder.
[[nodiscard]] platform::CallResult<Handle> open_below(const Handle& folder, const std::string& name,
                                                      platform::Access access);
/// Returns the fingerprint of a file in a folder, or nullopt if it does not exist. Errors: exists (a link or a folder),
/// io.
[[nodiscard]] Result<std::optional<Fingerprint>> content_now(const Handle& folder, const std::string& name,
                                                             const std::filesystem::path& path);

/// Treatment of the waiting files of an interrupted write.
enum class WaitingFiles : std::uint8_t { keep, remove };
/// Removes hidden files and folders that killed writers left in a folder: those without a lock.
void remove_abandoned_files(const Handle& folder, WaitingFiles waiting = WaitingFiles::keep) noexcept;
/// Removes a file or empty folder below a folder, if it exists.
void remove_below(const Handle& folder, const std::string& name) noexcept;

/// A file or folder under construction, locked under a hidden name ".NAME.redforge-XXXXXXXXXXXX". Later writers may
/// remove it once it is unlocked. The destructor removes it with its content, unless it was renamed.
class Hidden {
public:
    enum class Type : std::uint8_t { file, private_file, folder };

    Hidden(Hidden&& other) noexcept;
    Hidden& operator=(Hidden&&) = delete;
    Hidden(const Hidden&) = delete;
    Hidden& operator=(const Hidden&) = delete;
    ~Hidden();

    /// Creates it in the open folder `home`, for the final name `name`.
    [[nodiscard]] static Result<Hidden> make(const Handle& home, std::string_view name, Type type,
                                             const std::filesystem::path& shown);
    [[nodiscard]] const Handle& opened() const { return opened_; }
    /// Errors: file_exists, unless `replace` is set.
    [[nodiscard]] std::error_code take_name(const std::string& name, bool replace = false);

private:
    Hidden(const Handle& home, std::string name) : home_(&home), name_(std::move(name)) {}

    const Handle* home_;
    std::string name_;
    Handle opened_{};
};

/// Target of a path, after following symbolic links.
struct Target {
    std::filesystem::path folder;
    std::string name;
    Handle home;         ///< the folder, open
    platform::Info now;  ///< the existing file with this name, if any

    [[nodiscard]] std::filesystem::path path() const { return folder / name; }
};

/// Resolves a path, and removes old hidden files in its folder. Errors: io, with the missing folder.
[[nodiscard]] Result<Target> find_target(const std::filesystem::path& path);
/// Syncs a folder to the disk after a change. Adds a note if that fails.
void sync_or_note(const Handle& folder, std::vector<std::string>& notes);

/// Like write_file(), for a file with default permissions or a private file.
[[nodiscard]] Result<Written> write_file_as(Hidden::Type type, const std::filesystem::path& path, Chunks content,
                                            const WriteOptions& options);

/// A file to create.
struct NewFile {
    std::string at{};  ///< name below the folder
    Chunks content{};
    const Handle* old_folder{};     ///< folder of the file to replace, whose attributes are copied; null if none
    std::string old_name{};         ///< name of the file to replace, below `old_folder`
    std::filesystem::path shown{};  ///< for messages
    std::string note_prefix{};      ///< before each note
};

/// Writes a new file, and syncs it unless all files are synced together later. Adds notes on properties that were lost.
[[nodiscard]] Status fill(const Handle& made, const NewFile& file, bool store, const std::atomic<bool>* cancel,
                          std::vector<std::string>& notes);
/// Compares the disk content with the written content. Errors: mismatch, with the offset of the first difference.
[[nodiscard]] Status verify_written(const Handle& made, const NewFile& file, const std::atomic<bool>* cancel);
/// Creates files below an open folder. All are synced and compared when it returns. Appends the created folders to
/// `folders`.
[[nodiscard]] Status make_files(const Handle& folder, std::span<const NewFile> files, const std::atomic<bool>* cancel,
                                const std::filesystem::path& path, std::vector<std::string>& folders,
                                std::vector<std::string>& notes);
/// Syncs folders below an open one to the disk, in reverse order; "." is the folder itself.
[[nodiscard]] Status sync_folders(const Handle& folder, std::span<const std::string> inner,
                                  const std::filesystem::path& path);

/// One change of an existing folder.
struct FolderStep {
    std::string name;
    std::optional<Fingerprint> before;  ///< current file; nullopt if there is none
    std::optional<Fingerprint> after;   ///< new file; nullopt to remove it
    std::string waiting;                ///< hidden name next to the file: first of the new content, then of the old one

    /// Returns the waiting name below the folder.
    [[nodiscard]] std::string waiting_path() const;
};

/// Returns ".redforge-next-XXXXXXXXXXXX": differs from the names of Hidden, which are removed when unlocked.
[[nodiscard]] std::string temporary_name();
[[nodiscard]] bool is_temporary_name(std::string_view name);
/// Returns true for a hidden name: of Hidden or of temporary_name().
[[nodiscard]] bool is_hidden_name(std::string_view name);

/// List of pending steps for a folder, in the user's state folder: unfinished/DEVICE-INODE. It is trusted only if it
/// and its folder belong to this user and no other user can read or write them.
struct RedoList {
    std::filesystem::path file;
    std::vector<FolderStep> steps;
};

/// Writes the list to the disk. From then on, the steps will be done, by this write or by the user's next one. Returns
/// its path.
[[nodiscard]] Result<std::filesystem::path> put_redo_list(const Handle& folder, std::span<const FolderStep> steps,
                                                          const std::filesystem::path& path);
/// Returns the list of a folder, or nullopt if there is none. Errors: io (it cannot be read, or is not trusted).
[[nodiscard]] Result<std::optional<RedoList>> find_redo_list(const Handle& folder);
/// Completes an interrupted write. The caller must hold the folder's lock. Returns false if there was none.
[[nodiscard]] Result<bool> redo(const Handle& folder, const std::filesystem::path& path);
/// Performs the steps, whose new content is complete under the waiting names: all or none. Writes a list if there are
/// several. Sets `is_partial` if a step failed and earlier ones could not be reverted; the list and the waiting files
/// remain then.
[[nodiscard]] Status perform_steps(const Handle& folder, std::span<const FolderStep> steps,
                                   const std::filesystem::path& path, bool& is_partial,
                                   std::vector<std::string>& notes);

/// Opens a folder and locks it: exclusively (`alone`), or together with other readers. Waits up to half a minute.
[[nodiscard]] Result<Handle> lock_folder(const Handle& folder, bool alone, const std::atomic<bool>* cancel,
                                         const std::filesystem::path& shown);

/// Returns the user's state folder. `what` is the data to store there, for the message. Errors: usage (the environment
/// does not define one).
[[nodiscard]] Result<std::filesystem::path> state_folder(std::string_view what);

}  // namespace redforge::files
