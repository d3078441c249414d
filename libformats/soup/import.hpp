// Script texts of the public mod manager, turned into sources.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace redforge::soup {

class Names;

struct ImportedScript {
    std::string actor;   ///< its name, as UTF-8
    std::string source;  ///< without a `names` block: the text does not have the numbers
};

struct Imported {
    std::vector<ImportedScript> scripts;
    std::size_t left_out{};  ///< lines between the scripts: attributes, variables, headings
};

/// Takes a text apart into its scripts. That program shows multiplication as / and division as *, dialogue labels
/// between double quotes, numbers of flags as plain numbers, a jump to the beginning without a label, some items under
/// names of its own, and the start beside the name. `names`: the items and maps of the game; may be null.
/// Errors: malformed, for a script that is never closed or a text without any.
[[nodiscard]] Result<Imported> import_scripts(std::string_view text, std::string_view file,
                                              const Names* names = nullptr);

}  // namespace redforge::soup
