// Guesses the code page of the texts in a plugin or save, which the file does not store.
#pragma once

#include "core/text/code_page.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::tes {

struct Save;

/// Guesses the code page from names, descriptions, dialogue and script sources of some records. Reads a few megabytes
/// at most and decodes no record. Returns 1252 if nothing decides, and for localised plugins, whose texts are in other
/// files.
[[nodiscard]] CodePage guess_page_of(const Plugin& plugin);
/// Guesses the code page from the names of the player, the location, plugins and actors.
[[nodiscard]] CodePage guess_page_of(const Save& save);

}  // namespace redforge::tes
