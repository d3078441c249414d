// Memory cost of work: peak bytes and number of allocations.
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
    std::size_t memory{};  ///< peak bytes above the initial usage
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
