// The frame of a plugin: reading and copying across the pieces of a file.
#include "tes/container.hpp"

#include <algorithm>

namespace redforge::tes {
namespace {

/// Bytes that are released together.
constexpr std::size_t release_step = std::size_t{8} << 20U;

}  // namespace

void PieceReader::release_before(std::size_t inside)
{
    if (inside >= released_ + release_step) {
        bytes_.release(pieces_[piece_].subspan(released_, inside - released_));
        released_ = inside;
    }
}

ByteView PieceReader::view(std::size_t at, std::size_t size)
{
    if (size == 0) {
        return {};
    }
    if (at < begin_) {
        piece_ = 0;
        begin_ = 0;
        released_ = 0;
    }
    while (at - begin_ >= pieces_[piece_].size()) {
        begin_ += pieces_[piece_++].size();
        released_ = 0;
    }
    const std::size_t inside = at - begin_;
    if (pieces_[piece_].size() - inside >= size) {
        release_before(inside);
        return pieces_[piece_].subspan(inside, size);
    }
    joined_.clear();
    ByteView piece = pieces_[piece_].subspan(inside);
    for (std::size_t next = piece_;; piece = pieces_[++next]) {
        append(joined_, piece.first(std::min(size - joined_.size(), piece.size())));
        if (joined_.size() == size) {
            return joined_;
        }
    }
}

ByteView PieceCopier::take(std::size_t at)
{
    const ByteView piece = pieces_.front().subspan(inside_);
    const ByteView part = piece.first(std::min(piece.size(), at - done_));
    done_ += part.size();
    inside_ += part.size();
    if (inside_ == pieces_.front().size()) {
        pieces_ = pieces_.subspan(1);
        inside_ = 0;
    }
    return part;
}

void PieceCopier::copy_to(SharedBytes& out, std::size_t at)
{
    while (done_ < at) {
        out.append(take(at));
    }
}

void PieceCopier::skip_to(std::size_t at)
{
    while (done_ < at) {
        static_cast<void>(take(at));
    }
}

}  // namespace redforge::tes
