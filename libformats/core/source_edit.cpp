// Which fixes of a text can be made together.
#include "core/source_edit.hpp"

#include <algorithm>

namespace redforge {

bool add_fix(std::vector<SourceEdit>& chosen, const std::vector<SourceEdit>& fix)
{
    const auto touches = [&](const SourceEdit& edit) {
        return std::ranges::any_of(chosen, [&](const SourceEdit& other) {
            return edit.at <= other.at + other.length && other.at <= edit.at + edit.length;
        });
    };
    const auto overlaps = [](const SourceEdit& a, const SourceEdit& b) { return b.at < a.at + a.length; };
    if (fix.empty() || std::ranges::adjacent_find(fix, overlaps) != fix.end() || std::ranges::any_of(fix, touches)) {
        return false;
    }
    chosen.insert(chosen.end(), fix.begin(), fix.end());
    return true;
}

}  // namespace redforge
