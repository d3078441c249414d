// Memory that is returned to callers. The library knows each block until it is freed.
#pragma once

#include <cstddef>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

namespace redforge::capi {

/// Blocks of memory for rf_free(). Thread-safe.
class LiveBlocks {
public:
    /// Allocates a block. A block of size 0 has a unique address too. Throws std::bad_alloc.
    [[nodiscard]] void* allocate(std::size_t size);
    /// Frees a block. Returns false if it is not a block of this library, or was freed before.
    [[nodiscard]] bool free(const void* piece);

private:
    std::mutex mutex_;
    std::unordered_set<const void*> pieces_;
};

/// Returns the blocks. The object is never destroyed, because threads can call functions while the program ends.
[[nodiscard]] LiveBlocks& live_blocks();

/// Returns a copy of a text with a final NUL.
[[nodiscard]] char* allocate_copy(std::string_view text);
/// Returns an array of pointers and the copies of the texts, in one block.
[[nodiscard]] char** allocate_copy(std::span<const std::string> texts);

}  // namespace redforge::capi
