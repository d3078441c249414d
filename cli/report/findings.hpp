// Findings of check, script check and verify: one form for text, JSON, GitHub, SARIF and baselines.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include <nlohmann/json.hpp>

#include "check/check.hpp"
#include "cli/line/verb.hpp"
#include "core/error.hpp"
#include "edit/document/text_place.hpp"

namespace redforge::cli {

/// A finding, ready to print.
struct ReportedFinding {
    std::string file;         ///< as the user named it, or as it was found in a folder
    std::string path{};       ///< path in the document; empty if the finding is about the whole document
    edit::TextPlace place{};  ///< position in a text, or in a file of an unpacked folder; if it has no file, in `file`
    std::string id;           ///< id of the check
    check::Severity severity{};
    std::string message;
    std::string record{};  ///< identifies the record by its keys, like "objects[id=5]"; empty if it has none
    bool is_fixable{};
    std::optional<std::string> reason{};  ///< reason in the line of FILE.ignore that matches it

    [[nodiscard]] const std::string& shown_file() const { return place.file.empty() ? file : place.file; }
};

/// Ids of findings that come from no check.
inline constexpr std::string_view unreadable_id = "unreadable";
inline constexpr std::string_view not_identical_id = "not-identical";
inline constexpr std::string_view script_error_id = "script-error";
inline constexpr std::string_view script_warning_id = "script-warning";

/// Returns the finding for a file that cannot be read. `file` is used if the error has no file.
[[nodiscard]] ReportedFinding finding_of(const Error& error, const std::string& file);

/// Returns "FILE:LINE:COLUMN: PATH: SEVERITY: MESSAGE [ID]" with a line break.
[[nodiscard]] std::string text_line(const ReportedFinding& finding);
/// Returns an annotation for a GitHub workflow, with a line break.
[[nodiscard]] std::string github_line(const ReportedFinding& finding);
/// Returns an entry of `findings` in the output of --json.
[[nodiscard]] nlohmann::json json_of(const ReportedFinding& finding);
/// Returns a SARIF 2.1.0 log with the rules of all checks and of the findings.
[[nodiscard]] nlohmann::json sarif_of(std::span<const ReportedFinding> findings);

/// Returns a JUnit report, with a line break: a test case for each finding, and for each file without a finding
/// (`clean`). Findings of `level` and above are failures, files that cannot be read are errors, and other findings pass
/// with their message as output. `verb` names the test suite.
[[nodiscard]] std::string junit_of(std::string_view verb, std::span<const ReportedFinding> findings,
                                   const std::set<std::string>& clean, check::Severity level);

/// Returns the severity of --fail-on. Findings with this or a higher severity make the exit status 1. Errors: usage.
[[nodiscard]] Result<check::Severity> fail_level(const Arguments& arguments, check::Severity standard);

/// The known findings of --baseline: an earlier output of --json.
class Baseline {
public:
    /// Reads the file of --baseline, or of the project's setting. Returns an empty baseline without them. Errors: those
    /// of reading and of project_of(); malformed.
    [[nodiscard]] static Result<Baseline> read(const Arguments& arguments);

    /// Returns the path of the baseline, or an empty text if there is none.
    [[nodiscard]] const std::string& file() const { return file_; }

    /// Returns true if the finding is known. Each finding of the baseline matches once, by file, record, id and
    /// message; line numbers do not count. A finding without a record, as in older baselines, matches any record.
    /// Relative paths in the baseline start at the current folder, or else at that of the baseline.
    [[nodiscard]] bool take(const ReportedFinding& finding);
    /// Returns the number of known findings that did not occur, of the files in `checked`.
    [[nodiscard]] std::size_t count_missing(const std::set<std::string>& checked) const;

private:
    using Key = std::tuple<std::string, std::string, std::string, std::string>;  ///< file, id, message, record
    std::string file_;
    std::map<Key, std::size_t> known_;  ///< with absolute paths
};

}  // namespace redforge::cli
