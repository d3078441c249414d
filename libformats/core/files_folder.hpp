// The pieces that changing a folder is made of. Internal to core/files_*.cpp and backups.cpp.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/files_posix.hpp"

namespace redforge::posix {

/// Whether a name may be written below a folder: relative, plain parts, no `..`, nothing in `.git`, no control characters.
[[nodiscard]] bool is_plain_name(const std::filesystem::path& relative);

/// The content of a name in a folder: empty when nothing is there. Errors: exists (a link or a folder), io.
[[nodiscard]] Result<std::optional<Fingerprint>> content_now(int folder, const std::string& name,
                                                             const std::filesystem::path& path);

/// Makes a file with this content; `replaced`, an open file or -1, gives it its permissions. What of these could not be
/// kept goes to `notes`.
[[nodiscard]] Status make_file(int folder, const std::string& name, const FolderFile& file, int replaced, bool sync,
                               const WriteOptions& options, const std::filesystem::path& path,
                               std::vector<std::string>& notes);
/// Whether the disk gives back what was written.
[[nodiscard]] Status check_file(int folder, const std::string& name, const FolderFile& file,
                                const WriteOptions& options, const std::filesystem::path& path);

/// Makes or checks the n-th file as `name` in an open folder; one that is made is synced unless `sync` is false.
using FillFile = std::function<Status(int folder, const std::string& name, std::size_t n, bool sync)>;

/// Builds a folder with files of these names out of sight and gives it its name: each file is made, then each is checked.
/// False when something has that name meanwhile. What could not be made sure goes to `notes`.
[[nodiscard]] Result<bool> build_folder(int parent, const std::string& name, std::span<const std::string> names,
                                        const std::array<FillFile, 2>& fill_and_check, const std::atomic<bool>* cancel,
                                        const std::filesystem::path& path, std::vector<std::string>& notes);

/// One change of a folder that is there.
struct FolderStep {
    std::string name;
    std::optional<Fingerprint> before;  ///< what is there now; empty when nothing is
    std::optional<Fingerprint> after;   ///< what is to be there; empty when it goes
    std::string waiting;                ///< the hidden name beside it that its new content waits under
};

/// A name for what waits beside a file: another form than temp_name(), which writers of single files clear away.
[[nodiscard]] std::string waiting_name();
[[nodiscard]] bool is_waiting_name(std::string_view name);

/// The list of what is to be done in a folder, in the user's state folder: unfinished/DEVICE-INODE. It is obeyed when it,
/// and the folder that it stands in, belong to this user and nobody else can read or write them.
class RedoList {
public:
    /// Puts the list on the disk: from here on the steps will be done, by us or by the user's next write.
    [[nodiscard]] static Result<RedoList> commit(int folder, std::span<const FolderStep> steps,
                                                 const std::filesystem::path& path);
    /// The list of a folder; empty when there is none. Errors: io (it cannot be read, or is not to be obeyed).
    [[nodiscard]] static Result<std::optional<RedoList>> find(const struct stat& folder);

    [[nodiscard]] const std::vector<FolderStep>& steps() const { return steps_; }
    [[nodiscard]] const std::filesystem::path& file() const { return file_; }
    void remove() const noexcept;

private:
    std::filesystem::path file_;
    std::vector<FolderStep> steps_;
};

/// How many steps of an interrupted write are not done.
[[nodiscard]] Result<std::size_t> count_undone(int folder, const RedoList& list, const std::filesystem::path& path);

/// Completes what an interrupted write left to do. The folder's lock is ours. False when there was nothing.
[[nodiscard]] Result<bool> redo(int folder, const std::filesystem::path& path);

/// Removes what waits beside the steps' names, as far as it is there.
void drop_waiting(int folder, std::span<const FolderStep> steps, const std::filesystem::path& path) noexcept;

/// Forces the folders that the steps changed names in to the disk.
[[nodiscard]] Status sync_folders_of(int folder, std::span<const FolderStep> steps, const std::filesystem::path& path);

/// A change of a folder that is there: its steps are taken back unless it is finished.
class FolderChange {
public:
    /// `folder` is open and its lock is ours.
    FolderChange(int folder, const std::filesystem::path& path, std::vector<FolderStep> steps)
        : folder_(folder), path_(&path), steps_(std::move(steps))
    {
    }
    FolderChange(const FolderChange&) = delete;
    FolderChange& operator=(const FolderChange&) = delete;
    ~FolderChange();

    /// Puts the new files beside those that they replace.
    [[nodiscard]] Status stage(const std::map<std::string, const FolderFile*>& files, const WriteOptions& options,
                               std::vector<std::string>& notes);
    /// Does the steps, all or none. One file alone is replaced by a rename; more need the list of what is to be done.
    [[nodiscard]] Status perform(std::vector<std::string>& notes);

private:
    Status forward(const FolderStep& step);
    bool take_back() noexcept;
    void remove_empty_folders() noexcept;

    int folder_;
    const std::filesystem::path* path_;
    std::vector<FolderStep> steps_;
    std::vector<std::string> made_;  ///< folders
    std::optional<RedoList> list_;
    std::size_t done_{0};
    bool can_take_back_{true};
    bool finished_{false};
};

}  // namespace redforge::posix
