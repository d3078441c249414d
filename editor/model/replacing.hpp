// Find and replace in all records and scripts of a document.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "editor/model/difference_rows.hpp"
#include "editor/model/script_page.hpp"
#include "editor/model/session.hpp"

namespace redforge::editor {

/// A text to find, ignoring case, and its replacement.
struct ReplaceWords {
    std::string find;
    std::string with;
    bool whole{};    ///< match whole values; in scripts whole words
    bool scripts{};  ///< also in scripts
};

/// Planned changes: values to set, and the rows of the preview list.
struct Replacing {
    std::vector<RecordValue> values;
    std::vector<std::pair<ScriptPlace, std::string>> scripts;  ///< scripts among the values
    std::vector<DifferenceRow> rows;
};

/// Searches the texts of stored fields in document order, then scripts by line. Numbers match only if `whole` is set.
[[nodiscard]] Replacing replacing(const Session& session, const ReplaceWords& words, const WrittenScripts& written);

}  // namespace redforge::editor
