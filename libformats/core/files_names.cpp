// Names on the disk: hidden ones of what is on its way, what killed writers left, and the way to a name.
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdio>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

#include "core/files_posix.hpp"

namespace redforge::posix {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view temp_mark = ".redforge-";
constexpr std::size_t digit_count = 12;

Error in_the_way(const fs::path& file, std::string_view what)
{
    return {.code = ErrorCode::exists,
            .message = fmt::format("is {}", what),
            .file = file.string(),
            .hint = "move it away or choose another folder; nothing was changed"};
}

}  // namespace

std::string random_digits()
{
    std::uint64_t number = 0;
    if (again([&] { return getrandom(&number, sizeof number, GRND_NONBLOCK); }) != sizeof number) {
        number = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    }
    return fmt::format("{:012x}", number >> 16U);
}

std::string temp_name(std::string_view name)
{
    const std::size_t longest = NAME_MAX - 1 - temp_mark.size() - digit_count;
    return fmt::format(".{}{}{}", name.substr(0, longest), temp_mark, random_digits());
}

bool is_temp_name(std::string_view name)
{
    if (name.size() < 2 + temp_mark.size() + digit_count || name.front() != '.') {
        return false;
    }
    const std::string_view digits = name.substr(name.size() - digit_count);
    return name.substr(0, name.size() - digit_count).ends_with(temp_mark) &&
           digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool lock_as_ours(int file) noexcept
{
    if (again([&] { return flock(file, LOCK_EX | LOCK_NB); }) != 0) {
        // A file system without locks: nobody else can lock either, so nobody removes it.
        return errno != EWOULDBLOCK;
    }
    struct stat status {};
    return again([&] { return fstat(file, &status); }) != 0 || status.st_nlink > 0;
}

void remove_tree(int parent, const char* name) noexcept
{
    {
        const Fd folder = open_at(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        const auto names = folder ? names_in(folder.get(), {}) : Result<std::vector<std::string>>{};
        for (const std::string& inner : names.value_or(std::vector<std::string>{})) {
            struct stat status {};
            if (fstatat(folder.get(), inner.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
                continue;
            }
            if (S_ISDIR(status.st_mode)) {
                remove_tree(folder.get(), inner.c_str());
            } else if (S_ISREG(status.st_mode)) {
                again([&] { return unlinkat(folder.get(), inner.c_str(), 0); });
            }
        }
    }
    again([&] { return unlinkat(parent, name, AT_REMOVEDIR); });
}

void remove_stale(int folder) noexcept
{
    const auto names = names_in(folder, {});
    for (const std::string& name : names.value_or(std::vector<std::string>{})) {
        if (!is_temp_name(name)) {
            continue;
        }
        const Fd file = open_at(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
        struct stat status {};
        if (!file || fstat(file.get(), &status) != 0 || status.st_uid != geteuid() ||
            again([&] { return flock(file.get(), LOCK_EX | LOCK_NB); }) != 0) {
            continue;
        }
        if (S_ISREG(status.st_mode)) {
            again([&] { return unlinkat(folder, name.c_str(), 0); });
        } else if (S_ISDIR(status.st_mode)) {
            remove_tree(folder, name.c_str());
        }
    }
}

Staged& Staged::operator=(Staged&& other) noexcept
{
    std::swap(file_, other.file_);
    std::swap(folder_, other.folder_);
    std::swap(hidden_, other.hidden_);
    return *this;
}

Staged::~Staged()
{
    if (!hidden_.empty()) {
        again([&] { return unlinkat(folder_, hidden_.c_str(), 0); });
    }
}

Result<Staged> Staged::make(int folder, std::string_view name, const fs::path& shown)
{
    constexpr mode_t mode = 0666;  // the umask takes from this what a new file should not have
    Staged staged;
    staged.folder_ = folder;
    constexpr int attempts = 16;
    int number = EEXIST;
    for (int attempt = 0; attempt < attempts && number == EEXIST; ++attempt) {
        const std::string hidden = temp_name(name);
        staged.file_ = open_at(folder, hidden.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR, mode);
        number = staged.file_ ? 0 : errno;
        if (staged.file_ && !lock_as_ours(staged.file())) {
            number = EEXIST;  // another writer took it for stale before we had the lock, and removed it
        } else if (staged.file_) {
            staged.hidden_ = hidden;
            return staged;
        }
    }
    return fail(system_error(shown, "make a file in this folder", number));
}

int rename_over(int from_folder, const char* from, int folder, const char* name) noexcept
{
    return again([&] { return renameat(from_folder, from, folder, name); }) == 0 ? 0 : errno;
}

int rename_new(int from_folder, const char* from, int folder, const char* name) noexcept
{
    if (again([&] { return renameat2(from_folder, from, folder, name, RENAME_NOREPLACE); }) == 0) {
        return 0;
    }
    if (errno != EINVAL && errno != ENOSYS) {
        return errno;
    }
    // No exclusive rename, e.g. FAT through FUSE: a look before the rename is the best there is.
    struct stat status {};
    if (again([&] { return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW); }) == 0) {
        return EEXIST;
    }
    return errno == ENOENT ? rename_over(from_folder, from, folder, name) : errno;
}

int exchange_names(int folder, const char* a, const char* b) noexcept
{
    return again([&] { return renameat2(folder, a, folder, b, RENAME_EXCHANGE); }) == 0 ? 0 : errno;
}

Result<std::optional<struct stat>> look_at(int folder, const char* name, const fs::path& shown)
{
    struct stat status {};
    if (again([&] { return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW); }) == 0) {
        return status;
    }
    return errno == ENOENT || errno == ENOTDIR ? Result<std::optional<struct stat>>(std::nullopt)
                                               : fail(system_error(shown, "look at what is there now", errno));
}

Result<std::vector<std::string>> names_in(int folder, const fs::path& shown)
{
    Fd opened = open_at(folder, ".", O_RDONLY | O_DIRECTORY);
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(opened ? fdopendir(opened.get()) : nullptr, closedir);
    if (!stream) {
        return fail(system_error(shown, "list this folder", errno));
    }
    opened.release();
    std::vector<std::string> names;
    errno = 0;
    while (const dirent* entry = readdir(stream.get())) {
        const std::string_view name(entry->d_name);
        if (name != "." && name != "..") {
            names.emplace_back(name);
        }
        errno = 0;
    }
    if (errno != 0) {
        return fail(system_error(shown, "list this folder", errno));
    }
    std::sort(names.begin(), names.end());
    return names;
}

Result<std::optional<Place>> walk(int folder, const std::string& name, const fs::path& path,
                                  std::vector<std::string>* made)
{
    constexpr int flags = O_PATH | O_DIRECTORY | O_NOFOLLOW;
    Place place{open_at(folder, ".", flags), name};
    int number = errno;
    for (std::size_t from = 0, end = 0; place.folder && (end = name.find('/', from)) != std::string::npos;
         from = end + 1) {
        const std::string part = name.substr(from, end - from);
        place.name = name.substr(end + 1);
        Fd inner = open_at(place.folder.get(), part.c_str(), flags);
        number = errno;
        if (!inner && number == ENOENT && made != nullptr) {
            constexpr mode_t mode = 0777;  // less the umask
            if (again([&] { return mkdirat(place.folder.get(), part.c_str(), mode); }) != 0 && errno != EEXIST) {
                return fail(system_error(path / name.substr(0, end), "make this folder", errno));
            }
            made->push_back(name.substr(0, end));
            inner = open_at(place.folder.get(), part.c_str(), flags);
            number = errno;
        }
        if (!inner && number == ENOENT) {
            return std::nullopt;
        }
        if (!inner && (number == ENOTDIR || number == ELOOP)) {
            struct stat status {};
            const bool link =
                fstatat(place.folder.get(), part.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode);
            return fail(in_the_way(path / name.substr(0, end), link ? "a link, and links in a folder are not followed"
                                                                    : "a file, where a folder would be"));
        }
        place.folder = std::move(inner);
    }
    return place.folder ? Result<std::optional<Place>>(std::move(place))
                        : fail(system_error(path / name, "open its folder", number));
}

Result<Target> find_target(const fs::path& path)
{
    fs::path real = path;
    if (!real.empty() && real.filename().empty()) {
        real = real.parent_path();  // "folder/" names the folder
    }
    if (real.empty()) {
        return fail({.code = ErrorCode::io, .message = "the output has an empty name", .hint = "give it a name"});
    }
    Target target;
    std::error_code error;
    if (fs::path whole = fs::canonical(real, error); !error) {
        real = std::move(whole);
    } else if (error == std::errc::no_such_file_or_directory) {
        // A link that leads nowhere yet: what it leads to is to be made.
        error.clear();
        while (fs::is_symlink(fs::symlink_status(real, error))) {
            real = real.parent_path() / fs::read_symlink(real, error);
        }
    }
    if (error && error != std::errc::no_such_file_or_directory && error != std::errc::not_a_directory) {
        return fail(
            system_error(path, error == std::errc::too_many_symbolic_link_levels ? "follow the link" : "find this name",
                         error.value()));
    }
    target.home = real.has_parent_path() ? real.parent_path() : fs::path(".");
    target.name = real.filename().string();
    target.folder = open_at(AT_FDCWD, target.home.c_str(), O_PATH | O_DIRECTORY);
    if (!target.folder) {
        Error missing = system_error(path, "use its folder", errno);
        if (errno == ENOENT || errno == ENOTDIR) {
            missing.message = errno == ENOENT ? fmt::format("there is no folder '{}'", target.home.string())
                                              : fmt::format("'{}' is not a folder", target.home.string());
            missing.hint = "make the folder first, or choose another";
        }
        return fail(std::move(missing));
    }
    if (target.name.empty() || target.name == "." || target.name == "..") {
        return fail({.code = ErrorCode::io,
                     .message = "this name cannot be replaced",
                     .file = path.string(),
                     .hint = "give the name of a file or folder to make"});
    }
    target.old = open_at(target.folder.get(), target.name.c_str(), O_PATH | O_NOFOLLOW);
    if (target.old ? fstat(target.old.get(), &target.status) != 0 : errno != ENOENT) {
        return fail(system_error(path, "look at what is there now", errno));
    }
    return target;
}

}  // namespace redforge::posix
