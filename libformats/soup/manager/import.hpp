// Imports script texts of the public mod manager as sources.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"

namespace redforge::soup {

class Names;

/// Item names of the manager that differ from ENGLISH.RTX, where several items share a name. Source: the manager's list
/// of items.
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
    std::string source;  ///< has no `names` block: the text does not have the numbers
};

struct Imported {
    std::vector<ImportedScript> scripts;
    std::size_t left_out{};  ///< lines outside of scripts: attributes, variables, headings
};

/// Splits a text into its scripts and converts them. The manager's syntax differs: / and * are swapped, dialogue labels
/// have double quotes, flag numbers are plain numbers, jumps to the beginning have no label, some items have other
/// names, and the start is in the heading. `names`: items and maps of the game; may be null. Errors: malformed if a
/// script is not closed or the text has none.
[[nodiscard]] Result<Imported> import_scripts(std::string_view text, std::string_view file,
                                              const Names* names = nullptr);

/// Converts one line of a script. `labels`: labels of the script, without #; other labels are offsets in the code.
[[nodiscard]] std::string import_line(std::string_view line, const Names* names,
                                      const std::set<std::string_view>& labels);

}  // namespace redforge::soup
