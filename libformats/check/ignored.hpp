// The ignore list of a document: findings that the user has accepted, each with a reason, in a file next to the
// document.
//
// Each line is a note (edit/document/notes.hpp): the id of a check, a path, and the reason:
//   twins            objects[id=4138]                 two halves of one bridge
//   unused-string    actors[script_name=KEY].strings  for the next chapter
//   unknown-palette  *                                comes with the installer
// A path includes everything below it; * is the whole document.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "check/check.hpp"

namespace redforge::check {

/// A line of the ignore list.
struct Ignored {
    std::string check;  ///< id of the check
    std::string place;  ///< path into the document, or "*"
    std::string reason;
    std::uint32_t line{};  ///< 1-based
};

/// Reads an ignore list (edit::note_file_of) and skips its layer lines. Returns an empty list if the file does not
/// exist. Errors: those of reading the file; malformed (no path or no reason) and usage (unknown check), with the line.
[[nodiscard]] Result<std::vector<Ignored>> read_ignored(const std::filesystem::path& file);

/// Findings, divided by the ignore list.
struct DividedFindings {
    std::vector<Finding> findings;                     ///< findings that no line matches
    std::vector<std::pair<Finding, Ignored>> ignored;  ///< the other findings, each with the line that matches it
    std::vector<Ignored> unused;                       ///< lines that match no finding
};

/// Divides findings by the lines of an ignore list. Errors: a line's path has a wrong syntax or names an unknown field;
/// the error has the line, but no file name. A path to a record that does not exist is not an error.
[[nodiscard]] Result<DividedFindings> divide_findings(const RecordHandle& root, std::vector<Finding> findings,
                                                      std::span<const Ignored> ignored);

/// Runs the selected checks and divides their findings by the document's ignore list. Lines for checks that are not
/// selected do not count as unused. The rules of the document's project change severities; a check that they turn off
/// runs only if `selection.only` has it. Errors: those of read_ignored() and divide_findings(), with the file name;
/// those of project::settings_around(); unknown_name (a rule for an unknown check).
[[nodiscard]] Result<DividedFindings> run_and_divide(const edit::Document& document, const CheckContext& around,
                                                     const Selection& selection = {});

/// Adds a line for a finding to an ignore list, and creates the file if needed. The line names the record by its
/// content, not by its index. Errors: usage if the reason or `file` is empty; those of read_ignored() and of writing.
[[nodiscard]] Status ignore(const std::filesystem::path& file, const RecordHandle& root, const Finding& finding,
                            std::string_view reason);

}  // namespace redforge::check
