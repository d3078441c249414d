// Positions of new subrecords, and subrecords that a record has at most once.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/record/record_type.hpp"
#include "edit/hooks.hpp"
#include "edit/operation/recorder.hpp"
#include "edit/path/path.hpp"
#include "tes/definition/defined_subrecord.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::edit {

/// Returns true if a list is the subrecords of a plugin's record.
[[nodiscard]] bool is_subrecord_list(const RecordHandle& parent, const ChildEntry& list);

/// Returns the subrecords that the type of the record at `node` is defined to have. Returns nullopt if the list is not
/// the subrecords of a plugin's record.
[[nodiscard]] std::optional<DefinedItems> defined_subrecords(const RecordHandle& root, const NodePath& node,
                                                             const ChildEntry& list);

/// Returns the type of a subrecord in the file, such as "FULL", whether or not it has a layout.
[[nodiscard]] std::string subrecord_tag(const tes::Plugin& plugin, const RecordHandle& subrecord);

/// A subrecord that the definition of its record has before an earlier one.
struct MisplacedSubrecord {
    std::size_t index{};  ///< index of the misplaced subrecord
    std::string tag;      ///< its type
    std::string before;   ///< type of an earlier subrecord that belongs after it
};

/// Returns the first subrecord of a record that the order in the definition has before an earlier one. Types that
/// repeat together may be in any order. Returns nullopt if there is none.
[[nodiscard]] std::optional<MisplacedSubrecord> misplaced_subrecord(const tes::Plugin& plugin,
                                                                    const tes::Record& record);

/// Returns the type of a subrecord, such as "FULL", if the definition states that its record has at most one of this
/// type. Else returns an empty text.
[[nodiscard]] std::string single_tag(const tes::Plugin& plugin, const RecordHandle& record,
                                     const RecordHandle& subrecord);

/// Returns for each subrecord in a list of `record` the index of the subrecord that it belongs to, or no_match: a
/// condition of an effect belongs to the effect, and the text of a condition to the condition. A subrecord without a
/// place in the order belongs to the nearest leader before it, unless it occurs once. Returns an empty list if the type
/// of the record has no such groups.
[[nodiscard]] std::vector<std::size_t> subrecord_leaders(const tes::Plugin& plugin, const RecordHandle& record,
                                                         const ListView& list);

/// Adds missing counts to the records in which the recorded changes inserted counted subrecords, or records in them: a
/// record with a keyword needs the subrecord KSIZ. Does nothing for documents other than plugins.
void add_missing_counts(Recorder& recorder);
/// Inserts a count into the record at `node`. If the record has its only count after the counted subrecords, moves it
/// before them, and it is computed again.
void insert_count(Recorder& recorder, const NodePath& node, const tes::MissingCount& count);
/// Returns true if a missing count can be inserted: the subrecord has no other fields.
[[nodiscard]] bool is_only_count(const tes::MissingCount& count);

/// Returns the index at which a new subrecord of a type belongs by the order in the definition of its record. Returns
/// nullopt if the definition does not have the type. Parameters: those of subrecord_position().
[[nodiscard]] std::optional<std::size_t> defined_position(const RecordHandle& root, const NodePath& node,
                                                          const RecordType& type, std::size_t size,
                                                          const std::function<const RecordType*(std::size_t)>& type_at);

/// Returns the index at which a new subrecord of a type belongs in the record at `node`: by defined_position(), else
/// after the last one of its type, else where other records of the plugin have it. Returns nullopt if no record has the
/// type, or if it occurs at several positions in a record. The list has `size` subrecords, of the types that `type_at`
/// returns.
[[nodiscard]] std::optional<std::size_t>
subrecord_position(const RecordHandle& root, const NodePath& node, const RecordType& type, std::size_t size,
                   const std::function<const RecordType*(std::size_t)>& type_at);

}  // namespace redforge::edit
