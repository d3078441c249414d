// Shared byte ranges: pieces, concatenation, comparison.
#include "core/bytes/shared_bytes.hpp"

#include <algorithm>

namespace redforge {

SharedBytes::SharedBytes(Bytes bytes)
{
    const auto owner = std::make_shared<const Bytes>(std::move(bytes));
    append(owner, *owner);
}

SharedBytes::SharedBytes(std::string text)
{
    const auto owner = std::make_shared<const std::string>(std::move(text));
    append(owner, as_bytes(*owner));
}

SharedBytes::SharedBytes(std::shared_ptr<const void> owner, ByteView view)
{
    append(owner, view);
}

void SharedBytes::append(ByteView view)
{
    if (view.empty()) {
        return;
    }
    size_ += view.size();
    if (!pieces_.empty() && pieces_.back().data() + pieces_.back().size() == view.data()) {
        pieces_.back() = {pieces_.back().data(), pieces_.back().size() + view.size()};
    } else {
        pieces_.push_back(view);
    }
}

void SharedBytes::append(const std::shared_ptr<const void>& owner, ByteView view)
{
    if (std::ranges::find(owners_, owner) == owners_.end()) {
        owners_.push_back(owner);
    }
    append(view);
}

Bytes SharedBytes::first(std::size_t count) const
{
    Bytes all;
    for (const ByteView piece : pieces_) {
        redforge::append(all, piece.first(std::min(piece.size(), count - all.size())));
    }
    return all;
}

std::size_t first_difference(const SharedBytes& a, const SharedBytes& b)
{
    std::size_t same = 0;
    auto left = a.pieces().begin();
    auto right = b.pieces().begin();
    ByteView l;
    ByteView r;
    for (;;) {
        if (l.empty() && left != a.pieces().end()) {
            l = *left++;
        }
        if (r.empty() && right != b.pieces().end()) {
            r = *right++;
        }
        const std::size_t size = std::min(l.size(), r.size());
        if (size == 0) {
            return same;
        }
        if (l.data() != r.data() && !same_bytes(l.first(size), r.first(size))) {
            return same + first_difference(l.first(size), r.first(size));
        }
        same += size;
        l = l.subspan(size);
        r = r.subspan(size);
    }
}

bool operator==(const SharedBytes& a, const SharedBytes& b)
{
    return a.size() == b.size() && first_difference(a, b) == a.size();
}

}  // namespace redforge
