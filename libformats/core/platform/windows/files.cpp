// Files on Windows 10 and later, on disks with the features of NTFS.
#include "core/platform/files.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>

#include <fmt/format.h>

#include <windows.h>

#include <aclapi.h>

#include "core/platform/process.hpp"
#include "core/platform/windows/pipe.hpp"
#include "core/platform/windows/text.hpp"

namespace redforge::platform {
namespace {

namespace fs = std::filesystem;

constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

/// Number of attempts for a file that a virus scanner or an indexer has open, and the pause between them:
/// together one and a half seconds.
constexpr int attempts = 16;
constexpr DWORD pause_between = 100;  // milliseconds

std::error_code to_error_code(DWORD error)
{
    switch (error) {
    case ERROR_SUCCESS: return {};
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
    case ERROR_INVALID_DRIVE: return std::make_error_code(std::errc::no_such_file_or_directory);
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: return std::make_error_code(std::errc::file_exists);
    case ERROR_ACCESS_DENIED:
    case ERROR_PRIVILEGE_NOT_HELD: return std::make_error_code(std::errc::permission_denied);
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_USER_MAPPED_FILE:
    case ERROR_DELETE_PENDING: return std::make_error_code(std::errc::device_or_resource_busy);
    case ERROR_INVALID_NAME:
    case ERROR_INVALID_PARAMETER:
    case ERROR_BAD_PATHNAME: return std::make_error_code(std::errc::invalid_argument);
    case ERROR_DIRECTORY: return std::make_error_code(std::errc::not_a_directory);
    case ERROR_DIR_NOT_EMPTY: return std::make_error_code(std::errc::directory_not_empty);
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
    case ERROR_NOT_ENOUGH_QUOTA: return std::make_error_code(std::errc::no_space_on_device);
    case ERROR_WRITE_PROTECT: return std::make_error_code(std::errc::read_only_file_system);
    case ERROR_FILENAME_EXCED_RANGE:
    case ERROR_BUFFER_OVERFLOW: return std::make_error_code(std::errc::filename_too_long);
    case ERROR_TOO_MANY_OPEN_FILES: return std::make_error_code(std::errc::too_many_files_open);
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY: return std::make_error_code(std::errc::not_enough_memory);
    case ERROR_BROKEN_PIPE:
    case ERROR_PIPE_NOT_CONNECTED:
    case ERROR_NO_DATA: return std::make_error_code(std::errc::broken_pipe);
    case ERROR_NOT_SAME_DEVICE: return std::make_error_code(std::errc::cross_device_link);
    case ERROR_CRC:
    case ERROR_IO_DEVICE:
    case ERROR_NOT_READY: return std::make_error_code(std::errc::io_error);
    default: return {static_cast<int>(error), std::system_category()};
    }
}

HANDLE native(const Handle& handle)
{
    return reinterpret_cast<HANDLE>(handle.native());  // NOLINT: a HANDLE is a number that the system calls a pointer
}

/// Repeats a call while the file is open elsewhere, or the error is `also`. Returns the last error.
template <class Call>
std::error_code retry(Call call, std::errc also = std::errc::device_or_resource_busy)
{
    for (int attempt = 1;; ++attempt) {
        const std::error_code error = call() ? std::error_code{} : last_error();
        if ((error != std::errc::device_or_resource_busy && error != also) || attempt == attempts) {
            return error;
        }
        Sleep(pause_between);
    }
}

CallResult<std::wstring> path_on_drive(const Handle& folder);

/// Returns the present path of an open folder.
CallResult<std::wstring> path_of(const Handle& folder)
{
    std::wstring path(GetFinalPathNameByHandleW(native(folder), nullptr, 0, FILE_NAME_NORMALIZED), L'\0');
    path.resize(
        GetFinalPathNameByHandleW(native(folder), path.data(), static_cast<DWORD>(path.size()), FILE_NAME_NORMALIZED));
    if (path.empty()) {
        const DWORD error = GetLastError();
        return error == ERROR_MORE_DATA ? path_on_drive(folder) : tl::unexpected(to_error_code(error));
    }
    return path;
}

/// Returns the full path of a name in an open folder. Rejects names that are invalid on Windows, such as "a:b".
CallResult<std::wstring> path_of(const Handle& folder, const std::string& name)
{
    const std::wstring part = wide(name);
    const auto is_bad = [](wchar_t c) {
        return c < 0x20 || std::wstring_view(L"<>:\"/\\|?*").find(c) != std::wstring_view::npos;
    };
    if (part.empty() || std::any_of(part.begin(), part.end(), is_bad) ||
        (part != L"." && (part.back() == L'.' || part.back() == L' '))) {
        return tl::unexpected(std::make_error_code(std::errc::invalid_argument));
    }
    CallResult<std::wstring> path = path_of(folder);
    if (path && part != L".") {
        path = *path + (path->back() == L'\\' ? L"" : L"\\") + part;
    }
    return path;
}

struct OpenMode {
    DWORD access{};
    DWORD creation{OPEN_EXISTING};
    DWORD flags{FILE_FLAG_BACKUP_SEMANTICS};  // required to open folders
};

OpenMode open_mode(Access access)
{
    switch (access) {
    case Access::look: return {FILE_READ_ATTRIBUTES | READ_CONTROL};
    case Access::read: return {GENERIC_READ};
    case Access::change: return {GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL};
    case Access::create:
    case Access::create_private:
        return {GENERIC_READ | GENERIC_WRITE | DELETE | WRITE_DAC, CREATE_NEW, FILE_ATTRIBUTE_NORMAL};
    }
    return {};
}

CallResult<Handle> open_native(const std::wstring& path, const OpenMode& way)
{
    Handle opened;
    const std::error_code error = retry([&] {
        opened = Handle(reinterpret_cast<std::intptr_t>(  // NOLINT: as above
            CreateFileW(path.c_str(), way.access, share_all, nullptr, way.creation, way.flags, nullptr)));
        return static_cast<bool>(opened);
    });
    return error ? CallResult<Handle>(tl::unexpected(error)) : std::move(opened);
}

/// Returns true for a link or a mounted folder. Cloud placeholders count as plain files.
bool is_link(HANDLE file, DWORD attributes)
{
    FILE_ATTRIBUTE_TAG_INFO info{};
    return (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
           GetFileInformationByHandleEx(file, FileAttributeTagInfo, &info, sizeof info) != 0 &&
           (info.ReparseTag == IO_REPARSE_TAG_SYMLINK || info.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT);
}

/// Returns the user's identity as the system represents it. Empty if it is not available.
std::vector<std::byte> token_part(TOKEN_INFORMATION_CLASS which)
{
    HANDLE token = nullptr;
    DWORD size = 0;
    std::vector<std::byte> part;
    if (OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token) != 0) {
        GetTokenInformation(token, which, nullptr, 0, &size);
        part.resize(size);
        if (GetTokenInformation(token, which, part.data(), size, &size) == 0) {
            part.clear();
        }
        CloseHandle(token);
    }
    return part;
}

/// Returns true if a file belongs to this user, or to the group that owns the user's new files (administrators).
bool is_owned_by_user(HANDLE file)
{
    static const std::vector<std::byte> user = token_part(TokenUser);
    static const std::vector<std::byte> owner = token_part(TokenOwner);
    PSID of_file = nullptr;
    PSECURITY_DESCRIPTOR descriptor = nullptr;
    if (user.empty() || owner.empty() ||
        GetSecurityInfo(file, SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION, &of_file, nullptr, nullptr, nullptr,
                        &descriptor) != ERROR_SUCCESS) {
        return false;
    }
    const bool mine =
        EqualSid(of_file, reinterpret_cast<const TOKEN_USER*>(user.data())->User.Sid) != 0 ||  // NOLINT: as documented
        EqualSid(of_file, reinterpret_cast<const TOKEN_OWNER*>(owner.data())->Owner) != 0;     // NOLINT
    LocalFree(descriptor);
    return mine;
}

/// Returns the info of a file that another process opened and that has no identity, such as Wine's standard input. Its
/// identity is never equal to that of another file.
CallResult<Info> info_of_nameless(HANDLE file)
{
    FILE_STANDARD_INFO info{};
    if (GetFileInformationByHandleEx(file, FileStandardInfo, &info, sizeof info) == 0) {
        return tl::unexpected(last_error());
    }
    static std::atomic<unsigned> number{0};
    return Info{.kind = info.Directory != 0 ? Kind::folder : Kind::file,
                .size = static_cast<std::uint64_t>(info.EndOfFile.QuadPart),
                .identity = fmt::format("nameless-{}", ++number)};
}

CallResult<Info> info_of(HANDLE file)
{
    switch (GetFileType(file)) {
    case FILE_TYPE_CHAR: return Info{.kind = Kind::device};
    case FILE_TYPE_PIPE: return Info{.kind = Kind::pipe};
    default: break;
    }
    BY_HANDLE_FILE_INFORMATION info{};
    if (GetFileInformationByHandle(file, &info) == 0) {
        return info_of_nameless(file);
    }
    const bool folder = (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    const bool mine = is_owned_by_user(file);
    return Info{.kind = is_link(file, info.dwFileAttributes) ? Kind::link
                        : folder                             ? Kind::folder
                                                             : Kind::file,
                .has_other_names = !folder && info.nNumberOfLinks > 1,
                .is_owned_by_user = mine,
                .is_private_to_user = mine,  // assumes that the file inherits the permissions of the user's folder
                .size = folder ? 0 : (std::uint64_t{info.nFileSizeHigh} << 32U) | info.nFileSizeLow,
                .identity = fmt::format("{:x}-{:x}", info.dwVolumeSerialNumber,
                                        (std::uint64_t{info.nFileIndexHigh} << 32U) | info.nFileIndexLow)};
}

/// Returns the path of a folder on Wine, which cannot report full paths above 260 characters: tries each drive.
CallResult<std::wstring> path_on_drive(const Handle& folder)
{
    constexpr std::size_t max_length = 32768;  // characters
    std::vector<std::byte> memory(sizeof(FILE_NAME_INFO) + max_length * sizeof(wchar_t));
    const auto* const name = reinterpret_cast<const FILE_NAME_INFO*>(memory.data());  // NOLINT: as documented
    if (GetFileInformationByHandleEx(native(folder), FileNameInfo, memory.data(), static_cast<DWORD>(memory.size())) ==
        0) {
        return tl::unexpected(last_error());
    }
    const std::wstring_view below(name->FileName, name->FileNameLength / sizeof(wchar_t));
    const CallResult<Info> wanted = info_of(native(folder));
    for (wchar_t drive = L'A'; wanted && drive <= L'Z'; ++drive) {
        const std::wstring path = std::wstring(L"\\\\?\\") + drive + L':' + std::wstring(below);
        const CallResult<Handle> opened = open_native(path, open_mode(Access::look));
        const CallResult<Info> there = opened ? info_of(native(*opened)) : tl::unexpected(opened.error());
        if (there && there->identity == wanted->identity) {
            return path;
        }
    }
    return tl::unexpected(std::make_error_code(std::errc::filename_too_long));
}

CallResult<Info> look_at(const std::wstring& path, DWORD flags)
{
    const CallResult<Handle> opened = open_native(path, {FILE_READ_ATTRIBUTES | READ_CONTROL, OPEN_EXISTING, flags});
    if (!opened) {
        return opened.error() == std::errc::no_such_file_or_directory ? CallResult<Info>(Info{})
                                                                      : tl::unexpected(opened.error());
    }
    return info_of(native(*opened));
}

CallResult<Handle> folder_only(CallResult<Handle> opened)
{
    if (!opened) {
        return opened;
    }
    const CallResult<Info> info = info_of(native(*opened));
    return !info                        ? tl::unexpected(info.error())
           : info->kind == Kind::folder ? std::move(opened)
                                        : tl::unexpected(std::make_error_code(std::errc::not_a_directory));
}

/// Opens a lock file, because Windows cannot lock folders. Windows deletes it when the last program closes it.
CallResult<Handle> lock_file(const std::string& identity, bool alone)
{
    const fs::path folder = state_home() / "redforge" / "locks";
    if (state_home().empty() || make_private_folder(folder)) {
        return Handle();
    }
    Handle opened(reinterpret_cast<std::intptr_t>(  // NOLINT: as above
        CreateFileW(extended(folder / identity).c_str(), GENERIC_READ | GENERIC_WRITE, share_all, nullptr, OPEN_ALWAYS,
                    FILE_ATTRIBUTE_NORMAL | FILE_FLAG_DELETE_ON_CLOSE, nullptr)));
    OVERLAPPED whole{};
    const DWORD flags = LOCKFILE_FAIL_IMMEDIATELY | (alone ? LOCKFILE_EXCLUSIVE_LOCK : 0U);
    if (!opened || LockFileEx(native(opened), flags, 0, 1, 0, &whole) == 0) {
        return tl::unexpected(std::make_error_code(std::errc::operation_would_block));
    }
    return opened;
}

/// Locks of folders, by folder handle.
struct FolderLocks {
    std::mutex guard;
    std::map<std::intptr_t, Handle> locks;
};

FolderLocks& folder_locks()
{
    static FolderLocks all;
    return all;
}

CallResult<Handle> copy_of(DWORD standard)
{
    HANDLE copy = INVALID_HANDLE_VALUE;  // NOLINT: the system's own cast
    return DuplicateHandle(GetCurrentProcess(), GetStdHandle(standard), GetCurrentProcess(), &copy, 0, FALSE,
                           DUPLICATE_SAME_ACCESS) != 0
               ? CallResult<Handle>(Handle(reinterpret_cast<std::intptr_t>(copy)))  // NOLINT: as above
               : tl::unexpected(last_error());
}

DWORD at_most(std::size_t size)
{
    return static_cast<DWORD>(std::min<std::size_t>(size, std::size_t{1} << 30U));
}

CallResult<std::size_t> read_bytes(const Handle& file, std::span<std::byte> to, OVERLAPPED* place)
{
    DWORD got = 0;
    if (ReadFile(native(file), to.data(), at_most(to.size()), &got, place) == 0) {
        const DWORD error = GetLastError();
        return error == ERROR_HANDLE_EOF || error == ERROR_BROKEN_PIPE ? CallResult<std::size_t>(std::size_t{0})
                                                                       : tl::unexpected(to_error_code(error));
    }
    return got;
}

std::error_code rename(const Handle& folder, const std::string& from, const std::string& to, DWORD flags)
{
    const CallResult<std::wstring> source = path_of(folder, from);
    const CallResult<std::wstring> target = path_of(folder, to);
    if (!source || !target) {
        return source ? target.error() : source.error();
    }
    // While another process reads the old file, Windows reports that access is denied.
    return retry([&] { return MoveFileExW(source->c_str(), target->c_str(), flags | MOVEFILE_WRITE_THROUGH) != 0; },
                 std::errc::permission_denied);
}

}  // namespace

std::wstring extended(const fs::path& path)
{
    const std::wstring& given = path.native();
    std::wstring full(GetFullPathNameW(given.c_str(), 0, nullptr, nullptr), L'\0');
    full.resize(GetFullPathNameW(given.c_str(), static_cast<DWORD>(full.size()), full.data(), nullptr));
    if (full.empty() || full.starts_with(L"\\\\?\\") || full.starts_with(L"\\\\.\\")) {
        return full.empty() ? given : full;
    }
    return full.starts_with(L"\\\\") ? L"\\\\?\\UNC" + full.substr(1) : L"\\\\?\\" + full;
}

std::error_code last_error()
{
    return to_error_code(GetLastError());
}

std::string_view hint_for(std::error_code error)
{
    if (error == std::errc::device_or_resource_busy) {
        return "another program has it open, maybe the game: close that and try again; nothing was changed";
    }
    if (error == std::errc::permission_denied) {
        return "check whether it is read-only, and the permissions of its folder (below Program Files only "
               "administrators write)";
    }
    if (error == std::errc::no_space_on_device) {
        return "free some space and try again; nothing was changed";
    }
    if (error == std::errc::read_only_file_system) {
        return "this disk is write-protected; choose another place";
    }
    if (error == std::errc::invalid_argument) {
        return R"(Windows has no names with < > : " / \ | ? * in them, nor such that end in a dot or a space)";
    }
    if (error == std::errc::filename_too_long) {
        return "choose a shorter name";
    }
    if (error == std::errc::io_error) {
        return "the disk may be failing or is not there; check it before going on";
    }
    return error == std::errc::broken_pipe ? "the program that reads the output has ended" : "";
}

fs::path state_home()
{
    // The XDG specification requires that a relative path is ignored.
    if (fs::path state = wide(environment("XDG_STATE_HOME").value_or("")); state.is_absolute()) {
        return state;
    }
    return wide(environment("LOCALAPPDATA").value_or(""));
}

Handle::~Handle()
{
    if (native_ != -1) {
        Handle lock;  // closed after the mutex is released
        {
            const std::lock_guard guard(folder_locks().guard);
            if (const auto found = folder_locks().locks.find(native_); found != folder_locks().locks.end()) {
                lock = std::move(found->second);
                folder_locks().locks.erase(found);
            }
        }
        CloseHandle(platform::native(*this));
    }
}

CallResult<Info> look(const fs::path& path)
{
    return look_at(extended(path), FILE_FLAG_BACKUP_SEMANTICS);
}

CallResult<Info> look(const Handle& folder, const std::string& name)
{
    const CallResult<std::wstring> path = path_of(folder, name);
    return path ? look_at(*path, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT)
                : tl::unexpected(path.error());
}

CallResult<Info> look(const Handle& opened)
{
    return info_of(native(opened));
}

CallResult<fs::path> follow(const fs::path& path)
{
    const CallResult<Handle> opened = open_native(extended(path), open_mode(Access::look));
    if (!opened) {
        const bool missing = opened.error() == std::errc::no_such_file_or_directory;
        return missing ? CallResult<fs::path>(path) : tl::unexpected(opened.error());
    }
    if (GetFileType(native(*opened)) != FILE_TYPE_DISK) {
        return path;
    }
    return path_of(*opened).map([](const std::wstring& whole) {
        constexpr std::wstring_view disk = L"\\\\?\\";
        constexpr std::wstring_view share = L"\\\\?\\UNC\\";
        return fs::path(whole.starts_with(share)  ? L"\\\\" + whole.substr(share.size())
                        : whole.starts_with(disk) ? whole.substr(disk.size())
                                                  : whole);
    });
}

CallResult<fs::file_time_type> last_write(const fs::path& path)
{
    const CallResult<Handle> opened = open_path(path, Access::look);
    FILETIME written{};
    if (!opened || GetFileTime(native(*opened), nullptr, nullptr, &written) == 0) {
        return tl::unexpected(opened ? last_error() : opened.error());
    }
    const std::uint64_t steps = (std::uint64_t{written.dwHighDateTime} << 32U) | written.dwLowDateTime;
    return fs::file_time_type(fs::file_time_type::duration(static_cast<std::int64_t>(steps)));
}

CallResult<Handle> open_path(const fs::path& path, Access access)
{
    return open_native(extended(path), open_mode(access));
}

CallResult<Handle> open_stream(const fs::path& path)
{
    return open_native(extended(path), {GENERIC_WRITE, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL});
}

CallResult<Handle> open_file(const Handle& folder, const std::string& name, Access access)
{
    const CallResult<std::wstring> path = path_of(folder, name);
    if (!path) {
        return tl::unexpected(path.error());
    }
    OpenMode way = open_mode(access);
    way.flags |= FILE_FLAG_OPEN_REPARSE_POINT;
    CallResult<Handle> opened = open_native(*path, way);
    const CallResult<Info> info = opened ? info_of(native(*opened)) : CallResult<Info>(Info{});
    const bool link = opened && info && info->kind == Kind::link;
    return link ? tl::unexpected(std::make_error_code(std::errc::too_many_symbolic_link_levels)) : std::move(opened);
}

CallResult<Handle> open_folder(const fs::path& path)
{
    return folder_only(open_native(extended(path), open_mode(Access::look)));
}

CallResult<Handle> open_folder(const Handle& above, const std::string& name)
{
    const CallResult<std::wstring> path = path_of(above, name);
    OpenMode way = open_mode(Access::look);
    way.flags |= FILE_FLAG_OPEN_REPARSE_POINT;
    return path ? folder_only(open_native(*path, way)) : tl::unexpected(path.error());
}

CallResult<Handle> standard_input()
{
    return copy_of(STD_INPUT_HANDLE);
}

CallResult<Handle> standard_output()
{
    return copy_of(STD_OUTPUT_HANDLE);
}

std::error_code wait_for_writer(const Handle& /*pipe*/)
{
    return {};  // on Windows, a pipe that can be opened has a writer
}

CallResult<std::size_t> read(const Handle& file, std::span<std::byte> to)
{
    return read_bytes(file, to, nullptr);
}

CallResult<std::size_t> read_at(const Handle& file, std::uint64_t offset, std::span<std::byte> to)
{
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset);
    place.OffsetHigh = static_cast<DWORD>(offset >> 32U);
    return read_bytes(file, to, &place);
}

