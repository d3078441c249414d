// Counts allocations: by `new`, and by the XML parser, which calls malloc.
#include "memory/cost.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

#include <malloc.h>
#include <pugixml.hpp>

#include "runner/parts.hpp"

namespace {

std::atomic<std::size_t> live{};
std::atomic<std::size_t> peak{};
std::atomic<std::size_t> allocations{};

void* counted(std::size_t size)
{
    void* const memory = std::malloc(size);  // NOLINT(*no-malloc*): this is operator new
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    ++allocations;
    live += malloc_usable_size(memory);
    peak = std::max(peak.load(), live.load());
    return memory;
}

void release(void* memory) noexcept
{
    if (memory != nullptr) {
        live -= malloc_usable_size(memory);
        std::free(memory);  // NOLINT(*no-malloc*)
    }
}

}  // namespace

void* operator new(std::size_t size)
{
    return counted(size);
}
// Callers of this form free the memory with the plain operator, so both must be ours.
void* operator new(std::size_t size, const std::nothrow_t& /*quietly*/) noexcept
{
    try {
        return counted(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void operator delete(void* memory) noexcept
{
    release(memory);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept
{
    release(memory);
}

namespace redforge::test {

Usage usage()
{
    return {live.load(), peak.load(), allocations.load()};
}

void forget_peak()
{
    peak = live.load();
}

}  // namespace redforge::test

int main(int argc, char* argv[])
{
    pugi::set_memory_management_functions(&counted, &release);
    return redforge::test::run_part(argc, argv);
}
