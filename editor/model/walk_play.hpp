// A walker on the routes of a walk map: a picture of where they lead, which changes nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "editor/model/scene_records.hpp"

namespace redforge::editor {

/// Walks on and on, always along the leg that it has walked least often: so it comes along all of them. Before a leg that
/// something blocks it stops for a moment, and takes another; where none is open it stays.
class WalkPlay {
public:
    /// Begins at the selected node, else at the first one of the walk map in which something is selected. Nothing: there is none.
    [[nodiscard]] static std::optional<WalkPlay> begin(const WalkLines& walk);

    /// Time goes on. `speed`: viewport units a second. `walk` is that of begin().
    void advance(const WalkLines& walk, float seconds, float speed);
    /// Where its feet are.
    [[nodiscard]] scene::Vec3 place() const { return place_; }
    /// It stands before a leg that is blocked.
    [[nodiscard]] bool blocked() const { return blocked_; }

    static constexpr float pause = 1;  ///< seconds before a leg that is blocked

private:
    /// Chooses where it goes from the node where it stands. False: nowhere.
    bool choose(const WalkLines& walk);

    std::size_t first_{};
    std::size_t node_{};              ///< where it came from, or stands
    std::optional<std::size_t> leg_;  ///< that it is on
    std::size_t to_{};
    scene::Vec3 place_{};
    bool blocked_{};
    float rests_{};                    ///< seconds that it stands still yet
    std::vector<std::size_t> walked_;  ///< how often, by leg
};

}  // namespace redforge::editor