CallResult<std::size_t> write(const Handle& file, std::span<const std::span<const std::byte>> pieces)
{
    const auto piece = std::ranges::find_if(pieces, [](auto each) { return !each.empty(); });
    DWORD written = 0;
    if (piece == pieces.end()) {
        return std::size_t{0};
    }
    if (WriteFile(native(file), piece->data(), at_most(piece->size()), &written, nullptr) == 0) {
        const std::error_code error = last_error();
        if (error == std::errc::broken_pipe) {
            end_with_reader();
        }
        return tl::unexpected(error);
    }
    return written == 0 ? tl::unexpected(std::make_error_code(std::errc::io_error)) : CallResult<std::size_t>(written);
}

std::error_code resize(const Handle& file, std::uint64_t size)
{
    LARGE_INTEGER end{};
    end.QuadPart = static_cast<LONGLONG>(size);
    const bool done = SetFilePointerEx(native(file), end, nullptr, FILE_BEGIN) != 0 && SetEndOfFile(native(file)) != 0;
    return done ? std::error_code{} : last_error();
}

// On Windows a mapped file cannot be replaced, truncated or deleted, by us or by the game's editor. So return a copy of
// the whole file instead.
CallResult<std::shared_ptr<const void>> map(const Handle& file, std::size_t size)
{
    const std::shared_ptr<void> memory(VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE),
                                       [](void* copy) { VirtualFree(copy, 0, MEM_RELEASE); });
    if (memory == nullptr) {
        return tl::unexpected(last_error());
    }
    const std::span<std::byte> bytes(static_cast<std::byte*>(memory.get()), size);
    for (std::size_t at = 0; at < size;) {
        const CallResult<std::size_t> got = read_at(file, at, bytes.subspan(at));
        if (!got || *got == 0) {
            return tl::unexpected(got ? std::make_error_code(std::errc::io_error) : got.error());
        }
        at += *got;
    }
    return memory;
}

