// Queries on a plugin's header and record headers, without reading the records.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "tes/form_id.hpp"
#include "tes/plugin_fwd.hpp"

namespace redforge::tes {

/// File names of its masters, in their order.
[[nodiscard]] std::vector<std::string_view> masters_of(const Plugin& plugin);
/// What its header says of the next FormID. Nothing: it has no place for that.
[[nodiscard]] std::optional<FormId> stated_next_form(const Plugin& plugin);

/// The editor ids of its records that have one; only those of one type of records where that is given.
[[nodiscard]] std::vector<std::string> editor_ids_of(const Plugin& plugin, std::string_view type = {});
/// That of the first record with a FormID; empty where there is none.
[[nodiscard]] std::string editor_id_of(const Plugin& plugin, FormId form_id);

/// How many records there are, how many of them are scripts, and how many carry properties.
struct RecordCounts {
    std::size_t records{};
    std::size_t scripts{};
    std::size_t with_properties{};
};
[[nodiscard]] RecordCounts count_records(const Plugin& plugin);

/// Whether its file has more than 8 MB: what goes over all of its subrecords takes seconds.
[[nodiscard]] bool is_large(const Plugin& plugin);

}  // namespace redforge::tes
