// Load orders of plugins: plugins.txt, loadorder.txt, a profile of Mod Organizer, or the files of a Data folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace redforge::tes {

/// Returns true if a name ends like the file name of a plugin: with .esm, .esp or .esl, in letters of either case.
[[nodiscard]] bool is_plugin_name(std::string_view name);

/// Returns the file names of a list, UTF-8 or code page 1252, as bytes of code page 1252. Lines that begin with # are
/// comments. If a line begins with *, the lines with * are the active plugins. `path`: a file, or a folder with
/// loadorder.txt or plugins.txt. `only_active`: omits the plugins that are not active. Errors: io; malformed (a line
/// that is not the file name of a plugin).
[[nodiscard]] Result<std::vector<std::string>> read_load_order(const std::filesystem::path& path, bool only_active);

/// Returns the plugins of a Data folder in the order in which games without a list load them: masters first, then by
/// time of change. Errors: io.
[[nodiscard]] Result<std::vector<std::string>> load_order_of(const std::filesystem::path& data);

}  // namespace redforge::tes
