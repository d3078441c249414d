// Symbolic names of numbers that a mod adds: names.xml declares them, patches use them, an installation allocates the numbers.
//
//     <names>
//       <name symbol="item:rusty_key"/>     the lowest free number of an item in ITEM.INI
//       <name symbol="label:key_text"/>     four characters that no dialogue of ENGLISH.RTX has
//       <name symbol="object:chest"/>       the id of an object or static
//       <name symbol="actor:guard"/>        the name of an actor
//     </names>
// In a patch, `item:rusty_key` stands for the number wherever the whole word occurs: in a path, a value or a script.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/shared_bytes.hpp"

namespace redforge::mod {

/// Reads a file of the game without mods, by its path. Returns nothing if the game has no such file.
using OriginalReader = std::function<Result<std::optional<SharedBytes>>(const std::string& path)>;

/// Text of the allocated number by symbolic name: "item:NAME" for one mod, "MOD/item:NAME" for all of an installation.
using Allocation = std::map<std::string, std::string>;

/// Returns the declared names in their order. `file` is for messages.
/// Errors: malformed (a kind other than item, label, object and actor; a name declared twice), those of XML.
[[nodiscard]] Result<std::vector<std::string>> parse_names(const std::string& text, const std::string& file);

/// Allocates a number for each name that has none in `taken`, in the order of `names`. Names in `taken` keep theirs, so an
/// installation that stores the allocation gives a name the same number again.
/// Errors: those of reading ITEM.INI and ENGLISH.RTX; out_of_range (no number is free).
[[nodiscard]] Result<Allocation> allocate(const std::vector<std::string>& names, Allocation taken,
                                          const OriginalReader& originals);

/// Replaces each whole word of `text` that is an allocated name by its number.
[[nodiscard]] std::string substitute(std::string_view text, const Allocation& allocation);

}  // namespace redforge::mod
