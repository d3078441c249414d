// A part of a plugin by itself: some of its records, to be put over another copy of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "tes/plugin_fwd.hpp"

namespace redforge::tes {

/// What of a plugin can be asked for: types of records (SCPT, INFO, ...), and VMAD for those with properties.
/// Errors: usage (a word that is none).
[[nodiscard]] Result<std::vector<std::string>> parse_kinds(std::string_view list);

/// Leaves the header, the records of some kinds and the groups that they are in.
void keep_only(Plugin& plugin, const std::vector<std::string>& kinds);

/// How many records were put over a plugin.
struct Overlaid {
    std::size_t changed{};
    std::size_t same{};
    std::size_t added{};
};

/// Puts the records of `part` in the place of those that have their type and FormID; others come to the end of the group that they
/// were in, which comes too where there is none. The header of `plugin` stays.
[[nodiscard]] Overlaid overlay(Plugin& plugin, Plugin&& part);

}  // namespace redforge::tes
