// Queries on a plugin's header and record headers, without reading the records.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "tes/form/form_id.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::tes {

/// Returns the file names of the masters, in order. The views are valid as long as the plugin.
[[nodiscard]] std::vector<std::string_view> masters_of(const Plugin& plugin);
/// Returns the next FormID in the header. Returns nullopt if the header has no such field.
[[nodiscard]] std::optional<FormId> stated_next_form(const Plugin& plugin);

/// Returns true if a game that has light plugins loads the plugin as one: because of its flag, whatever its extension.
[[nodiscard]] bool has_light_flag(const Plugin& plugin);
/// Returns the smallest number of a record in a light plugin: 800, or 1 from version 1.71 on. The largest is FFF.
[[nodiscard]] std::uint32_t first_light_number(const Plugin& plugin);

/// Returns the editor IDs of all records, or of the records of one type if `type` is not empty.
[[nodiscard]] std::vector<std::string> editor_ids_of(const Plugin& plugin, std::string_view type = {});
/// Returns the editor ID of the first record with a FormID. Returns an empty text if there is none.
[[nodiscard]] std::string editor_id_of(const Plugin& plugin, FormId form_id);

/// Numbers of all records, of scripts, and of records with properties.
struct RecordCounts {
    std::size_t records{};
    std::size_t scripts{};
    std::size_t with_properties{};
};
[[nodiscard]] RecordCounts count_records(const Plugin& plugin);

/// Returns true if the file is larger than 8 MB: visiting all subrecords takes seconds then.
[[nodiscard]] bool is_large(const Plugin& plugin);

}  // namespace redforge::tes
