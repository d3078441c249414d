// Problems of a document that is open as XML text: errors of reading it, and findings of the checks with their fixes.
#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "lsp/language.hpp"

namespace redforge::lsp {

/// A text to check. The members must outlive the check.
struct CheckedText {
    const std::string& path;  ///< of the file, which need not exist; may be empty
    std::string_view text;
    const Folders& folders;
    Range root;  ///< name of the root element: the position of findings about the whole document
};

/// Maximum number of findings in one text that get a fix. The user gets more by fixing these and checking again.
inline constexpr std::size_t max_fixes = 50;

/// Returns the findings of all checks, except those that the document's ignore list or its project turn off. Returns
/// the first check::max_listed_findings of each check and the number of the others. Errors: those of reading the text;
/// cancelled.
[[nodiscard]] Result<std::vector<Problem>> check_document(const CheckedText& checked, const std::atomic<bool>& cancel);

/// Returns the edits that turn `before` into `after`: one edit of the lines between the first and the last difference;
/// if it changes a single line, an edit of the words that differ. No edits if the texts are equal.
[[nodiscard]] std::vector<SourceEdit> edits_between(std::string_view before, std::string_view after);

}  // namespace redforge::lsp
