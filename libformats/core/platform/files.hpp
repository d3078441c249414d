// System interface for reading and writing files: one header, implemented for each system (posix/files.cpp).
//
// Names below an open folder are UTF-8 and one part each; links among them are never followed. A call that a signal
// interrupts is made again. A refusal is a std::error_code, which compares with std::errc on every system.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace redforge::platform {

/// The longest name of a file, in bytes.
inline constexpr std::size_t max_name = 255;

template <class T>
using CallResult = tl::expected<T, std::error_code>;

/// Returns a hint for the user; may be empty.
[[nodiscard]] std::string_view advice(std::error_code error);

/// Returns the state folder of the user's programs; empty if the environment does not define one.
[[nodiscard]] std::filesystem::path state_home();

/// An open file or folder, closed with its owner. Programs that are started do not get it.
class Handle {
public:
    Handle() = default;
    explicit Handle(std::intptr_t native) : native_(native) {}
    Handle(Handle&& other) noexcept : native_(std::exchange(other.native_, -1)) {}
    Handle& operator=(Handle&& other) noexcept
    {
        std::swap(native_, other.native_);
        return *this;
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle();

    explicit operator bool() const { return native_ != -1; }
    [[nodiscard]] std::intptr_t native() const { return native_; }

private:
    std::intptr_t native_{-1};
};

enum class Kind : std::uint8_t { none, file, folder, link, pipe, device, other };

struct Info {
    Kind kind{Kind::none};
    bool has_other_names{};  ///< hard links
    bool is_mine{};          ///< belongs to this user
    bool is_mine_alone{};    ///< owned by the user, and not writable by others
    std::uint64_t size{};    ///< bytes
    std::string identity{};  ///< of all names of one file or folder, and of no other
};

/// Kind::none where there is nothing. By path, links are followed.
[[nodiscard]] CallResult<Info> look(const std::filesystem::path& path);
[[nodiscard]] CallResult<Info> look(const Handle& folder, const std::string& name);
[[nodiscard]] CallResult<Info> look(const Handle& opened);

/// When a file was written last, links followed, to be compared with others of its kind: in the finest steps that the system
/// has, where std::filesystem has whole seconds on Windows.
[[nodiscard]] CallResult<std::filesystem::file_time_type> last_write(const std::filesystem::path& path);

/// Returns the absolute path with links resolved; for a missing file, with the links on the way resolved.
[[nodiscard]] CallResult<std::filesystem::path> follow(const std::filesystem::path& path);

enum class Access : std::uint8_t {
    look,            ///< attributes and identity, also of what may not be read
    read,            ///< does not wait for the writer of a pipe
    change,          ///< an existing file, to be read and written
    create,          ///< a new file, to be written and read; what others may do follows the user's settings
    create_private,  ///< the same, for this user alone
};

/// By path, links are followed; `Access::create` is not for paths.
[[nodiscard]] CallResult<Handle> open_path(const std::filesystem::path& path, Access access);
/// A pipe or device, to be written to.
[[nodiscard]] CallResult<Handle> open_stream(const std::filesystem::path& path);
[[nodiscard]] CallResult<Handle> open_file(const Handle& folder, const std::string& name, Access access);
/// To go to names below it. A link is no folder.
[[nodiscard]] CallResult<Handle> open_folder(const std::filesystem::path& path);
[[nodiscard]] CallResult<Handle> open_folder(const Handle& above, const std::string& name);
[[nodiscard]] CallResult<Handle> standard_input();
[[nodiscard]] CallResult<Handle> standard_output();

/// Waits until a pipe that was opened with Access::read has a writer.
[[nodiscard]] std::error_code wait_for_writer(const Handle& pipe);
/// The number of bytes; 0 at the end.
[[nodiscard]] CallResult<std::size_t> read(const Handle& file, std::span<std::byte> to);
[[nodiscard]] CallResult<std::size_t> read_at(const Handle& file, std::uint64_t offset, std::span<std::byte> to);
/// Writes at least one byte of the pieces, at the file's position, and says how many.
[[nodiscard]] CallResult<std::size_t> write(const Handle& file, std::span<const std::span<const std::byte>> pieces);
/// Sets the size of a file; the next write appends.
[[nodiscard]] std::error_code resize(const Handle& file, std::uint64_t size);
/// A file's content as memory, which the system reads as it is looked at; `size` bytes, not 0.
[[nodiscard]] CallResult<std::shared_ptr<const void>> map(const Handle& file, std::size_t size);
/// Releases the memory of a mapped file until the next access. No effect on other memory.
void release(std::span<const std::byte> mapped);
/// Copies bytes of a mapped file without its pages becoming memory of the program; of other memory as well. `to` has room.
void peek(std::span<const std::byte> from, std::span<std::byte> to);

/// Writes a file's content to the disk and drops caches, so that the next read comes from the disk.
[[nodiscard]] std::error_code store(const Handle& file);
void forget(const Handle& file);
/// Forces the names made, changed and removed in a folder to the disk, where the system knows such a thing.
[[nodiscard]] std::error_code store_names(const Handle& folder);
/// Forces everything on the disk of `folder` there: for many files faster than each.
[[nodiscard]] std::error_code store_all(const Handle& folder);

/// Gives a new file the owner, permissions and extended attributes of the one that it replaces; what the system does not
/// allow is returned in sentences.
[[nodiscard]] CallResult<std::vector<std::string>> take_attributes(const Handle& made, const Handle& old);
/// Checks that the user may write a file, even if the folder permits replacing it.
[[nodiscard]] std::error_code may_write(const Handle& folder, const std::string& name);

/// Locks a new file or folder against removal by other writers until the handle is closed. Returns false if another
/// program has locked or removed it. Returns true if the disk does not support locks.
[[nodiscard]] bool hold(const Handle& opened);
/// Locks a folder for one writer (`alone`) or several readers. Errors: operation_would_block. An empty handle where
/// there are no locks, or the folder may not be read.
[[nodiscard]] CallResult<Handle> lock_folder(const Handle& folder, bool alone);

/// Sorted.
[[nodiscard]] CallResult<std::vector<std::string>> names_in(const Handle& folder);
[[nodiscard]] std::error_code make_folder(const Handle& above, const std::string& name);
/// With those above that are missing, for this user alone, each with its name on the disk.
[[nodiscard]] std::error_code make_private_folder(const std::filesystem::path& path);
/// A file, a link itself, or a folder that is empty.
std::error_code remove(const Handle& folder, const std::string& name);
/// In one step. Errors: file_exists, where the new name may not be there.
[[nodiscard]] std::error_code rename_new(const Handle& folder, const std::string& from, const std::string& to);
[[nodiscard]] std::error_code rename_over(const Handle& folder, const std::string& from, const std::string& to);
/// Lets two files change names in one step. Errors: operation_not_supported (not on this disk).
[[nodiscard]] std::error_code exchange(const Handle& folder, const std::string& a, const std::string& b);

}  // namespace redforge::platform
