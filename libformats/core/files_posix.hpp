// The pieces that writing a file or folder in one step is made of. Internal to core/files*.cpp and its tests.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include "core/files.hpp"

namespace redforge::posix {

/// Owns an open file.
class Fd {
public:
    Fd() = default;
    explicit Fd(int number) : number_(number) {}
    Fd(Fd&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Fd& operator=(Fd&& other) noexcept
    {
        std::swap(number_, other.number_);
        return *this;
    }
    Fd(const Fd&) = delete;
    Fd& operator=(const Fd&) = delete;
    ~Fd();

    [[nodiscard]] int get() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }

private:
    int number_{-1};
};

/// "FILE: cannot DOING: REASON; what to do about that reason".
[[nodiscard]] Error system_error(const std::filesystem::path& file, std::string_view doing, int number);

[[nodiscard]] bool is_cancelled(const std::atomic<bool>* cancel);

/// Writes all of `content` at the file's position, however little the system takes at a time.
[[nodiscard]] Status write_all(int file, Chunks content, const std::atomic<bool>* cancel,
                               const std::filesystem::path& shown);

/// Whether the file holds `content` and nothing else; mismatch with the offset of the first difference when not.
[[nodiscard]] Status compare_all(int file, Chunks content, const std::atomic<bool>* cancel,
                                 const std::filesystem::path& shown);

/// Whether two files hold the same bytes. A file that cannot be read is not the same.
[[nodiscard]] bool same_bytes(int a, int b);

/// Forces the file to the disk and its pages out of the memory, so that what is read next comes from the disk.
[[nodiscard]] Status sync_file(int file, const std::filesystem::path& shown);

/// Forces names made or changed in a folder to the disk. A folder that may not be read cannot be synced; that is no
/// error. `folder` may be an O_PATH descriptor.
[[nodiscard]] Status sync_folder(int folder, const std::filesystem::path& shown);

/// Gives the new file or folder the owner, permissions and extended attributes of the one it replaces, as far as
/// the system allows.
void copy_attributes(int from, int to, const struct stat& old) noexcept;

/// ".NAME.redforge-XXXXXXXXXXXX", X random hexadecimal; NAME is cut when the whole would be too long.
[[nodiscard]] std::string temp_name(std::string_view name);

/// Whether a name has the form of temp_name().
[[nodiscard]] bool is_temp_name(std::string_view name);

/// Holds a lock for as long as the returned file is open: the sign to others that a hidden name is in use.
/// False when another holds it, or when it was removed before we got the lock.
[[nodiscard]] bool lock_as_ours(int file) noexcept;

/// Removes hidden files that killed writers left in a folder: those whose lock nobody holds.
void remove_stale_files(int folder);

/// How new content waits for its name.
enum class Staging : std::uint8_t {
    nameless,  ///< an inode without a name: the system frees it when we die
    hidden,    ///< a hidden file, where the file system knows no other way
};

/// A file on its way: content without its final name. Removed unless its name is given away.
class Staged {
public:
    Staged() = default;
    Staged(Staged&& other) noexcept = default;
    Staged& operator=(Staged&& other) noexcept;
    Staged(const Staged&) = delete;
    Staged& operator=(const Staged&) = delete;
    ~Staged();

    /// Makes an empty one in `folder`, to become `name`. Empty when `staging` is not to be had there.
    [[nodiscard]] static Result<std::optional<Staged>> make(int folder, std::string_view name, Staging staging,
                                                            const std::filesystem::path& shown);

    [[nodiscard]] int file() const { return file_.get(); }
    [[nodiscard]] bool is_hidden() const { return !hidden_.empty(); }
    [[nodiscard]] const std::string& hidden() const { return hidden_; }
    void given_away() { hidden_.clear(); }

private:
    Fd file_;
    int folder_{-1};
    std::string hidden_;
};

/// Gives a nameless file a name that does not exist yet; 0 or an errno value. Only system calls.
[[nodiscard]] int link_nameless(int file, int folder, const char* name) noexcept;

/// Whether an errno value of link_nameless() says that the way is barred here, not that this name is.
[[nodiscard]] bool cannot_link(int number) noexcept;

/// Gives a staged file a name that must not exist yet; 0 or an errno value (EEXIST: it does).
[[nodiscard]] int place_new(Staged& staged, int folder, const std::string& name) noexcept;

/// Backup names of `name` in a folder, oldest first.
[[nodiscard]] std::vector<std::string> find_backups(int folder, std::string_view name);

/// The n-th (from 1) name for a backup made at this moment: NAME.YYYYMMDD-HHMMSS.bak, then -2.bak ...
[[nodiscard]] std::string backup_name(std::string_view name, std::time_t now, unsigned n);

/// Names in a folder, sorted; empty when it may not be read. `folder` may be an O_PATH descriptor.
[[nodiscard]] std::vector<std::string> names_in(int folder);

/// Where a path leads: the folder, opened, and the name in it, symbolic links followed.
struct Target {
    Fd folder;                   ///< O_PATH
    std::filesystem::path home;  ///< path of that folder
    std::string name;
    Fd old;                      ///< what is there now, O_PATH; empty when nothing is
    struct stat status {};       ///< of `old`
};

/// Errors: io, with a word on what is missing.
[[nodiscard]] Result<Target> find_target(const std::filesystem::path& path);

}  // namespace redforge::posix
