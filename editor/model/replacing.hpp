// Finding a text in all records and scripts of a document, and putting another in its place.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "editor/model/difference_rows.hpp"
#include "editor/model/script_page.hpp"
#include "editor/model/session.hpp"

namespace redforge::editor {

/// A text to find, without regard to case, and the one that takes its place.
struct ReplaceWords {
    std::string find;
    std::string with;
    bool whole{};    ///< only whole values; in scripts whole words
    bool scripts{};  ///< in scripts too
};

/// The changes: values to be set, and the lines of the list that shows them.
struct Replacing {
    std::vector<RecordValue> values;
    std::vector<std::pair<ScriptPlace, std::string>> scripts;  ///< whose texts are among the values
    std::vector<DifferenceRow> rows;
};

/// Texts of fields that are stored, in the document's order, then scripts, by line. Numbers are looked at only where `whole`.
[[nodiscard]] Replacing replacing(const Session& session, const ReplaceWords& words, const WrittenScripts& written);

}  // namespace redforge::editor
