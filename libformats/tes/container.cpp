// The frame of a plugin: reading across the pieces of a file.
#include "tes/container.hpp"

#include <algorithm>

namespace redforge::tes {

const std::byte* PieceReader::read(std::size_t at, std::size_t size)
{
    if (at < begin_) {
        piece_ = 0;
        begin_ = 0;
    }
    while (at - begin_ >= pieces_[piece_].size()) {
        begin_ += pieces_[piece_++].size();
    }
    const std::size_t inside = at - begin_;
    if (pieces_[piece_].size() - inside >= size) {
        return pieces_[piece_].data() + inside;
    }
    ByteView piece = pieces_[piece_].subspan(inside);
    std::size_t next = piece_;
    for (std::size_t done = 0; done < size; piece = pieces_[++next]) {
        const std::size_t part = std::min(size - done, piece.size());
        std::memcpy(joined_.data() + done, piece.data(), part);
        done += part;
        if (done == size) {
            break;
        }
    }
    return joined_.data();
}

}  // namespace redforge::tes
