// The manager's text of a map. Script changes of the manager refer to its lines. Internal to the module.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rgm/map.hpp"
#include "soup/manager/manager_print.hpp"
#include "soup/names/names.hpp"

namespace redforge::mod {

/// The text of a change that removes its line.
inline constexpr std::string_view removed_line = "null";

/// A line of the manager's text of a map.
struct MapLine {
    enum class Part : std::uint8_t { head, blank, variable, attribute, script };

    Part part{};
    std::size_t actor{};
    std::size_t index{};  ///< number of an attribute, or of a line of the script
    std::string text;
};

/// Returns the name of an attribute of actors, or "attribute_12".
[[nodiscard]] std::string attribute_name(const soup::Names& names, std::uint32_t number);

/// A map as the manager prints it.
struct MapPrint {
    std::vector<MapLine> lines;
    std::vector<soup::ManagerPrint> scripts;  ///< by actor

    MapPrint(const rgm::Map& map, const soup::Names& names);

private:
    void add_actor(const rgm::Map& map, const soup::Names& names, std::size_t actor);
};

}  // namespace redforge::mod
