// Bytes with shared ownership: undecoded ranges of a large file.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/bytes.hpp"

namespace redforge {

/// A sequence of bytes in pieces, each a view of memory that is kept as long as anybody looks at it. A copy costs the
/// number of pieces, not of bytes. The bytes themselves never change.
class SharedBytes {
public:
    SharedBytes() = default;
    /// Takes over the memory of a buffer.
    explicit SharedBytes(Bytes bytes);
    explicit SharedBytes(std::string text);
    /// Looks at memory that `owner` keeps.
    SharedBytes(std::shared_ptr<const void> owner, ByteView view);

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] std::span<const ByteView> pieces() const { return pieces_; }

    /// Adds a view of memory that one of the owners keeps, or that outlives all copies.
    void append(ByteView view);
    /// Adds a view of memory that `owner` keeps.
    void append(const std::shared_ptr<const void>& owner, ByteView view);
    /// Nothing, which keeps the memory of this one, so that views of it can be added.
    [[nodiscard]] SharedBytes owners_only() const
    {
        SharedBytes none;
        none.owners_ = owners_;
        return none;
    }
    /// Keeps the memory that another one looks at, so that views of it can be added.
    void keep_owners_of(const SharedBytes& other) { owners_ = other.owners_; }

    /// All in one piece, where there are no more than one. Precondition: that it is so.
    [[nodiscard]] ByteView view() const { return pieces_.empty() ? ByteView{} : pieces_.front(); }
    /// A copy in one piece, of all or of the first bytes.
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

    /// Compares bytes, not pieces; memory that both look at is not read.
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

/// Where two sequences first differ; the length of the shorter when one begins the other.
[[nodiscard]] std::size_t first_difference(const SharedBytes& a, const SharedBytes& b);

}  // namespace redforge
