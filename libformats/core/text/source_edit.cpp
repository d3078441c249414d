// Selects fixes of a text that do not overlap.
#include "core/text/source_edit.hpp"

#include <algorithm>
#include <iterator>

namespace redforge {

bool add_fix(std::vector<SourceEdit>& chosen, const std::vector<SourceEdit>& fix)
{
    const auto touches = [&](const SourceEdit& edit) {
        // The chosen edits are sorted and do not overlap, so only the last one that begins at or before the end of
        // `edit` can touch it.
        const auto after = std::ranges::upper_bound(chosen, edit.at + edit.length, {}, &SourceEdit::at);
        return after != chosen.begin() && edit.at <= std::prev(after)->at + std::prev(after)->length;
    };
    const auto overlaps = [](const SourceEdit& a, const SourceEdit& b) { return b.at < a.at + a.length; };
    if (fix.empty() || std::ranges::adjacent_find(fix, overlaps) != fix.end() || std::ranges::any_of(fix, touches)) {
        return false;
    }
    const auto added = chosen.insert(chosen.end(), fix.begin(), fix.end());
    std::ranges::inplace_merge(chosen, added, {}, &SourceEdit::at);
    return true;
}

}  // namespace redforge
