// Mapping a file.
#include "core/mapped_file.hpp"

#include <cerrno>
#include <cstdint>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files.hpp"
#include "core/files_posix.hpp"

namespace redforge {
namespace {

/// Forgets the pages that lie wholly in a view; they are read again when somebody looks.
void release_pages(ByteView view)
{
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(view.data());  // NOLINT: a place in memory as a number
    const std::uintptr_t skipped = (page - begin % page) % page;
    if (skipped >= view.size()) {
        return;
    }
    const std::size_t size = (view.size() - skipped) / page * page;
    if (size > 0) {
        madvise(const_cast<std::byte*>(view.data() + skipped), size, MADV_DONTNEED);  // NOLINT: as the system wants it
    }
}

}  // namespace

Result<SharedBytes> map_file(const std::filesystem::path& path)
{
    const posix::Fd file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    struct stat status {};
    if (!file || fstat(file.get(), &status) != 0) {
        return fail(posix::system_error(path, file ? "read" : "open", errno));
    }
    const auto size = static_cast<std::size_t>(status.st_size);
    if (!S_ISREG(status.st_mode) || size > largest_read) {
        return fail({.code = S_ISREG(status.st_mode) ? ErrorCode::unsupported : ErrorCode::io,
                     .message = S_ISREG(status.st_mode)
                                    ? fmt::format("is {} bytes, but at most {} are read", size, largest_read)
                                    : std::string("is not a regular file"),
                     .file = path.string(),
                     .hint = "is this the right file?"});
    }
    if (size == 0) {
        return SharedBytes{};
    }
    void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (memory == MAP_FAILED) {  // NOLINT: the system's own cast
        return fail(posix::system_error(path, "read", errno));
    }
    const std::shared_ptr<const void> owner(memory, [size](void* mapped) { munmap(mapped, size); });
    SharedBytes bytes(owner, {static_cast<const std::byte*>(memory), size});
    bytes.set_release(&release_pages);
    return bytes;
}

}  // namespace redforge
