// Changes that are made as they were asked for, and that may not be what was meant.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "check/check.hpp"
#include "edit/edits.hpp"

namespace redforge::cli {

/// Says which values name an actor that is not there, which ids there are twice, and which counts hide records.
void print_warnings(const edit::Document& document, const std::string& file, const edit::EditLog& changes);

/// What the checks of plugins and saves find, with the masters that are at hand, each by what it is about and how often: in other
/// documents and large plugins nothing is looked for.
using FindingCounts = std::map<std::string, std::size_t>;
[[nodiscard]] FindingCounts count_findings(const edit::Loaded& loaded);

/// Returns the findings that were not there before a change.
[[nodiscard]] std::vector<check::Finding> find_new(const FindingCounts& before, const edit::Loaded& loaded);

/// The first error among new findings: what the game cannot read, or reads otherwise.
[[nodiscard]] Status check_new_errors(const std::vector<check::Finding>& findings, const edit::Loaded& loaded,
                                      const std::string& file);
void print_new_findings(const std::vector<check::Finding>& findings, const edit::Loaded& loaded,
                        const std::string& file);

}  // namespace redforge::cli
