// Memory that is handed out to other languages, each piece known until it is freed.
#pragma once

#include <cstddef>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

namespace redforge::capi {

/// Pieces of memory that rf_free() frees. For any thread.
class HandedOut {
public:
    /// Throws std::bad_alloc. A piece of no bytes has an address of its own too.
    [[nodiscard]] void* allocate(std::size_t size);
    /// Frees a piece. Returns false if it is not a piece of this library, or was freed before.
    [[nodiscard]] bool free(const void* piece);

private:
    std::mutex mutex_;
    std::unordered_set<const void*> pieces_;
};

/// It is never destroyed: threads may still call while a program ends.
[[nodiscard]] HandedOut& handed_out();

/// A copy with a NUL at its end.
[[nodiscard]] char* hand_out(std::string_view text);
/// Pointers to copies and the copies themselves, in one piece.
[[nodiscard]] char** hand_out(std::span<const std::string> texts);

}  // namespace redforge::capi
