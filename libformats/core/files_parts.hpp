// The pieces that writing files in one step is made of. Internal to core/files*.cpp, backups.cpp and their tests.
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

#include "core/files.hpp"
#include "core/platform/files.hpp"

namespace redforge::files {

using platform::Handle;

/// "FILE: cannot DOING: REASON; what to do about that reason".
[[nodiscard]] Error system_error(const std::filesystem::path& file, std::string_view doing, std::error_code why);
/// Returns the error for a file whose content differs from the content that was read.
[[nodiscard]] Error changed_error(const std::filesystem::path& file, std::string_view what);
[[nodiscard]] bool is_cancelled(const std::atomic<bool>* cancel);

/// The fingerprint of a content; of a large file that is mapped, no more than a step stays in memory.
[[nodiscard]] Fingerprint fingerprint_of_content(Chunks content);

/// Writes all of `content` at the file's position.
[[nodiscard]] Status write_all(const Handle& file, Chunks content, const std::atomic<bool>* cancel,
                               const std::filesystem::path& shown);
/// Gives a file to `take` in blocks, until that returns an error.
[[nodiscard]] Status read_all(const Handle& file, std::string_view doing, const std::filesystem::path& shown,
                              const std::function<Status(ByteView block)>& take);
[[nodiscard]] Result<Fingerprint> fingerprint_of_file(const Handle& file, const std::filesystem::path& shown);

/// Returns true if a name may be written below a folder: relative, plain parts, no `..`, nothing in `.git`, no control
/// characters.
[[nodiscard]] bool is_plain_name(const std::filesystem::path& relative);

/// Returns true if a part of a name is reserved for git on any system.
[[nodiscard]] bool leads_to_git(const std::filesystem::path& relative);

/// A name below a folder: its parent folder, open, and its last part.
struct Place {
    Handle folder;
    std::string name;
};

/// Goes to a relative name part by part; a link on the way is refused. A folder that is missing is made where `made` is
/// given, which gets its name; else nothing is returned. Errors: exists (a link or a file on the way), io.
[[nodiscard]] Result<std::optional<Place>> walk(const Handle& folder, const std::string& name,
                                                const std::filesystem::path& shown,
                                                std::vector<std::string>* made = nullptr);
/// Opens a file below a folder. A missing one, and one that cannot be walked to: no_such_file_or_directory.
[[nodiscard]] platform::CallResult<Handle> open_below(const Handle& folder, const std::string& name,
                                                      platform::Access access);
/// The content of a name in a folder: empty when nothing is there. Errors: exists (a link or a folder), io.
[[nodiscard]] Result<std::optional<Fingerprint>> content_now(const Handle& folder, const std::string& name,
                                                             const std::filesystem::path& path);

/// Tells if files that wait for an interrupted write are still needed.
enum class Waiting : std::uint8_t { stays, goes };
/// Removes hidden files and folders that killed writers left in a folder: those without a lock.
void sweep(const Handle& folder, Waiting waiting = Waiting::stays) noexcept;
/// Removes a file or empty folder below a folder, as far as it is there.
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

    /// In the open folder `home`, to become `name`.
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

/// Where a path leads, symbolic links followed.
struct Target {
    std::filesystem::path folder;
    std::string name;
    Handle home;         ///< the folder, open
    platform::Info now;  ///< what is there under the name

