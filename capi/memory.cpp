// Tracks the memory that is returned to callers.
#include "memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace redforge::capi {

void* LiveBlocks::allocate(std::size_t size)
{
    void* const piece = std::malloc(std::max<std::size_t>(size, 1));  // NOLINT(*no-malloc*): freed by address alone
    if (piece == nullptr) {
        throw std::bad_alloc();
    }
    try {
        const std::lock_guard lock(mutex_);
        pieces_.insert(piece);
    } catch (...) {
        std::free(piece);  // NOLINT(*no-malloc*)
        throw;
    }
    return piece;
}

bool LiveBlocks::free(const void* piece)
{
    {
        const std::lock_guard lock(mutex_);
        if (pieces_.erase(piece) == 0) {
            return false;
        }
    }
    std::free(const_cast<void*>(piece));  // NOLINT(*no-malloc*, *const-cast*): it is one of ours
    return true;
}

LiveBlocks& live_blocks()
{
    static LiveBlocks& all = *new LiveBlocks;  // NOLINT(*owning-memory*)
    return all;
}

char* allocate_copy(std::string_view text)
{
    char* const copy = static_cast<char*>(live_blocks().allocate(text.size() + 1));
    std::ranges::copy(text, copy);  // an empty text may have no memory
    copy[text.size()] = '\0';
    return copy;
}

char** allocate_copy(std::span<const std::string> texts)
{
    std::size_t size = texts.size() * sizeof(char*);
    for (const std::string& text : texts) {
        size += text.size() + 1;
    }
    char** const pointers = static_cast<char**>(live_blocks().allocate(size));
    char* at = static_cast<char*>(static_cast<void*>(pointers + texts.size()));
    for (std::size_t i = 0; i < texts.size(); ++i) {
        pointers[i] = at;
        std::memcpy(at, texts[i].c_str(), texts[i].size() + 1);
        at += texts[i].size() + 1;
    }
    return pointers;
}

}  // namespace redforge::capi
