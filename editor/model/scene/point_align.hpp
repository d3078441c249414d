// Interactive alignment by points: the user clicks points of the selection and the positions that they should have.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

#include "editor/model/scene/arrange.hpp"
#include "editor/model/session/session.hpp"

namespace redforge::editor {

/// The clicks are, in this order: a point of the selection, its target, a second point of the selection, its target.
/// The first two move the selection; the last two rotate it about the vertical axis. Windows only forward events.
class PointAlign {
public:
    static constexpr std::size_t max_points = 4;

    /// Starts with the selection. Returns false if no selected record has a position, or a pending edit is rejected.
    bool begin(Session& session);
    [[nodiscard]] bool active() const { return session_ != nullptr; }
    /// Adds a clicked position, in map units. The fourth one ends the tool.
    void add(const glm::dvec3& point);
    /// Removes the last clicked position.
    void back();
    /// Ends the tool: keeps the change as a step, or reverts it.
    void finish();
    void cancel();
    [[nodiscard]] const std::vector<glm::dvec3>& points() const { return points_; }
    /// Returns the text for the status line: the next click, and the available keys.
    [[nodiscard]] std::string status_text() const;
    /// The reason why the last change was rejected; empty if it was not.
    [[nodiscard]] const std::string& error() const { return error_text_; }

private:
    void apply();

    Session* session_{};
    NodeRefs records_;
    std::vector<glm::dvec3> points_;
    std::string error_text_;
};

}  // namespace redforge::editor
