// A partial plugin: some of its records, to overlay on another copy of the plugin.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::tes {

/// Parses a list of kinds: types of records (SCPT, INFO, ...), and VMAD for records with properties.
/// Errors: usage (an unknown kind).
[[nodiscard]] Result<std::vector<std::string>> parse_kinds(std::string_view list);

/// Removes everything except the header, the records of some kinds and the groups that contain them.
void keep_only(Plugin& plugin, const std::vector<std::string>& kinds);

/// Numbers of overlaid records.
struct Overlaid {
    std::size_t changed{};
    std::size_t same{};
    std::size_t added{};
};

/// Replaces the records of `plugin` that have the type and FormID of a record of `part`. Appends other records of
/// `part` to their group, which is created if needed. The header of `plugin` does not change. FormIDs of `part` are
/// converted to the masters of `plugin`. Errors: those of renumber() (`plugin` lacks a master that `part` uses).
[[nodiscard]] Result<Overlaid> overlay(Plugin& plugin, Plugin&& part);

}  // namespace redforge::tes
