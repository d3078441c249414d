// Comparing byte buffers.
#include "core/bytes/bytes.hpp"

#include <algorithm>

namespace redforge {

std::size_t first_difference(ByteView a, ByteView b)
{
    const std::size_t common = std::min(a.size(), b.size());
    const auto end = a.begin() + static_cast<std::ptrdiff_t>(common);
    return static_cast<std::size_t>(std::mismatch(a.begin(), end, b.begin()).first - a.begin());
}

}  // namespace redforge
