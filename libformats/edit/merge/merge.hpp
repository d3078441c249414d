// Three-way merge of documents.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "edit/document/document.hpp"

namespace redforge::edit {

/// The side that wins a conflict.
enum class MergeFavor : std::uint8_t {
    none,  ///< ours, and the conflict remains unresolved
    ours,
    theirs,
    both,  ///< keeps the records of both sides; ours for a single value
};

/// A value, record or list that both sides changed differently.
struct Conflict {
    std::string path;      ///< path of the record in ours, or in the base if ours does not have it
    std::string label;     ///< see record_label()
    std::string field;     ///< empty if the conflict is about the whole record or list
    std::string what;      ///< "base 100, ours 200, theirs 300"
    std::string source{};  ///< script: both sides of the lines in conflict, between conflict markers
    /// The three values, see display_value(), or the complete texts of a script. For a record that one side removed,
    /// `ours` and `theirs` are "changed" and "removed". Not set in other conflicts about a record.
    std::string base{};
    std::string ours{};
    std::string theirs{};
    std::string identity{};  ///< keys of the record from the root on; equal in merges of other sides with the same base
    bool is_undecidable{};   ///< no side decides it: its record is missing, or the result is not valid
};

/// Returns true if a conflict is not resolved although `prefer` resolves conflicts.
[[nodiscard]] inline bool is_unresolved(const Conflict& conflict, MergeFavor prefer)
{
    return prefer == MergeFavor::none || conflict.is_undecidable;
}

/// Callback that chooses the side for a conflict during the merge.
using Decide = std::function<MergeFavor(const Conflict& conflict)>;

/// Returns a line of output: "objects[4] DOOR01: position.x: base 100, ours 200, theirs 300".
[[nodiscard]] std::string conflict_line(const Conflict& conflict);

/// Result of a merge.
struct Merge {
    Document document;                ///< empty if there is an error
    std::optional<Error> error{};     ///< the reason why the documents cannot be merged at all
    std::vector<Conflict> conflicts;  ///< in document order, including resolved ones
    std::vector<std::string>
        notes{};  ///< new records of theirs that got other numbers, and statements that may have old indices
};

/// Merges the changes of `ours` and `theirs` to `base`, three documents of one format: each field on its own, and lists
/// by pair_records(). Adds an equal addition of both sides once. At one position, additions of ours come first.
/// `prefer` resolves all conflicts. Scripts are merged statement by statement; `context` has the names for them.
/// Fails if ours or theirs has damage that the base does not have: check_damage(). `file` of the error is then empty or
/// "theirs".
/// References by number are equal if they name the same record of the same file, even if the position of the file in
/// the documents' lists differs; see FormatHooks::common_numbers().
[[nodiscard]] Merge merge(const Document& base, const Document& ours, const Document& theirs,
                          MergeFavor prefer = MergeFavor::none, const LoadContext& context = {});
/// Same as above, with a choice for each conflict. `decide` returns MergeFavor::none for a conflict that stays
/// unresolved.
[[nodiscard]] Merge merge(const Document& base, const Document& ours, const Document& theirs, const Decide& decide,
                          const LoadContext& context = {});

}  // namespace redforge::edit
