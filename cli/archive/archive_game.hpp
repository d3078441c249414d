// `archive` for BSA and BA2 archives of Oblivion and later games.
#pragma once

#include <span>
#include <string>

#include "cli/line/verb.hpp"

namespace redforge::cli {

/// Returns true for a BSA or BA2 archive, by its content.
[[nodiscard]] bool is_game_archive(const std::string& path);

/// Lists or extracts files. `names`: paths with * and ?; all files if there are none.
Exit run_game_archive(const Arguments& arguments, const std::string& action, const std::string& input,
                      std::span<const std::string> names);

/// Makes an archive of all files below a folder.
Exit pack_game_archive(const Arguments& arguments, const std::string& folder);

}  // namespace redforge::cli
