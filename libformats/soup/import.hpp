// Script texts of the public mod manager, turned into sources.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"

namespace redforge::soup {

class Names;

/// Names that the manager itself gives to items of the game, instead of those of ENGLISH.RTX, where several items have
/// the same one. Source: the manager's list of items.
inline constexpr std::array<std::pair<std::int32_t, std::string_view>, 31> manager_item_names{{
    {7, "GUARD SWORD"},
    {15, "RUNE (2 LINES AND A DOT)"},
    {16, "RUNE (2 LINES)"},
    {17, "RUNE (A LINE AND DOT)"},
    {20, "ORC'S BLOOD (SUBLIMATED)"},
    {22, "SPIDER'S MILK (SUBLIMATED)"},
    {24, "ECTOPLASM (SUBLIMATED)"},
    {26, "HIST SAP (SUBLIMATED)"},
    {30, "GLASS VIAL (WITH ELIXIR)"},
    {34, "RUNE (fist)"},
    {35, "'ELVEN ARTIFACTS VIII' (COPY)"},
    {53, "ISZARA'S JOURNAL (OPEN)"},
    {57, "ISZARA'S JOURNAL (LOCKED)"},
    {61, "N'GASTA'S NECROMANCY BOOK"},
    {62, "BAR MUG"},
    {63, "MARIAH'S WATERING CAN"},
    {70, "SKELETON SWORD"},
    {71, "KEEP OUT"},
    {72, "NO TRESPASSING"},
    {73, "TOBIAS' BAR MUG"},
    {75, "FLAMING SABRE"},
    {76, "GOBLIN SWORD"},
    {77, "OGRE'S AXE"},
    {78, "DRAM'S SWORD"},
    {79, "SILVER KEY (PALACE)"},
    {80, "DRAM'S BOW"},
    {81, "DRAM'S ARROW"},
    {82, "SILVER LOCKET (COPY)"},
    {84, "WANTED POSTER"},
    {85, "PALACE DIAGRAM"},
    {86, "LAST"},
}};

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