void release(std::span<const std::byte> /*mapped*/)
{
}

void peek(std::span<const std::byte> from, std::span<std::byte> to)
{
    std::ranges::copy(from, to.begin());
}

std::error_code store(const Handle& file)
{
    return FlushFileBuffers(native(file)) != 0 ? std::error_code{} : last_error();
}

void drop_cache(const Handle& /*file*/)
{
}

std::error_code sync_folder(const Handle& /*folder*/)
{
    return {};  // renames are made with MOVEFILE_WRITE_THROUGH
}

std::error_code sync_file_system(const Handle& folder)
{
    const CallResult<std::wstring> path = path_of(folder);
    if (!path) {
        return path.error();
    }
    std::error_code error;
    for (fs::recursive_directory_iterator at(*path, error), end; !error && at != end; at.increment(error)) {
        std::error_code ignored;
        if (at->symlink_status(ignored).type() != fs::file_type::regular) {
            continue;
        }
        const auto file = open_native(at->path().native(), {GENERIC_WRITE, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL});
        if (const std::error_code error = file ? store(*file) : file.error()) {
            return error;
        }
    }
    return error;
}

CallResult<std::vector<std::string>> copy_attributes(const Handle& made, const Handle& old)
{
    std::vector<std::string> lost;
    FILE_BASIC_INFO before{};
    if (GetFileInformationByHandleEx(native(old), FileBasicInfo, &before, sizeof before) == 0) {
        return tl::unexpected(last_error());
    }
    // Copy the creation time and the hidden attribute; 0 keeps the other times.
    before.LastAccessTime.QuadPart = before.LastWriteTime.QuadPart = before.ChangeTime.QuadPart = 0;
    before.FileAttributes &=
        FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM | FILE_ATTRIBUTE_ARCHIVE | FILE_ATTRIBUTE_NOT_CONTENT_INDEXED;
    before.FileAttributes = before.FileAttributes == 0 ? FILE_ATTRIBUTE_NORMAL : before.FileAttributes;
    if (SetFileInformationByHandle(native(made), FileBasicInfo, &before, sizeof before) == 0) {
        lost.emplace_back("its attributes were not copied");
    }
    // Inherited permissions are equal in the new file; copy the explicit ones.
    PACL rules = nullptr;
    PSECURITY_DESCRIPTOR descriptor = nullptr;
    if (GetSecurityInfo(native(old), SE_FILE_OBJECT, DACL_SECURITY_INFORMATION, nullptr, nullptr, &rules, nullptr,
                        &descriptor) == ERROR_SUCCESS) {
        SECURITY_DESCRIPTOR_CONTROL control = 0;
        DWORD revision = 0;
        GetSecurityDescriptorControl(descriptor, &control, &revision);
        const bool is_own = (control & SE_DACL_PROTECTED) != 0;
        const SECURITY_INFORMATION what = DACL_SECURITY_INFORMATION | (is_own ? PROTECTED_DACL_SECURITY_INFORMATION
                                                                              : UNPROTECTED_DACL_SECURITY_INFORMATION);
        if (SetSecurityInfo(native(made), SE_FILE_OBJECT, what, nullptr, nullptr, rules, nullptr) != ERROR_SUCCESS) {
            lost.emplace_back("its permissions were not copied");
        }
        LocalFree(descriptor);
    }
    return lost;
}

