// References to names of a game in the scripts of maps and in ITEM.INI.
#pragma once

#include <string_view>
#include <vector>

#include "core/load_context.hpp"
#include "edit/path/path.hpp"

namespace redforge::edit {

/// Adds the actors of a map whose scripts name an item, world or dialogue label with this name. Adds nothing without
/// the game's names (soup::Names) in `context`. Precondition: the root is a map.
void find_in_map_scripts(const RecordHandle& root, std::string_view name, const LoadContext& context,
                         std::vector<Match>& found);
/// Adds the fields of ITEM.INI with this label, or with the name of this item. Precondition: the root is settings.
void find_in_settings(const RecordHandle& root, std::string_view name, const LoadContext& context,
                      std::vector<Match>& found);

}  // namespace redforge::edit
