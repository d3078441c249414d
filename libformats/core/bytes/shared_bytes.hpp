// Bytes with shared ownership: undecoded ranges of a large file.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/bytes/bytes.hpp"

namespace redforge {

/// An immutable sequence of bytes in pieces. Each piece is a view of memory with shared ownership. The cost of a copy
/// depends on the number of pieces, not of bytes.
class SharedBytes {
public:
    SharedBytes() = default;
    /// Takes ownership of a buffer.
    explicit SharedBytes(Bytes bytes);
    explicit SharedBytes(std::string text);
    /// Views memory that `owner` owns.
    SharedBytes(std::shared_ptr<const void> owner, ByteView view);

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] std::span<const ByteView> pieces() const { return pieces_; }

    /// Appends a view of memory that one of the present owners owns, or that outlives all copies.
    void append(ByteView view);
    /// Appends a view of memory that `owner` owns.
    void append(const std::shared_ptr<const void>& owner, ByteView view);
    /// Returns an empty sequence that shares the owners of this one, so that views of their memory can be appended.
    [[nodiscard]] SharedBytes empty_with_owners() const
    {
        SharedBytes none;
        none.owners_ = owners_;
        return none;
    }
    /// Shares the owners of another sequence, so that views of their memory can be appended.
    void keep_owners_of(const SharedBytes& other) { owners_ = other.owners_; }

    /// Returns the bytes as one view. Precondition: there is at most one piece.
    [[nodiscard]] ByteView view() const { return pieces_.empty() ? ByteView{} : pieces_.front(); }
    /// Returns a copy of all bytes, or of the first ones, in one buffer.
    [[nodiscard]] Bytes joined() const { return first(size_); }
    [[nodiscard]] Bytes first(std::size_t count) const;

    /// Releases views that are not needed for a while, such as the memory of a mapped file.
    using Release = void (*)(ByteView view);
    void set_release(Release how) { release_ = how; }
    void release(ByteView view) const
    {
        if (release_ != nullptr) {
            release_(view);
        }
    }

    /// Compares bytes, not pieces. Skips memory that both share.
    friend bool operator==(const SharedBytes& a, const SharedBytes& b);
    friend void swap(SharedBytes& a, SharedBytes& b) noexcept
    {
        a.owners_.swap(b.owners_);
        a.pieces_.swap(b.pieces_);
        std::swap(a.size_, b.size_);
        std::swap(a.release_, b.release_);
    }

private:
    std::vector<std::shared_ptr<const void>> owners_;
    std::vector<ByteView> pieces_;
    std::size_t size_{};
    Release release_{};
};

/// Returns the offset of the first difference, or the length of the shorter sequence if there is none.
[[nodiscard]] std::size_t first_difference(const SharedBytes& a, const SharedBytes& b);

}  // namespace redforge
