// Joining two documents that were changed from a common one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "edit/document.hpp"

namespace redforge::edit {

/// Which side holds where both changed the same thing.
enum class MergeFavor : std::uint8_t {
    none,  ///< ours too, but the conflict is one
    ours,
    theirs,
    both,  ///< records of both sides stay; where only one value can be, it is ours
};

/// Something that both sides changed, each in its own way.
struct Conflict {
    std::string path;      ///< of the record: in ours, or where ours has it no more, in the base
    std::string label;     ///< what people know it by
    std::string field;     ///< empty when it is about the whole record or list
    std::string what;      ///< "base 100, ours 200, theirs 300"
    std::string source{};  ///< of a script: both sides of the lines in question, between marks
    /// Of a value what the three say, as a line shows it, and of a script its whole texts. Of a record that one side removed `ours`
    /// and `theirs` are "changed" and "removed"; else empty where it is about a record.
    std::string base{};
    std::string ours{};
    std::string theirs{};
};

/// Which side holds for a conflict, when it is come to. `none` and `both`: as merge() takes them.
using Decide = std::function<MergeFavor(const Conflict& conflict)>;

/// "objects[4] DOOR01: position.x: base 100, ours 200, theirs 300"
[[nodiscard]] std::string conflict_line(const Conflict& conflict);

struct Merge {
    Document document;                ///< empty when there is an error
    std::optional<Error> error{};     ///< why these cannot be joined at all: nothing is to be written
    std::vector<Conflict> conflicts;  ///< in the document's order; also those that `prefer` has decided
    std::vector<std::string>
        notes{};  ///< new records of theirs that got other FormIDs, because ours gives these to other records
};

/// Joins what `ours` and `theirs` changed of `base`: fields one by one, records of lists as pair_records() pairs them.
/// All three are of one format. What both added alike is added once; what both added at one place stands ours first.
/// Scripts are joined statement by statement, as they are shown with `context`. Forms of plugins are the same by the name of
/// their plugin, whatever numbers they have in the three; see with_common_masters().
[[nodiscard]] Merge merge(const Document& base, const Document& ours, const Document& theirs,
                          MergeFavor prefer = MergeFavor::none, const LoadContext& context = {});
/// The same with a choice for each conflict: those that `decide` has nothing for stay as ours.
[[nodiscard]] Merge merge(const Document& base, const Document& ours, const Document& theirs, const Decide& decide,
                          const LoadContext& context = {});

}  // namespace redforge::edit
