// Warnings about edits that are valid but probably unintended.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "check/check.hpp"
#include "edit/patch/edits.hpp"

namespace redforge::cli {

/// Prints warnings about edits: duplicate ids, values outside of their range, and counts that hide records.
void print_warnings(const edit::Document& document, const std::string& file, const edit::EditLog& changes);

/// Prints a note if a file is cut off or broken: edits do not reach the records that it lost. Does nothing for large
/// plugins.
void print_damage(const edit::Document& document, const std::string& file);

/// Runs the checks of the document's format, with the available masters: all for plugins and saves, and those for
/// errors for other documents. Returns the number of each finding, by its description. Returns none for large plugins.
using FindingCounts = std::map<std::string, std::size_t>;
[[nodiscard]] FindingCounts count_findings(const edit::Loaded& loaded);

/// Returns the findings that are new after a change.
[[nodiscard]] std::vector<check::Finding> find_new(const FindingCounts& before, const edit::Loaded& loaded);

/// Returns a line for each finding of a merged document that no side has, such as a reference of theirs to a record
/// that ours removed. Runs the checks of all formats, except in large plugins.
[[nodiscard]] std::vector<std::string> find_new_in_merge(const edit::Loaded& base, const edit::Loaded& ours,
                                                         const edit::Loaded& theirs, const edit::Document& merged);

/// Returns the first error among new findings of a plugin or save: data that the game cannot read, or reads
/// differently.
[[nodiscard]] Status check_new_errors(const std::vector<check::Finding>& findings, const edit::Loaded& loaded,
                                      const std::string& file);
/// Prints the findings as notes. In other documents than plugins and saves, prints the first three of each check.
void print_new_findings(const std::vector<check::Finding>& findings, const edit::Loaded& loaded,
                        const std::string& file);

}  // namespace redforge::cli
