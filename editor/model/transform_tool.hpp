// Moving and turning by hand: what pointer and keys say between the beginning and Enter or Esc. Windows only pass it on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "editor/model/session.hpp"
#include "editor/model/transform.hpp"

namespace redforge::editor {

/// Changes are seen at once, as the session's preview, and become one step at the end.
class TransformTool {
public:
    enum class Mode : std::uint8_t { move, rotate };

    /// Begins with what is selected. False: nothing of it has a place, or what is being typed is refused.
    bool begin(Session& session, Mode mode, const Snapping& snapping);
    /// Duplicates what is selected and begins to move the copies; both are one step. False: it cannot be duplicated.
    bool begin_copies(Session& session, const Snapping& snapping);
    [[nodiscard]] bool active() const { return session_ != nullptr; }
    [[nodiscard]] Mode mode() const { return mode_; }
    /// The axis that it keeps to; none: the ground, and for turns the vertical.
    [[nodiscard]] std::optional<Axis> axis() const { return axis_; }
    [[nodiscard]] bool local() const { return local_; }
    /// Where it began, and what is turned about; map units.
    [[nodiscard]] glm::dvec3 centre() const { return centre_; }
    /// That axis as a direction in the map: of the last record where it is local.
    [[nodiscard]] glm::dvec3 direction(Axis axis) const;

    /// X, Y or Z: keep to that axis, to that of the record itself, to none again. Digits, a point and a minus: a number,
    /// map units or degrees; '\b' takes the last one back. False: not a key of this.
    bool key(char key);
    /// Keeps to an axis, as who drags an arrow of the gizmo.
    void keep_to(std::optional<Axis> axis);
    /// The pointer says this way, map units; along the axis where it keeps to one.
    void point(glm::dvec3 way);
    /// The pointer is on a surface: the way leads there, and upwards nothing snaps.
    void point_on_surface(glm::dvec3 way);
    [[nodiscard]] const Snapping& snapping() const { return snapping_; }
    /// The pointer says this angle, 2048ths.
    void point(double turn);
    /// Snapping is the other way round as long as a key is held.
    void invert_snapping(bool inverted);

    /// Makes it a step, or takes it back.
    void finish();
    void cancel();
    /// "Move X 128", with what the keys do.
    [[nodiscard]] std::string words() const;
    /// Why the last way was refused; empty when it was not.
    [[nodiscard]] const std::string& error() const { return refusal_; }

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
    NodeRefs originals_;  ///< of what is being moved, when that is copies
    NodeRef last_;        ///< the record that was selected last: its place is brought on the grid
    glm::dvec3 centre_{};
    glm::dvec3 place_{};
    std::optional<Axis> axis_;
    bool local_{};
    bool inverted_{};
    std::string number_;
    glm::dvec3 way_{};
    bool on_surface_{};
    double turn_{};
    std::string refusal_;
};

}  // namespace redforge::editor
