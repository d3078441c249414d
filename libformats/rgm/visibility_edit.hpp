// A map's visibility when its statics change, and whether it fits the map at all.
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

/// What became of a map's statics.
struct StaticsChange {
    std::vector<std::optional<std::uint32_t>> places{};  ///< of each old one its new number; nothing: it was removed
    std::vector<std::uint32_t> added{};                  ///< numbers of those that are new
    std::size_t before{};                                ///< how many there were
    std::size_t after{};

    /// Whether every static kept its number, and none came or went.
    [[nodiscard]] bool is_none() const;
};

/// Finds each static again: the same record, else the next one of its id.
[[nodiscard]] StaticsChange compare_statics(std::span<const StaticObject> before, std::span<const StaticObject> after);

/// Makes the numbers of a visibility follow: what was removed leaves its lists, and what is new is added to all leaves, so
/// that nothing that can be seen is missing. Objects that scripts make visible keep their numbers behind the statics.
/// Errors: unsupported (an octree that was kept as bytes), malformed (runs beyond the list), out_of_range (numbers above
/// 65535).
[[nodiscard]] Status follow_statics(Visibility& file, const StaticsChange& change);

/// The numbers of a leaf, in the order of its runs; runs beyond the list are left out.
[[nodiscard]] std::vector<std::uint32_t> objects_of(const Visibility& file, const VisibilityLeaf& leaf);

/// A cell of the octree: a cube of the map.
struct VisibilityCell {
    std::array<std::int64_t, 3> low{};    ///< its corner of the least X, Y and Z, map units
    std::int64_t size{};                  ///< of its edges, map units
    std::optional<std::uint32_t> leaf{};  ///< what is visible from it; nothing where the file has no leaf for it
};

/// The smallest cell that a place is in, in map units. Nothing outside of the root, and where the octree was kept as bytes.
[[nodiscard]] std::optional<VisibilityCell> cell_at(const Visibility& file, std::int64_t x, std::int64_t y,
                                                    std::int64_t z);

/// What tells that a visibility is not that of a map with so many statics and objects, in sentences; none when it fits.
[[nodiscard]] std::vector<std::string> visibility_problems(const Visibility& file, std::size_t statics,
                                                           std::size_t objects);

}  // namespace redforge::rgm
