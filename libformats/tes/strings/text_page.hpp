// Guesses the code page of the texts in a plugin or save, which the file does not store.
#pragma once

#include <functional>

#include "core/text/code_page.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::tes {

class DataFolder;
struct Save;

/// Guesses the code page from names, descriptions, dialogue and script sources of some records. Reads a few megabytes
/// at most and decodes no record. If the letters belong as much to 1250 as to 1252 (fits_both_latin_pages()), the first
/// master decides that has a page of its own: by the languages in the names of its string files if it is localised,
/// else by its texts. `find_data` finds the masters, and is called only then; it may be empty. Returns 1252 if nothing
/// decides, for plugins without letters above ASCII, and for localised plugins, whose texts are in other files.
[[nodiscard]] CodePage guess_page_of(const Plugin& plugin, const std::function<const DataFolder*()>& find_data = {});
/// Guesses the code page from the names of the player, the location, plugins and actors.
[[nodiscard]] CodePage guess_page_of(const Save& save);

}  // namespace redforge::tes
