// What the checks say of an open document, and mending it.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check/check.hpp"
#include "editor/model/session.hpp"

namespace redforge::editor {

/// A row of the problems pane.
struct Problem {
    const check::Check* check{};
    NodeRef ref;         ///< the record that it is about
    std::string member;  ///< its field, list or blob; empty: the record itself
    std::string where;   ///< "objects[12].script_name", "the document"
    std::string what;
    bool can_be_fixed{};
    std::size_t rest{};  ///< not 0: the row stands for so many more of the check
    std::string name{};  ///< "DOOR01", of the record or of what it is in; empty where none has a name

    friend bool operator==(const Problem&, const Problem&) = default;
};

/// Of one check check::first_findings are shown until a person wants to see them all; then at most so many, since a damaged
/// map has thousands.
inline constexpr std::size_t max_problems_of_one = 2000;

/// The errors that the checks find, then the warnings; `redforge check` prints notes too. `game`: null when none is known;
/// `all_of`: ids of checks of which more than the first are wanted.
/// Without those that the file beside the document leaves out (check/ignored.hpp). Errors: what is wrong with that file.
[[nodiscard]] Result<std::vector<Problem>> problems_of(const Session& session, const scene::GameFolder* game,
                                                       const std::set<std::string_view>& all_of = {});

/// Leaves a problem out from now on, with the reason in the file beside the document. Errors: those of check::ignore();
/// not_found: the problem is gone.
[[nodiscard]] Status ignore_problem(const Session& session, const scene::GameFolder* game, const Problem& problem,
                                    const std::string& reason);

/// Mends a problem as one step, or all of its check. Returns what was done, nothing when it is gone.
/// Errors: those of Session::make().
enum class FixScope : std::uint8_t { one, all_of_check };
[[nodiscard]] Result<edit::Changes> fix_problem(Session& session, const scene::GameFolder* game, const Problem& problem,
                                                FixScope scope = FixScope::one);

}  // namespace redforge::editor
