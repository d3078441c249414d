// Find and replace in all records and scripts of a document.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "editor/model/rows/difference_rows.hpp"
#include "editor/model/session/session.hpp"
#include "editor/model/text/script_page.hpp"

namespace redforge::editor {

/// A text to find, ignoring case, and its replacement.
struct ReplaceWords {
    std::string find;
    std::string with;
    bool whole{};                      ///< match whole values; in scripts whole words
    bool scripts{};                    ///< also in scripts
    std::set<std::size_t> left_out{};  ///< rows of the plan that the user excludes; see exclude_rows()
};

/// Planned replacements: values to set, and the rows of the preview list.
struct ReplacePlan {
    std::vector<RecordValue> values;
    std::vector<std::pair<ScriptPlace, std::string>> scripts;  ///< scripts among the values
    std::vector<DifferenceRow> rows;
    std::vector<std::pair<std::size_t, std::size_t>> sources{};  ///< for each row: index of its value, and in a script
                                                                 ///< the line from 1
};

/// Plans the replacements in the texts of stored fields, in document order, then in scripts, by line. Numbers match
/// only if `whole` is set. Ignores `left_out`.
[[nodiscard]] ReplacePlan plan_replacement(const Session& session, const ReplaceWords& words,
                                           const WrittenScripts& written);

/// Removes rows and their changes: the values of fields, and single lines of scripts.
void exclude_rows(ReplacePlan& plan, const std::set<std::size_t>& rows);

}  // namespace redforge::editor
