// Interactive alignment by points.
#include "editor/model/scene/point_align.hpp"

#include <utility>

#include <fmt/format.h>

#include "editor/model/scene/placing.hpp"

namespace redforge::editor {

bool PointAlign::begin(Session& session)
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
    records_ = std::move(records);
    return true;
}

void PointAlign::add(const glm::dvec3& point)
{
    if (!active()) {
        return;
    }
    points_.push_back(point);
    apply();
    if (points_.size() == max_points && error_text_.empty()) {
        finish();
    }
}

void PointAlign::back()
{
    if (active() && !points_.empty()) {
        points_.pop_back();
        apply();
    }
}

void PointAlign::apply()
{
    error_text_.clear();
    if (points_.size() < 2) {
        session_->drop_preview();
        return;
    }
    const PointPair first{points_[0], points_[1]};
    const std::optional<PointPair> second =
        points_.size() == max_points ? std::optional(PointPair{points_[2], points_[3]}) : std::nullopt;
    const Status status = session_->preview("Align " + session_->called(records_), [&](edit::Recorder& recorder) {
        return align_points(recorder, records_, first, second);
    });
    if (!status) {
        error_text_ = describe(status.error());
        points_.pop_back();  // the preview still shows the earlier points
    }
}

void PointAlign::finish()
{
    if (Session* const session = std::exchange(session_, nullptr)) {
        session->keep_preview();
    }
}

void PointAlign::cancel()
{
    if (Session* const session = std::exchange(session_, nullptr)) {
        session->drop_preview();
    }
}

std::string PointAlign::status_text() const
{
    constexpr const char* keys = "   (Backspace: one click back; Esc: cancel)";
    switch (points_.size()) {
    case 0: return fmt::format("Align: click a point of the selection{}", keys);
    case 1: return fmt::format("Align: click the target of this point{}", keys);
    case 2:
        return fmt::format("Align: Enter keeps the move; to rotate too, click a second point of the selection{}", keys);
    default: return fmt::format("Align: click the target of the second point{}", keys);
    }
}

}  // namespace redforge::editor
