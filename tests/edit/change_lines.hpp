// Differences of two documents as lines.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "edit/document/document.hpp"
#include "edit/operation/changes.hpp"
#include "edit/patch/edits.hpp"

namespace redforge::test {

inline std::vector<std::string> change_lines_between(const edit::Document& from, const edit::Document& to)
{
    std::vector<std::string> lines;
    for (const edit::RecordChange& change : edit::changes_between(from.root(), to.root())) {
        std::ranges::copy(edit::change_lines(change), std::back_inserter(lines));
        if (!change.element.empty()) {
            lines.push_back(change.element);
        }
    }
    return lines;
}

}  // namespace redforge::test
