// The order of a map's first actors and static objects, which the game and the PVO depend on.
//
// Source: reference sheets "retail facts", 2 [measured on all shipped maps], and "Redguard's other files", "PVO".
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/document/document.hpp"

namespace redforge::check {

/// A copy of the order of a map's actors and static objects, to compare before and after an edit.
struct MapOrder {
    struct Static {
        std::uint32_t id{};
        std::string model{};
        friend bool operator==(const Static&, const Static&) = default;
    };
    std::vector<std::string> actors{};  ///< names of all actors
    std::vector<Static> statics{};
};

/// Returns the order of a document. Returns an empty order if the document is not a map.
[[nodiscard]] MapOrder order_of(const edit::Document& document);

/// Describes the first actors that were in place before and are not in place now: "LASER was removed; ...". Returns
/// nullopt if there are none.
[[nodiscard]] std::optional<std::string> first_actors_note(const MapOrder& before, const MapOrder& after);

/// Returns true if static objects were added, removed or reordered. Edits of their fields do not count.
[[nodiscard]] bool statics_differ(const MapOrder& before, const MapOrder& after);

/// Finds the .PVO file next to a map, or next to the folder or text that it was unpacked to: same name, ignoring case.
/// Returns nullopt if there is none.
[[nodiscard]] std::optional<std::filesystem::path> find_pvo(const std::filesystem::path& map);

/// Returns notes for the user about a change of order, one sentence each. `map` is the path of the map, which need not
/// exist.
[[nodiscard]] std::vector<std::string> order_notes(const MapOrder& before, const MapOrder& after,
                                                   const std::filesystem::path& map);

}  // namespace redforge::check
