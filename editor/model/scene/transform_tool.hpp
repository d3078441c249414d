// Interactive move and rotate tool. Receives mouse and key events until Enter or Esc. Windows only forward events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "editor/model/scene/transform.hpp"
#include "editor/model/session/session.hpp"

namespace redforge::editor {

/// Changes are visible immediately, as a preview of the session, and become one step at the end.
class TransformTool {
public:
    enum class Mode : std::uint8_t { move, rotate };

    /// Starts with the selection. Returns false if no selected record has a position, or a pending edit is rejected.
    bool begin(Session& session, Mode mode, const Snapping& snapping);
    /// Duplicates the selection and starts to move the copies; both are one step. Returns false if it cannot be
    /// duplicated.
    bool begin_copies(Session& session, const Snapping& snapping);
    [[nodiscard]] bool active() const { return session_ != nullptr; }
    [[nodiscard]] Mode mode() const { return mode_; }
    /// The locked axis; nullopt: the ground for moves, the vertical axis for rotations.
    [[nodiscard]] std::optional<Axis> axis() const { return axis_; }
    [[nodiscard]] bool local() const { return local_; }
    /// Initial centre, in map units. Rotations are about this point.
    [[nodiscard]] glm::dvec3 centre() const { return centre_; }
    /// Returns the axis as a direction in the map. Local axes are the axes of the last selected record.
    [[nodiscard]] glm::dvec3 direction(Axis axis) const;

    /// Handles a key. X, Y or Z: lock the axis, then the record's own axis, then none. Digits, a decimal point and a
    /// minus: a number in map units or degrees; '\b' deletes the last character. Returns false for other keys.
    bool key(char key);
    /// Locks an axis, as for a drag of a gizmo arrow.
    void lock_axis(std::optional<Axis> axis);
    /// Sets the translation from the pointer, in map units; only the part along a locked axis is used.
    void point(glm::dvec3 way);
    /// Sets the translation to a surface under the pointer. The vertical direction does not snap.
    void point_on_surface(glm::dvec3 way);
    /// Sets the translation to the corner of another model. Does not snap to the grid, and keeps fractions.
    void point_on_corner(glm::dvec3 way);
    [[nodiscard]] const Snapping& snapping() const { return snapping_; }
    /// Sets the rotation from the pointer, in 2048ths.
    void point(double turn);
    /// Inverts snapping while a key is held.
    void invert_snapping(bool inverted);

    /// Ends the tool: keeps the change as a step, or reverts it.
    void finish();
    void cancel();
    /// Returns the text for the status line: "Move X 128", and the available keys.
    [[nodiscard]] std::string status_text() const;
    /// The reason why the last change was rejected; empty if it was not.
    [[nodiscard]] const std::string& error() const { return error_text_; }

private:
    void apply();
    [[nodiscard]] std::optional<double> typed() const;
    [[nodiscard]] Shift shift() const;
    [[nodiscard]] Turn turn() const;
    [[nodiscard]] bool snaps() const { return snapping_.on != inverted_; }

    Session* session_{};
    Mode mode_{};
    Snapping snapping_;
    NodeRefs records_;
    NodeRefs originals_;  ///< originals of the copies that are being moved
    NodeRef last_;        ///< the last selected record: its position snaps to the grid
    glm::dvec3 centre_{};
    glm::dvec3 place_{};  ///< initial position of `last_`
    std::optional<Axis> axis_;
    bool local_{};
    bool inverted_{};
    std::string number_;
    glm::dvec3 way_{};
    bool on_surface_{};
    bool on_corner_{};
    double turn_{};
    std::string error_text_;
};

}  // namespace redforge::editor
