// Interactive move and rotate tool.
#include "editor/model/scene/transform_tool.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <glm/glm.hpp>

#include "core/text/words.hpp"

namespace redforge::editor {
namespace {

constexpr double degrees_of_turn = 360;

glm::dvec3 unit(Axis axis)
{
    glm::dvec3 way{};
    way[static_cast<glm::length_t>(axis)] = 1;
    return way;
}

}  // namespace

bool TransformTool::begin(Session& session, Mode mode, const Snapping& snapping)
{
    cancel();
    if (!session.commit()) {
        return false;
    }
    NodeRefs records = placed_records(session.root(), session.selection());
    if (records.empty()) {
        return false;
    }
    *this = {};
    session_ = &session;
    mode_ = mode;
    snapping_ = snapping;
    last_ = last_placed(session.selection(), records);
    records_ = std::move(records);
    // A location of an actor without object has no map position, only a stored position.
    place_ = position_of(session.root(), last_).value_or(*stored_position(session.root(), last_));
    centre_ = pivot_of(session.root(), session.selection(), snapping.pivot).value_or(place_);
    return true;
}

bool TransformTool::begin_copies(Session& session, const Snapping& snapping)
{
    cancel();
    const NodeRefs originals = session.selection();
    const Result<NodeRefs> copies = session.duplicate(originals, 0);
    if (!copies) {
        return false;
    }
    static_cast<void>(session.select(*copies));  // cannot fail: no edit is pending after a step
    if (!begin(session, Mode::move, snapping)) {
        return false;
    }
    originals_ = originals;
    return true;
}

glm::dvec3 TransformTool::direction(Axis axis) const
{
    if (!local_ || session_ == nullptr) {
        return unit(axis);
    }
    const RecordHandle record = edit::record_at(session_->root(), last_.node);
    return flip(turned(record).value_or(glm::dmat3(1)) * flip(unit(axis)));
}

bool TransformTool::key(char key)
{
    if (!active()) {
        return false;
    }
    if (key >= 'X' && key <= 'Z') {
        const auto axis = static_cast<Axis>(key - 'X');
        if (axis_ != axis) {
            axis_ = axis;
            local_ = false;
        } else if (!local_) {
            local_ = true;
        } else {
            axis_.reset();
            local_ = false;
        }
    } else if (key == '\b') {
        if (number_.empty()) {
            return true;
        }
        number_.pop_back();
    } else if (key == '-') {
        number_ = number_.starts_with('-') ? number_.substr(1) : "-" + number_;
    } else if (is_digit(key) || (key == '.' && number_.find('.') == std::string::npos)) {
        number_ += key;
    } else {
        return false;
    }
    apply();
    return true;
}

void TransformTool::lock_axis(std::optional<Axis> axis)
{
    axis_ = axis;
    local_ = false;
    apply();
}

void TransformTool::point_on_surface(glm::dvec3 way)
{
    on_surface_ = true;
    on_corner_ = false;
    way_ = way;
    if (number_.empty()) {
        apply();
    }
}

void TransformTool::point(glm::dvec3 way)
{
    on_surface_ = false;
    on_corner_ = false;
    way_ = way;
    if (number_.empty()) {
        apply();
    }
}

void TransformTool::point_on_corner(glm::dvec3 way)
{
    on_surface_ = false;
    on_corner_ = true;
    way_ = way;
    if (number_.empty()) {
        apply();
    }
}

void TransformTool::point(double turn)
{
    turn_ = turn;
    if (number_.empty()) {
        apply();
    }
}

void TransformTool::invert_snapping(bool inverted)
{
    if (inverted_ != inverted) {
        inverted_ = inverted;
        apply();
    }
}

/// Returns the typed number so far; a minus alone is not a number yet.
std::optional<double> TransformTool::typed() const
{
    double value{};
    const auto [end, error] = std::from_chars(number_.data(), number_.data() + number_.size(), value);
    return error == std::errc{} && end == number_.data() + number_.size() ? std::optional(value) : std::nullopt;
}

Shift TransformTool::shift() const
{
    if (const std::optional<double> number = typed()) {
        return {unit(axis_.value_or(Axis::x)) * *number, local_, number_.find('.') == std::string::npos};
    }
    if (on_corner_) {
        const glm::dvec3 along = axis_ ? direction(*axis_) * glm::dot(way_, direction(*axis_)) : way_;
        return {along, false, false};
    }
    if (!axis_) {
        glm::dvec3 way = snaps() ? snapped_translation(place_, way_, snapping_.grid) : way_;
        if (on_surface_) {
            way.y = std::round(way_.y);
        }
        return {way, false, !snaps()};
    }
    const double length = glm::dot(way_, direction(*axis_));
    if (!local_) {
        return {snaps() ? snapped_translation(place_, unit(*axis_) * length, snapping_.grid) : unit(*axis_) * length,
                false, !snaps()};
    }
    return {unit(*axis_) * (snaps() ? std::round(length / snapping_.grid) * snapping_.grid : length), true};
}

Turn TransformTool::turn() const
{
    Turn turn{.axis = axis_.value_or(Axis::y), .turn = 0, .local = local_, .centre = {}};
    if (const std::optional<double> number = typed()) {
        turn.turn = *number * full_turn / degrees_of_turn;
    } else {
        turn.turn = std::round(snaps() ? snapped_turn(turn_, snapping_.angle) : turn_);
    }
    if (!local_ && records_.size() > 1 && snapping_.pivot != Pivot::each) {
        turn.centre = centre_;
    }
    return turn;
}

void TransformTool::apply()
{
    if (!active()) {
        return;
    }
    const bool moves = mode_ == Mode::move;
    const std::string name = fmt::format("{} {}", moves ? "Move" : "Rotate", session_->called(records_));
    // Distances are relative to the start, because each preview starts from the original state.
    const Status status = session_->preview(name, [this, moves](edit::Recorder& recorder) {
        return moves ? move_records(recorder, records_, shift()) : turn_records(recorder, records_, turn());
    });
    error_text_ = status ? std::string{} : describe(status.error());
}

void TransformTool::finish()
{
    if (!number_.empty() && !error_text_.empty()) {
        cancel();  // the preview matches only a prefix of the typed number
        return;
    }
    if (Session* const session = std::exchange(session_, nullptr)) {
        session->keep_preview(originals_.empty() ? Session::Keep::step : Session::Keep::joined);
    }
}

void TransformTool::cancel()
{
    if (Session* const session = std::exchange(session_, nullptr)) {
        session->drop_preview();
        if (!originals_.empty()) {
            static_cast<void>(session->undo());  // cannot fail: no edit is pending
            static_cast<void>(session->select(originals_));
        }
    }
}

std::string TransformTool::status_text() const
{
    std::string words = !originals_.empty() ? "Duplicate and move" : mode_ == Mode::move ? "Move" : "Rotate";
    if (axis_) {
        words += fmt::format("{} {}", local_ ? " local" : "", "XYZ"[static_cast<std::size_t>(*axis_)]);
    }
    if (!number_.empty()) {
        words += " " + number_;
    } else if (mode_ == Mode::move) {
        const Shift now = shift();
        if (axis_) {
            words += fmt::format(" {}", std::lround(now.way[static_cast<glm::length_t>(*axis_)]));
        } else {  // as integers: no "-0"
            words += fmt::format(" {}, {}, {}", std::lround(now.way.x), std::lround(now.way.y), std::lround(now.way.z));
        }
    } else {
        words += fmt::format(" {:.1f}", turn().turn * degrees_of_turn / full_turn);
    }
    if (mode_ == Mode::move && on_corner_ && number_.empty()) {
        words += ", to a corner";
    }
    return words + (mode_ == Mode::rotate ? " degrees" : "") +
           "   (X, Y, Z: lock an axis, twice: the local axis; digits: set the value; Enter: apply; Esc: cancel)";
}

}  // namespace redforge::editor
