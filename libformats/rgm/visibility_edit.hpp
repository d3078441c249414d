// Updates a map's visibility after its statics change, and checks that it matches the map.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "rgm/scene_records.hpp"
#include "rgm/visibility.hpp"

namespace redforge::rgm {

/// Changes of a map's statics.
struct StaticsChange {
    std::vector<std::optional<std::uint32_t>> places{};  ///< new index of each old static; nullopt if it was removed
    std::vector<std::uint32_t> added{};                  ///< indices of new statics
    std::size_t before{};                                ///< old number of statics
    std::size_t after{};
    std::size_t moved{};  ///< number of statics that count as removed and as added, see compare_visible_statics()

    /// Returns the number of statics that were added, removed or moved.
    [[nodiscard]] std::size_t count() const;
    /// Returns true if no static was added, removed or moved.
    [[nodiscard]] bool is_none() const;
};

/// Matches statics: equal records first, else the next one with the same id.
[[nodiscard]] StaticsChange compare_statics(std::span<const StaticObject> before, std::span<const StaticObject> after);

/// Like compare_statics(), but a static with another model, position or rotation counts as removed and added.
/// follow_statics() then adds it to all leaves, because the cells from which it can be seen are not known.
[[nodiscard]] StaticsChange compare_visible_statics(std::span<const StaticObject> before,
                                                    std::span<const StaticObject> after);

/// Updates the numbers of a visibility. Removed statics leave its lists, and new statics are added to all leaves, so
/// that no visible object is missing. Objects that scripts make visible stay after the statics. Errors: unsupported (an
/// octree kept as bytes), malformed (runs out of range), out_of_range (numbers above 65535).
[[nodiscard]] Status follow_statics(Visibility& file, const StaticsChange& change);

/// Returns the numbers of a leaf, in the order of its runs. Skips runs that are out of range.
[[nodiscard]] std::vector<std::uint32_t> objects_of(const Visibility& file, const VisibilityLeaf& leaf);

/// A cell of the octree: a cube of the map.
struct VisibilityCell {
    std::array<std::int64_t, 3> low{};    ///< its minimum corner, map units
    std::int64_t size{};                  ///< length of an edge, map units
    std::optional<std::uint32_t> leaf{};  ///< its visible objects; nullopt if the file has no leaf for it
};

/// Returns the smallest cell that contains a position, in map units. Returns nullopt outside of the root, or if the
/// octree is kept as bytes.
[[nodiscard]] std::optional<VisibilityCell> cell_at(const Visibility& file, std::int64_t x, std::int64_t y,
                                                    std::int64_t z);

/// Returns the reasons why a visibility does not match a map with these numbers of statics and objects, as sentences.
/// Empty if it matches.
[[nodiscard]] std::vector<std::string> visibility_problems(const Visibility& file, std::size_t statics,
                                                           std::size_t objects);

/// Returns a sentence if a run of statics is listed only in cells from which the game does not draw them. Then the
/// numbers in the file belong to other statics. Empty if there is no such run. O(entries of all leaves).
[[nodiscard]] std::vector<std::string> misplaced_statics(const Visibility& file, std::span<const StaticObject> statics);

}  // namespace redforge::rgm
