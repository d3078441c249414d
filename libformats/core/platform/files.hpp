// System interface for reading and writing files: one header, implemented for each system (posix/files.cpp).
//
// Names below an open folder are UTF-8 and have one part; links are never followed. A call that a signal interrupts is
// repeated. Errors are std::error_code values, which compare with std::errc on every system.
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

/// Maximum length of a file name, in bytes.
inline constexpr std::size_t max_name = 255;

template <class T>
using CallResult = tl::expected<T, std::error_code>;

/// Returns a hint for the user; may be empty.
[[nodiscard]] std::string_view hint_for(std::error_code error);

/// Returns the state folder of the user's programs; empty if the environment does not define one.
[[nodiscard]] std::filesystem::path state_home();

/// Owner of an open file or folder. Child processes do not inherit it.
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
    bool has_other_names{};  ///< the file has more than one hard link
    bool is_owned_by_user{};    ///< belongs to this user
    bool is_private_to_user{};  ///< owned by the user, and not writable by others
    std::uint64_t size{};    ///< bytes
    std::string identity{};  ///< unique for each file or folder; equal for all its hard links
};

/// Return the attributes of a file. Kind::none if it does not exist. The overload for paths follows links.
[[nodiscard]] CallResult<Info> look(const std::filesystem::path& path);
[[nodiscard]] CallResult<Info> look(const Handle& folder, const std::string& name);
[[nodiscard]] CallResult<Info> look(const Handle& opened);

/// Returns the time of the last write, following links, in the finest unit of the system (std::filesystem has whole
/// seconds on Windows). Only for comparisons.
[[nodiscard]] CallResult<std::filesystem::file_time_type> last_write(const std::filesystem::path& path);

/// Returns the absolute path with links resolved; for a missing file, with the links on the way resolved.
[[nodiscard]] CallResult<std::filesystem::path> follow(const std::filesystem::path& path);

enum class Access : std::uint8_t {
    look,            ///< attributes and identity, also without read permission
    read,            ///< does not wait for the writer of a pipe
    change,          ///< reads and writes an existing file
    create,          ///< creates a file for writing and reading, with the user's default permissions
    create_private,  ///< creates a file that only this user can access
};

/// Open a file. The overload for paths follows links and does not accept `Access::create`.
[[nodiscard]] CallResult<Handle> open_path(const std::filesystem::path& path, Access access);
/// Opens a pipe or device for writing.
[[nodiscard]] CallResult<Handle> open_stream(const std::filesystem::path& path);
[[nodiscard]] CallResult<Handle> open_file(const Handle& folder, const std::string& name, Access access);
/// Open a folder, to access names below it. Fail for a link.
[[nodiscard]] CallResult<Handle> open_folder(const std::filesystem::path& path);
[[nodiscard]] CallResult<Handle> open_folder(const Handle& above, const std::string& name);
[[nodiscard]] CallResult<Handle> standard_input();
[[nodiscard]] CallResult<Handle> standard_output();

/// Waits until a pipe that was opened with Access::read has a writer.
[[nodiscard]] std::error_code wait_for_writer(const Handle& pipe);
/// Reads bytes. Returns their number, 0 at the end of the file.
[[nodiscard]] CallResult<std::size_t> read(const Handle& file, std::span<std::byte> to);
[[nodiscard]] CallResult<std::size_t> read_at(const Handle& file, std::uint64_t offset, std::span<std::byte> to);
/// Writes at least one byte of the pieces, at the file's position. Returns the number of bytes written.
[[nodiscard]] CallResult<std::size_t> write(const Handle& file, std::span<const std::span<const std::byte>> pieces);
/// Sets the size of a file; the next write appends.
[[nodiscard]] std::error_code resize(const Handle& file, std::uint64_t size);
/// Maps a file into memory. `size` is in bytes, and not 0.
[[nodiscard]] CallResult<std::shared_ptr<const void>> map(const Handle& file, std::size_t size);
/// Releases the memory of a mapped file until the next access. No effect on other memory.
void release(std::span<const std::byte> mapped);
/// Copies bytes of a mapped file without loading its pages into the process. Works for other memory too. `to` must be
/// large enough.
void peek(std::span<const std::byte> from, std::span<std::byte> to);

/// Writes a file's content to the disk and drops caches, so that the next read comes from the disk.
[[nodiscard]] std::error_code store(const Handle& file);
void drop_cache(const Handle& file);
/// Syncs the names in a folder to the disk, if the system supports it.
[[nodiscard]] std::error_code sync_folder(const Handle& folder);
/// Syncs the whole file system of `folder`, which is faster than syncing many single files.
[[nodiscard]] std::error_code sync_file_system(const Handle& folder);

/// Copies the owner, permissions and extended attributes of a replaced file to the new one. Returns a sentence for each
/// property that the system does not allow to copy.
[[nodiscard]] CallResult<std::vector<std::string>> copy_attributes(const Handle& made, const Handle& old);
/// Checks that the user may write a file, even if the folder permits replacing it.
[[nodiscard]] std::error_code check_writable(const Handle& folder, const std::string& name);

/// Locks a new file or folder against removal by other writers until the handle is closed. Returns false if another
/// program has locked or removed it. Returns true if the disk does not support locks.
[[nodiscard]] bool lock_against_removal(const Handle& opened);
/// Locks a folder for one writer (`alone`) or several readers. Returns an empty handle if the disk does not support
/// locks, or the folder may not be read. Errors: operation_would_block.
[[nodiscard]] CallResult<Handle> lock_folder(const Handle& folder, bool alone);

/// Returns the names in a folder, sorted.
[[nodiscard]] CallResult<std::vector<std::string>> names_in(const Handle& folder);
[[nodiscard]] std::error_code make_folder(const Handle& above, const std::string& name);
/// Creates a folder and its missing parents, accessible only for this user, and syncs their names.
[[nodiscard]] std::error_code make_private_folder(const std::filesystem::path& path);
/// Removes a file, a link (not its target), or an empty folder.
std::error_code remove(const Handle& folder, const std::string& name);
/// Renames a file atomically. Errors: file_exists (the new name exists and may not be replaced).
[[nodiscard]] std::error_code rename_new(const Handle& folder, const std::string& from, const std::string& to);
[[nodiscard]] std::error_code rename_over(const Handle& folder, const std::string& from, const std::string& to);
/// Exchanges the names of two files atomically. Errors: operation_not_supported (on this disk).
[[nodiscard]] std::error_code exchange(const Handle& folder, const std::string& a, const std::string& b);

}  // namespace redforge::platform