    [[nodiscard]] std::filesystem::path path() const { return folder / name; }
};

/// Also sweeps the folder. Errors: io, with a word on what is missing.
[[nodiscard]] Result<Target> find_target(const std::filesystem::path& path);
/// Forces the names in a folder to the disk after a change, and notes when that is refused.
void store_name(const Handle& folder, std::vector<std::string>& notes);

/// write_file(), for others to see or for this user alone.
[[nodiscard]] Result<Written> write_file_as(Hidden::Type type, const std::filesystem::path& path, Chunks content,
                                            const WriteOptions& options);

/// A file to be made.
struct NewFile {
    std::string at{};  ///< its name below the folder
    Chunks content{};
    const Handle*
        replaced_in{};       ///< the folder of the file that it will replace, which gives it its attributes, or null
    std::string replaced{};  ///< that file, below the folder
    std::filesystem::path shown{};  ///< for messages
    std::string note_prefix{};      ///< before each note
};

/// Fills a new file, stores it on the disk unless that is done later for all at once, and notes what got lost.
[[nodiscard]] Status fill(const Handle& made, const NewFile& file, bool store, const std::atomic<bool>* cancel,
                          std::vector<std::string>& notes);
/// Compares the disk content with the written content. Errors: mismatch, with the offset of the first difference.
[[nodiscard]] Status prove(const Handle& made, const NewFile& file, const std::atomic<bool>* cancel);
/// Makes files below an open folder, all on the disk and proven when this returns; `folders` gets those that it made.
[[nodiscard]] Status make_files(const Handle& folder, std::span<const NewFile> files, const std::atomic<bool>* cancel,
                                const std::filesystem::path& path, std::vector<std::string>& folders,
                                std::vector<std::string>& notes);
/// Forces the names in folders below an open one to the disk, the last first; "." is the folder itself.
[[nodiscard]] Status store_folders(const Handle& folder, std::span<const std::string> inner,
                                   const std::filesystem::path& path);

/// One change of a folder that is there.
struct FolderStep {
    std::string name;
    std::optional<Fingerprint> before;  ///< current file; nullopt if there is none
    std::optional<Fingerprint> after;   ///< new file; nullopt to remove it
    std::string waiting;                ///< the hidden name beside it that its new content, then its old one, has

    /// The waiting name below the folder.
    [[nodiscard]] std::string beside() const;
};

/// Returns ".redforge-next-XXXXXXXXXXXX": differs from the names of Hidden, which are removed when unlocked.
[[nodiscard]] std::string waiting_name();
[[nodiscard]] bool is_waiting_name(std::string_view name);
/// Returns true for a hidden name: of Hidden or of waiting_name().
[[nodiscard]] bool is_hidden_name(std::string_view name);

/// List of pending steps for a folder, in the user's state folder: unfinished/DEVICE-INODE. It is trusted only if it
/// and its folder belong to this user and no other user can read or write them.
struct RedoList {
    std::filesystem::path file;
    std::vector<FolderStep> steps;
};

/// Puts the list on the disk: from here on the steps will be done, by us or by the user's next write. Returns its file.
[[nodiscard]] Result<std::filesystem::path> put_redo_list(const Handle& folder, std::span<const FolderStep> steps,
                                                          const std::filesystem::path& path);
/// Returns the list of a folder, or nullopt if there is none. Errors: io (it cannot be read, or is not trusted).
[[nodiscard]] Result<std::optional<RedoList>> find_redo_list(const Handle& folder);
/// Completes an interrupted write. The caller must hold the folder's lock. Returns false if there was none.
[[nodiscard]] Result<bool> redo(const Handle& folder, const std::filesystem::path& path);
/// Does the steps, for which all new content waits: all or none, with a list where there are several. `is_partial` when a
/// step failed and those before it could not be taken back: the list stays, and what waits.
[[nodiscard]] Status carry_out(const Handle& folder, std::span<const FolderStep> steps,
                               const std::filesystem::path& path, bool& is_partial, std::vector<std::string>& notes);

/// Opens a folder and locks it against other writers of this program (`alone`) or only against their writing; waits for
/// them for half a minute.
[[nodiscard]] Result<Handle> lock_folder(const Handle& folder, bool alone, const std::atomic<bool>* cancel,
                                         const std::filesystem::path& shown);

/// The user's own folder for what a program remembers from one run to the next; `what` is kept there, for the message.
/// Errors: usage (the environment names none).
[[nodiscard]] Result<std::filesystem::path> state_folder(std::string_view what);

}  // namespace redforge::files
