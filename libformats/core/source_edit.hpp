// A change of a text, and fixes that are made together.
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

/// Adds the edits of a fix to those of others, which stay in the order of the text, unless it touches one of them or its own
/// overlap: it waits for the next time. False too for a fix without edits.
bool add_fix(std::vector<SourceEdit>& chosen, const std::vector<SourceEdit>& fix);

}  // namespace redforge
