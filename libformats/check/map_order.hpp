// What the game and other files count on in a map: the places of the first actors and of static objects.
//
// Source: redguard-retail-facts 2 [measured on all maps]; redguard-other-formats "PVO".
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/document.hpp"

namespace redforge::check {

/// The order of a map's actors and static objects at one moment.
struct MapOrder {
    struct Static {
        std::uint32_t id{};
        std::string model{};
        friend bool operator==(const Static&, const Static&) = default;
    };
    std::vector<std::string> actors{};  ///< the names of all
    std::vector<Static> statics{};
};

/// Empty for a document that is no map.
[[nodiscard]] MapOrder order_of(const edit::Document& document);

/// What became of first actors that had their places before: "LASER was removed". Nothing when all kept theirs.
[[nodiscard]] std::optional<std::string> first_actors_note(const MapOrder& before, const MapOrder& after);

/// Whether static objects were added, removed or reordered. Setting their fields is none of that.
[[nodiscard]] bool statics_differ(const MapOrder& before, const MapOrder& after);

/// The .PVO beside a map, or beside a folder or text that it was unpacked to: same name, letters of either case.
[[nodiscard]] std::optional<std::filesystem::path> pvo_beside(const std::filesystem::path& map);

/// What a person should know of a change of a map that lies, or will lie, at `map`: a sentence each.
[[nodiscard]] std::vector<std::string> order_notes(const MapOrder& before, const MapOrder& after,
                                                   const std::filesystem::path& map);

}  // namespace redforge::check
