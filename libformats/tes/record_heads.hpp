// What is asked of lists of a plugin's records by sources that look no further into them: their heads, whether they are
// the same, which have properties.
#pragma once

#include <cstddef>
#include <vector>

#include "core/record_list.hpp"
#include "tes/form_id.hpp"
#include "tes/plugin_fwd.hpp"

namespace redforge::tes {

/// The heads of a list's records in order. Valid as long as the list stays as it is.
[[nodiscard]] std::vector<RecordHead*> heads_of(RecordList<Script>& records);
[[nodiscard]] std::vector<RecordHead*> heads_of(RecordList<Record>& records);
/// Those of scripts, then those of others.
[[nodiscard]] std::vector<const RecordHead*> heads_of(const Plugin& plugin);
/// That of the first record with a FormID, in the same order; null: no record has it.
[[nodiscard]] const RecordHead* find_head(const Plugin& plugin, FormId form_id);

[[nodiscard]] bool operator==(const RecordList<Script>& a, const RecordList<Script>& b);
[[nodiscard]] bool operator==(const RecordList<Record>& a, const RecordList<Record>& b);

/// How many records carry properties.
[[nodiscard]] std::size_t count_with_properties(const RecordList<Record>& records);

/// Brings a list into another order: the record at order[i] comes to place i.
void reorder(RecordList<Script>& records, const std::vector<std::size_t>& order);
void reorder(RecordList<Record>& records, const std::vector<std::size_t>& order);

}  // namespace redforge::tes
