// What a piece of work costs in memory: bytes at its peak, and calls for more.
#pragma once

#include <cstddef>

namespace redforge::test {

/// Current usage of the whole program.
struct Usage {
    std::size_t live{};         ///< bytes
    std::size_t peak{};         ///< bytes, since forget_peak()
    std::size_t allocations{};  ///< since the start
};
[[nodiscard]] Usage usage();
void forget_peak();

struct Cost {
    std::size_t memory{};  ///< bytes at the peak, above what was there
    std::size_t allocations{};
};

template <class Work>
Cost cost_of(Work work)
{
    forget_peak();
    const Usage before = usage();
    work();
    const Usage after = usage();
    return {after.peak - before.live, after.allocations - before.allocations};
}

}  // namespace redforge::test
