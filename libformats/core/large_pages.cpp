// Memory in large pages: settings of the GNU C library's malloc, and advice to the kernel.
#include "core/large_pages.hpp"

#include <cstdint>
#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace redforge {

void take_large_pages() noexcept
{
#ifdef __GLIBC__
    constexpr int step = 64 << 20;     // bytes of addresses; only what is touched becomes memory
    constexpr int longest = 32 << 20;  // bytes; the most that malloc takes from its heap rather than from the system
    mallopt(M_TOP_PAD, step);
    mallopt(M_TRIM_THRESHOLD, 2 * step);
    mallopt(M_MMAP_THRESHOLD, longest);
    mallopt(M_MXFAST, 0);  // small blocks that are freed are joined at once: a million of them later takes longer
    constexpr std::uintptr_t page = 2 << 20;
    void* const first = std::malloc(page);  // NOLINT(*no-malloc*): makes the heap grow by the first step
    const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(first) + page - 1) & ~(page - 1);
    const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
    if (begin < end) {  // not where another malloc has taken the place of the C library's
        madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);  // if refused, pages stay small
    }
    std::free(first);  // NOLINT(*no-malloc*)
#endif
}

}  // namespace redforge
