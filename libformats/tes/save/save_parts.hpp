// The parts of a save, by name.
#pragma once

#include <array>
#include <cstdint>

#include "core/record/field.hpp"

namespace redforge::tes {

/// The parts of a save, in file order.
enum class SavePart : std::uint8_t {
    header,
    plugins,
    globals,
    statistics,
    processes,
    spectator_events,
    weather,
    created,
    quick_keys,
    reticule,
    interface,
    regions,
    changes,
    temporary_effects,
    form_ids,
    worldspaces,
    end,
};

/// The names of SavePart.
inline constexpr std::array<EnumName, 17> save_parts{{
    {0, "header", "Header"},
    {1, "plugins", "Plugins"},
    {2, "globals", "Globals"},
    {3, "statistics", "Statistics"},
    {4, "processes", "Processes"},
    {5, "spectator_events", "Spectator events"},
    {6, "weather", "Weather"},
    {7, "created", "Created records"},
    {8, "quick_keys", "Quick keys"},
    {9, "reticule", "Reticule"},
    {10, "interface", "Interface"},
    {11, "regions", "Regions"},
    {12, "changes", "Change records"},
    {13, "temporary_effects", "Temporary effects"},
    {14, "form_ids", "FormIDs"},
    {15, "worldspaces", "Worldspaces"},
    {16, "end", "End"},
}};

}  // namespace redforge::tes
