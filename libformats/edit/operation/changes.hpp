// Differences between two documents for users and programs: one entry for each record, with its name and its fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/load_context.hpp"
#include "core/record/record_type.hpp"

namespace redforge::edit {

/// A changed field, blob or byte range.
struct FieldChange {
    struct Value {
        std::string text;   ///< text form of the value; a byte range has none, because it can be a whole file
        std::string shown;  ///< for a line of output; see display_value()
    };
    std::string field;
    Value before;
    Value after;
    std::optional<std::size_t> first_byte{};  ///< blob or byte range: offset of the first difference
    std::string lines{};                      ///< source: the changed lines, in the form of `diff -u`
};

/// A changed, added or removed record.
struct RecordChange {
    enum class Kind : std::uint8_t { changed, added, removed };

    Kind kind{};
    std::string path{};  ///< path in the later document, or in the earlier one for a removed record; the root has ""
    std::string path_before{};  ///< changed: path in the earlier document
    std::string label{};        ///< see record_label(); in a plugin, the FormID of the record; may be empty
    bool moved{};               ///< changed: the record has another position among the records that both documents have
    std::vector<FieldChange> fields{};  ///< changed: its fields that differ
    std::string element{};              ///< added and removed: its XML element
};

/// Scope of a comparison. `contents` skips bookkeeping fields and leftovers, see is_bookkeeping() and is_leftover().
enum class ChangeScope : std::uint8_t { all, contents };

/// Returns all changes, in the order of the later document. A record whose index changes only because other records
/// were added or removed does not count as changed. `context` has the names for scripts. FormIDs are equal if plugin
/// name and object id are equal, even if the position of the plugin differs. FormIDs of the earlier document are shown
/// with the numbers of the later one.
[[nodiscard]] std::vector<RecordChange> changes_between(const RecordHandle& from, const RecordHandle& to,
                                                        const LoadContext& context = {},
                                                        ChangeScope scope = ChangeScope::all);

/// Returns a short name for users: the keys of the record and the first name in it, like "8401 DOOR01". May be empty.
[[nodiscard]] std::string record_label(const RecordHandle& record);

/// Returns a value for a line of output: text in quotes, and "computed" for a derived field without a stored value.
[[nodiscard]] std::string display_value(const FieldView& field);

/// Returns the lines that show a change, without line ends: "+ objects[5] 8401 DOOR01". A changed record has one line
/// for each field, and more for a source.
[[nodiscard]] std::vector<std::string> change_lines(const RecordChange& change);

}  // namespace redforge::edit