std::error_code check_writable(const Handle& folder, const std::string& name)
{
    const CallResult<std::wstring> path = path_of(folder, name);
    if (!path || name == ".") {
        return path ? std::error_code{} : path.error();  // for a folder, the write itself reports the error
    }
    const CallResult<Handle> opened =
        open_native(*path, {GENERIC_WRITE | DELETE, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL});
    return opened ? std::error_code{} : opened.error();
}

bool lock_against_removal(const Handle& opened)
{
    const CallResult<Info> info = info_of(native(opened));
    if (!info) {
        return false;
    }
    if (info->kind == Kind::folder) {
        CallResult<Handle> lock = lock_file("held-" + info->identity, true);
        if (lock && *lock) {
            const std::lock_guard guard(folder_locks().guard);
            folder_locks().locks.insert_or_assign(opened.native(), std::move(*lock));
        }
        return lock.has_value();
    }
    // Lock a byte beyond the end of any file: on Windows, other processes cannot read a locked range.
    OVERLAPPED range_start{};
    range_start.OffsetHigh = 0x7FFFFFFF;
    return LockFileEx(native(opened), LOCKFILE_FAIL_IMMEDIATELY | LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, &range_start) != 0;
}

CallResult<Handle> lock_folder(const Handle& folder, bool alone)
{
    const CallResult<Info> info = info_of(native(folder));
    return info ? lock_file(info->identity, alone) : tl::unexpected(info.error());
}

