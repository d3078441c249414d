// What can be asked of a plugin by who looks into none of its records.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tes/form_id.hpp"
#include "tes/plugin_fwd.hpp"

namespace redforge::tes {

/// File names of its masters, in their order.
[[nodiscard]] std::vector<std::string_view> masters_of(const Plugin& plugin);
/// What its header says of the next FormID. Nothing: it has no place for that.
[[nodiscard]] std::optional<FormId> stated_next_form(const Plugin& plugin);
/// Bytes of Plugin::rest, which the places of records count in.
[[nodiscard]] std::size_t size_of_rest(const Plugin& plugin);

/// The editor ids of its records: of scripts, then of others. Empty for one that has none.
[[nodiscard]] std::vector<std::string_view> editor_ids_of(const Plugin& plugin);
/// That of the first record with a FormID; empty where there is none.
[[nodiscard]] std::string_view editor_id_of(const Plugin& plugin, FormId form_id);

/// How many records carry properties.
[[nodiscard]] std::size_t count_with_properties(const Plugin& plugin);

}  // namespace redforge::tes
