// Text that grows without ever being copied: blocks of memory, written once.
#include "core/text/text_sink.hpp"

#include <algorithm>
#include <iterator>

namespace redforge {

std::size_t TextSink::used(const Block& block) const
{
    return &block == &blocks_.back() ? static_cast<std::size_t>(at_ - block.memory.get()) : block.used;
}

void TextSink::close_block()
{
    if (!blocks_.empty()) {
        blocks_.back().used = used(blocks_.back());
        full_ += blocks_.back().used;
    }
}

void TextSink::append(TextSink&& other)
{
    if (other.blocks_.empty()) {
        return;
    }
    close_block();
    full_ += other.full_;
    std::ranges::move(other.blocks_, std::back_inserter(blocks_));
    at_ = other.at_;
    end_ = other.end_;
    other = {};
}

void TextSink::grow(std::size_t size)
{
    close_block();
    // Most documents are small, so begin with a small block. Each further block is four times as large, up to the
    // maximum.
    const std::size_t wanted =
        std::min(block_size, std::size_t{4096} << (2 * std::min<std::size_t>(blocks_.size(), 4)));
    const std::size_t capacity = std::max(size, wanted);
    blocks_.push_back({std::make_unique_for_overwrite<char[]>(capacity), 0});  // NOLINT: as the declaration
    at_ = blocks_.back().memory.get();
    end_ = at_ + capacity;
}

std::vector<ByteView> TextSink::chunks() const
{
    std::vector<ByteView> pieces;
    pieces.reserve(blocks_.size());
    for (const Block& block : blocks_) {
        pieces.push_back(as_bytes({block.memory.get(), used(block)}));
    }
    return pieces;
}

std::string TextSink::str() const
{
    std::string text;
    text.reserve(size());
    for (const Block& block : blocks_) {
        text.append(block.memory.get(), used(block));
    }
    return text;
}

}  // namespace redforge