CallResult<std::vector<std::string>> names_in(const Handle& folder)
{
    const CallResult<std::wstring> path = path_of(folder);
    if (!path) {
        return tl::unexpected(path.error());
    }
    WIN32_FIND_DATAW found{};
    HANDLE const search = FindFirstFileW((*path + (path->back() == L'\\' ? L"*" : L"\\*")).c_str(), &found);
    if (search == INVALID_HANDLE_VALUE) {  // NOLINT: the system's own cast
        const std::error_code error = last_error();
        return error == std::errc::no_such_file_or_directory ? CallResult<std::vector<std::string>>({})
                                                             : tl::unexpected(error);
    }
    std::vector<std::string> names;
    do {
        if (const std::wstring_view name(found.cFileName); name != L"." && name != L"..") {
            names.push_back(narrow(name));
        }
    } while (FindNextFileW(search, &found) != 0);
    FindClose(search);
    std::sort(names.begin(), names.end());
    return names;
}

std::error_code make_folder(const Handle& above, const std::string& name)
{
    const CallResult<std::wstring> path = path_of(above, name);
    return !path ? path.error() : CreateDirectoryW(path->c_str(), nullptr) != 0 ? std::error_code{} : last_error();
}

std::error_code make_private_folder(const fs::path& path)
{
    const CallResult<Info> there = look(path);
    if (!there || there->kind != Kind::none || !path.has_relative_path()) {
        return there ? std::error_code{} : there.error();
    }
    if (const std::error_code error = make_private_folder(path.parent_path())) {
        return error;
    }
    const std::error_code error =
        CreateDirectoryW(extended(path).c_str(), nullptr) != 0 ? std::error_code{} : last_error();
    return error == std::errc::file_exists ? std::error_code{} : error;
}

std::error_code remove(const Handle& folder, const std::string& name)
{
    const CallResult<std::wstring> path = path_of(folder, name);
    if (!path) {
        return path.error();
    }
    const DWORD attributes = GetFileAttributesW(path->c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES) {
        return last_error();
    }
    const bool is_folder = (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    return retry([&] { return (is_folder ? RemoveDirectoryW(path->c_str()) : DeleteFileW(path->c_str())) != 0; });
}

std::error_code rename_new(const Handle& folder, const std::string& from, const std::string& to)
{
    return rename(folder, from, to, 0);
}

std::error_code rename_over(const Handle& folder, const std::string& from, const std::string& to)
{
    return rename(folder, from, to, MOVEFILE_REPLACE_EXISTING);
}

std::error_code exchange(const Handle& /*folder*/, const std::string& /*a*/, const std::string& /*b*/)
{
    return std::make_error_code(std::errc::operation_not_supported);  // Windows has no atomic exchange
}

}  // namespace redforge::platform
