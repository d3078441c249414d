// The pieces that writing a file or folder in one step is made of. Internal to core/files*.cpp and its tests.
#pragma once

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include "core/files.hpp"

namespace redforge::posix {

/// Makes a system call again while a signal interrupts it.
template <class Call>
auto again(Call call)
{
    auto result = call();
    while (result < 0 && errno == EINTR) {
        result = call();
    }
    return result;
}

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
    /// The number, which somebody else closes from here on.
    int release() { return std::exchange(number_, -1); }
    explicit operator bool() const { return number_ >= 0; }

private:
    int number_{-1};
};

/// Opens a name in an open folder (AT_FDCWD: a path); programs that are started do not get it. errno says why not.
[[nodiscard]] Fd open_at(int folder, const char* name, int flags, mode_t mode = 0);

/// "FILE: cannot DOING: REASON; what to do about that reason".
[[nodiscard]] Error system_error(const std::filesystem::path& file, std::string_view doing, int number);

/// What was read before is not what is there now.
[[nodiscard]] Error changed_error(const std::filesystem::path& file, std::string_view what);

[[nodiscard]] bool is_cancelled(const std::atomic<bool>* cancel);

/// Writes all of `content` at the file's position, however little the system takes at a time.
[[nodiscard]] Status write_all(int file, Chunks content, const std::atomic<bool>* cancel,
                               const std::filesystem::path& shown);

/// Whether the file holds `content` and nothing else; mismatch with the offset of the first difference when not.
[[nodiscard]] Status compare_all(int file, Chunks content, const std::atomic<bool>* cancel,
                                 const std::filesystem::path& shown);

/// Whether two files hold the same bytes. A file that cannot be read is not the same.
[[nodiscard]] bool same_bytes(int a, int b);

/// Whether the file holds `content` and nothing else.
[[nodiscard]] bool holds(int file, Chunks content);

/// The fingerprint of a file's content; empty when it cannot be read.
[[nodiscard]] std::optional<Fingerprint> fingerprint_of_file(int file);

/// Writes a copy of everything in `from` to the empty file `to`, and compares.
[[nodiscard]] Status copy_all(int from, int to, const std::atomic<bool>* cancel, const std::filesystem::path& shown);

/// Forces the file to the disk and its pages out of the memory, so that what is read next comes from the disk.
[[nodiscard]] Status sync_file(int file, const std::filesystem::path& shown);

/// Takes what was stored out of the memory, so that what is read next comes from the disk.
void forget_pages(int file) noexcept;

/// Forces names made or changed in a folder to the disk. A folder that may not be read cannot be synced, and some file
/// systems cannot sync one; that is no error. `folder` may be an O_PATH descriptor.
[[nodiscard]] Status sync_folder(int folder, const std::filesystem::path& shown);

/// Forces everything in the file system of `folder` to the disk: for many files faster than one after the other.
[[nodiscard]] Status sync_disk(int folder, const std::filesystem::path& shown);

/// Gives the new file the owner, permissions and extended attributes of the one it replaces, as far as the system
/// allows; returns what it did not allow, in sentences.
std::vector<std::string> copy_attributes(int from, int to, const struct stat& old);

/// Opens a folder and locks it against other writers of this program (`exclusive`) or only against their writing;
/// waits for them for half a minute. A folder that may not be read, and a file system without locks, has an unlocked
/// or no open file. `folder` may be an O_PATH descriptor.
[[nodiscard]] Result<Fd> lock_folder(int folder, bool exclusive, const std::atomic<bool>* cancel,
                                     const std::filesystem::path& shown);

/// ".NAME.redforge-XXXXXXXXXXXX", X random hexadecimal; NAME is cut when the whole would be too long.
[[nodiscard]] std::string temp_name(std::string_view name);

/// Whether a name has the form of temp_name().
[[nodiscard]] bool is_temp_name(std::string_view name);

/// Hexadecimal digits that were not given before.
[[nodiscard]] std::string random_digits();

/// Holds a lock for as long as the returned file is open: the sign to others that a hidden name is in use.
/// False when another holds it, or when it was removed before we got the lock.
[[nodiscard]] bool lock_as_ours(int file) noexcept;

/// Removes hidden files and folders that killed writers left in a folder: those whose lock nobody holds.
void remove_stale(int folder) noexcept;

/// Removes a folder with all files and folders in it; links, and what is in the way, stay with the folders above them.
void remove_tree(int parent, const char* name) noexcept;

/// A file on its way: content under a hidden name, locked. Removed unless its name is given away.
class Staged {
public:
    Staged() = default;
    Staged(Staged&& other) noexcept = default;
    Staged& operator=(Staged&& other) noexcept;
    Staged(const Staged&) = delete;
    Staged& operator=(const Staged&) = delete;
    ~Staged();

    /// Makes an empty one in `folder`, to become `name`.
    [[nodiscard]] static Result<Staged> make(int folder, std::string_view name, const std::filesystem::path& shown);

    [[nodiscard]] int file() const { return file_.get(); }
    [[nodiscard]] const std::string& hidden() const { return hidden_; }
    void given_away() { hidden_.clear(); }

private:
    Fd file_;
    int folder_{-1};
    std::string hidden_;
};

/// Renames; 0 or an errno value.
[[nodiscard]] int rename_over(int from_folder, const char* from, int folder, const char* name) noexcept;
/// Gives a hidden file or folder a name that must not exist yet; 0 or an errno value (EEXIST: it does).
[[nodiscard]] int rename_new(int from_folder, const char* from, int folder, const char* name) noexcept;
/// Lets two names of a folder change places; 0 or an errno value (EINVAL, ENOSYS: the file system cannot).
[[nodiscard]] int exchange_names(int folder, const char* a, const char* b) noexcept;

/// What a name in a folder is, links not followed; empty when there is nothing. Errors: io.
[[nodiscard]] Result<std::optional<struct stat>> look_at(int folder, const char* name,
                                                         const std::filesystem::path& shown);

/// Names in a folder, sorted. `folder` may be an O_PATH descriptor. Errors: io.
[[nodiscard]] Result<std::vector<std::string>> names_in(int folder, const std::filesystem::path& shown);

/// A name below a folder: the folder that it stands in, open (O_PATH), and its last part.
struct Place {
    Fd folder;
    std::string name;
};

/// Goes to a relative name part by part; a link on the way is refused. A folder that is missing is made where `made` is
/// given, which gets its name; else nothing is returned. Errors: exists (a link or a file on the way), io.
[[nodiscard]] Result<std::optional<Place>> walk(int folder, const std::string& name, const std::filesystem::path& path,
                                                std::vector<std::string>* made = nullptr);

/// Where a path leads: the folder, opened, and the name in it, symbolic links followed.
struct Target {
    Fd folder;                   ///< O_PATH
    std::filesystem::path home;  ///< path of that folder
    std::string name;
    Fd old;                 ///< what is there now, O_PATH; empty when nothing is
    struct stat status {};  ///< of `old`
};

/// Errors: io, with a word on what is missing.
[[nodiscard]] Result<Target> find_target(const std::filesystem::path& path);

}  // namespace redforge::posix
