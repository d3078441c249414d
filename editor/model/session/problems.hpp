// Findings of checks on an open document, and their fixes.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check/check.hpp"
#include "editor/model/session/session.hpp"

namespace redforge::editor {

/// A row of the problems pane.
struct Problem {
    const check::Check* check{};
    check::Severity severity{};  ///< of the check, or from the rules of the project
    NodeRef ref;                 ///< the affected record
    std::string member;          ///< its field, list or blob; if empty, the record itself
    std::string where;           ///< "objects[12].script_name", "the document"
    std::string what;
    bool can_be_fixed{};
    std::size_t rest{};  ///< if not 0: the row represents this number of further findings of the check, not a finding
    std::string name{};  ///< "DOOR01": name of the record or its parent; empty if none has a name

    friend bool operator==(const Problem&, const Problem&) = default;
};

/// Files around a document that checks use. A check whose files are missing is skipped.
struct CheckedSurroundings {
    const scene::GameFolder* game{};
    const tes::DataFolder* data{};  ///< the masters of a plugin
};

/// Maximum number of shown findings of a check that the user expanded. Other checks show check::max_listed_findings. A
/// damaged map can have thousands of findings.
inline constexpr std::size_t max_problems_of_check = 2000;

/// Returns the errors of the checks, then the warnings. `all_of`: ids of expanded checks. Skips findings that the notes
/// file ignores (check/ignored.hpp). Errors: those of the notes file.
[[nodiscard]] Result<std::vector<Problem>> problems_of(const Session& session, const CheckedSurroundings& around,
                                                       const std::set<std::string_view>& all_of = {});

/// Ignores a problem from now on, and stores the reason in the notes file. Errors: those of check::ignore(); not_found
/// (the problem no longer exists).
[[nodiscard]] Status ignore_problem(const Session& session, const CheckedSurroundings& around, const Problem& problem,
                                    const std::string& reason);

/// The problem only, or all problems of its check.
enum class FixScope : std::uint8_t { one, all_of_check };

/// Fixes problems as one step. Returns the changes; empty if the problem no longer exists. Errors: those of
/// Session::make(), and of the notes file.
[[nodiscard]] Result<edit::Changes> fix_problem(Session& session, const CheckedSurroundings& around,
                                                const Problem& problem, FixScope scope = FixScope::one);

}  // namespace redforge::editor
