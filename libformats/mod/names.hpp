// Symbolic names of numbers that a mod adds: names.xml declares them, patches use them, an installation allocates the
// numbers.
//
//     <names>
//       <name symbol="item:rusty_key"/>         the lowest number above the items of ITEM.INI
//       <name symbol="label:key_text"/>         four characters that no dialogue of ENGLISH.RTX has
//       <name symbol="object:chest"/>           the id of an object or static
//       <name symbol="actor:guard"/>            the name of an actor
//       <name symbol="image:sign" bank="302"/>  the name of an image in TEXBSI.302, such as D02044
//       <name symbol="sound:creak"/>            the number of a sound effect of MAIN.SFX
//       <name symbol="flag:opened"/>            a global flag that no script of the game uses, such as flag_12
//     </names>
// In a patch, `item:rusty_key` is replaced by the number wherever the whole word occurs: in a path, a value or a
// script. For an image, `image_number:sign` is the number in its name, such as 44.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes/shared_bytes.hpp"
#include "core/error.hpp"

namespace redforge::mod {

/// Reads a file of the original game, without mods, by its path. Returns nullopt if the game has no such file.
using OriginalReader = std::function<Result<std::optional<SharedBytes>>(const std::string& path)>;

/// Allocated number, as text, by symbolic name: "item:NAME" for one mod, "MOD/item:NAME" for an installation.
using Allocation = std::map<std::string, std::string>;

/// A name that a mod declares.
struct DeclaredName {
    std::string symbol;    ///< "item:NAME", or "MOD/item:NAME" in an installation
    std::uint32_t bank{};  ///< for an image: number of its texture bank

    friend bool operator==(const DeclaredName&, const DeclaredName&) = default;
};

/// Returns the declared names in their order. `file` is for messages.
/// Errors: malformed (an unknown kind; a name declared twice; an image without a bank), those of XML.
[[nodiscard]] Result<std::vector<DeclaredName>> parse_names(const std::string& text, const std::string& file);

/// Allocates a number for each name that is not in `taken`, in the order of `names`. Names in `taken` keep their
/// numbers, so the numbers of an installation are stable. Skips sounds, see number_sounds(). Errors: those of reading
/// files of the game; not_found (the game has no such bank); out_of_range (no number is free).
[[nodiscard]] Result<Allocation> allocate(const std::vector<DeclaredName>& names, Allocation taken,
                                          const OriginalReader& originals);

/// Gives the sounds in `names` the numbers after the sounds of the game, in this order. The number of a sound effect is
/// its index in the file, so these numbers depend on the enabled mods. Removes other sounds from `taken`. Errors: those
/// of reading MAIN.SFX.
[[nodiscard]] Status number_sounds(const std::vector<DeclaredName>& names, Allocation& taken,
                                   const OriginalReader& originals);

/// Replaces each whole word of `text` that is an allocated name by its number.
[[nodiscard]] std::string substitute(std::string_view text, const Allocation& allocation);

/// Checks the symbolic names in a text. Without allocated names, all words are plain text. Errors: unknown_name (a word
/// like "item:NAME" is not allocated).
[[nodiscard]] Status check_symbols(std::string_view text, const Allocation& allocation);

}  // namespace redforge::mod
