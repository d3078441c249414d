// A growing text in blocks of memory, which are never copied.
#pragma once

#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"

namespace redforge {

/// Collects text in blocks. The peak memory is the size of the text; a growing string would need twice as much.
class TextSink {
public:
    /// Returns contiguous space for `size` characters; call commit() with the used size.
    [[nodiscard]] char* reserve(std::size_t size)
    {
        // Return a valid pointer even for size 0, because memcpy and memset do not accept null.
        if (at_ == nullptr || static_cast<std::size_t>(end_ - at_) < size) {
            grow(size);
        }
        return at_;
    }
    void commit(char* end) { at_ = end; }

    void append(std::string_view text)
    {
        char* to = reserve(text.size());
        std::memcpy(to, text.data(), text.size());
        commit(to + text.size());
    }
    void append(char c)
    {
        char* to = reserve(1);
        *to = c;
        commit(to + 1);
    }

    /// Moves the text of another sink to the end of this one, without copying it.
    void append(TextSink&& other);

    /// Returns the pieces in order. Valid until the next change.
    [[nodiscard]] std::vector<ByteView> chunks() const;
    [[nodiscard]] std::size_t size() const { return full_ + (blocks_.empty() ? 0 : used(blocks_.back())); }
    [[nodiscard]] std::string str() const;

private:
    static constexpr std::size_t block_size = std::size_t{1} << 20;
    struct Block {
        std::unique_ptr<char[]> memory;  // NOLINT(*avoid-c-arrays*): left uninitialised on purpose
        std::size_t used{};              ///< used size of all blocks except the last
    };
    [[nodiscard]] std::size_t used(const Block& block) const;
    void grow(std::size_t size);
    void close_block();

    std::vector<Block> blocks_;
    std::size_t full_{};  ///< characters in all blocks except the last
    char* at_{};
    char* end_{};
};

}  // namespace redforge
