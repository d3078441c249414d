// Animated walker on the routes of a walk map. Changes nothing in the document.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "editor/model/scene/scene_records.hpp"

namespace redforge::editor {

/// Walks continuously, always along the least used leg, so that it visits all of them. Before a blocked leg it pauses
/// and takes another; if all are blocked it stays. At a node without a way on, it pauses and restarts at the first
/// node.
class WalkPlay {
public:
    /// Starts at the selected node, or else at the first node of the selected walk map. Returns nullopt if there is
    /// none.
    [[nodiscard]] static std::optional<WalkPlay> begin(const WalkLines& walk);

    /// Advances by `seconds`. `speed`: viewport units per second. `walk` must be the value passed to begin().
    void advance(const WalkLines& walk, float seconds, float speed);
    /// Position of its feet.
    [[nodiscard]] scene::Vec3 place() const { return place_; }
    /// Returns true while the walker waits before a blocked leg.
    [[nodiscard]] bool blocked() const { return blocked_; }

    static constexpr float pause = 1;  ///< seconds of pause before a blocked leg

private:
    /// Chooses the next leg, or pauses before it if it is blocked. Returns false if no leg leaves the node.
    bool choose(const WalkLines& walk);

    std::size_t first_{};
    std::size_t node_{};              ///< current or last node
    std::optional<std::size_t> leg_;  ///< current leg
    std::size_t to_{};
    scene::Vec3 place_{};
    bool blocked_{};
    float pause_left_{};               ///< remaining pause, in seconds
    std::vector<std::size_t> walked_;  ///< number of walks, by leg
};

}  // namespace redforge::editor
