// Edits of a text, and the combination of several fixes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace redforge {

/// A replacement of a range of a source.
struct SourceEdit {
    std::size_t at{};
    std::size_t length{};
    std::string text;

    friend bool operator==(const SourceEdit&, const SourceEdit&) = default;
};

/// Adds the edits of a fix to a list of edits, which is sorted by position. Returns false, and adds nothing, if the fix
/// has no edits, or if they overlap with each other or with the list; the caller can try again after the others are
/// applied.
bool add_fix(std::vector<SourceEdit>& chosen, const std::vector<SourceEdit>& fix);

}  // namespace redforge
