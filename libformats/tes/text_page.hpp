// Guesses the code page that the texts of a plugin or save are written in: its file does not say it.
#pragma once

#include "core/code_page.hpp"
#include "tes/plugin_fwd.hpp"

namespace redforge::tes {

struct Save;

/// By names, descriptions, dialogue and sources of scripts of some records; it looks at a few megabytes at most, and makes no record.
/// 1252 where nothing tells, and for localised plugins, whose texts stand in other files.
[[nodiscard]] CodePage guess_page_of(const Plugin& plugin);
/// By the names of the player, of the place, of plugins and of actors.
[[nodiscard]] CodePage guess_page_of(const Save& save);

}  // namespace redforge::tes
