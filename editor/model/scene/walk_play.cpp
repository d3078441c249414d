// Chooses the next node of a walker.
#include "editor/model/scene/walk_play.hpp"

#include <algorithm>
#include <cmath>

namespace redforge::editor {

std::optional<WalkPlay> WalkPlay::begin(const WalkLines& walk)
{
    auto node = std::ranges::find_if(walk.nodes, [](const WalkLines::Node& each) { return each.marked; });
    if (node == walk.nodes.end()) {
        node = std::ranges::find_if(walk.nodes, [](const WalkLines::Node& each) { return each.in_marked_map; });
    }
    if (node == walk.nodes.end()) {
        return std::nullopt;
    }
    WalkPlay play;
    play.first_ = play.node_ = static_cast<std::size_t>(node - walk.nodes.begin());
    play.place_ = node->place;
    play.walked_.resize(walk.legs.size());
    return play;
}

bool WalkPlay::choose(const WalkLines& walk)
{
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < walk.legs.size(); ++i) {
        const WalkLines::Leg& leg = walk.legs[i];
        const bool leaves = leg.from == node_ || (leg.to == node_ && !leg.one_way);
        if (leaves && leg.from != leg.to && (!best || walked_[i] < walked_[*best])) {
            best = i;
        }
    }
    if (!best) {
        return false;
    }
    ++walked_[*best];
    const WalkLines::Leg& leg = walk.legs[*best];
    blocked_ = leg.blocked;
    if (blocked_) {
        pause_left_ = pause;
        return true;
    }
    leg_ = best;
    to_ = leg.from == node_ ? leg.to : leg.from;
    return true;
}

void WalkPlay::advance(const WalkLines& walk, float seconds, float speed)
{
    constexpr int max_choices = 64;  // several nodes can be at one position
    for (int i = 0; i < max_choices && seconds > 0; ++i) {
        if (pause_left_ > 0) {
            const float rest = std::min(pause_left_, seconds);
            pause_left_ -= rest;
            seconds -= rest;
            continue;
        }
        if (!leg_ && !choose(walk)) {
            if (node_ == first_) {
                return;  // no leg leaves the first node
            }
            node_ = first_;  // dead end: restart at the first node
            place_ = walk.nodes[node_].place;
            pause_left_ = pause;
            continue;
        }
        if (!leg_) {
            continue;
        }
        const scene::Vec3 way = walk.nodes[to_].place - place_;
        const float length = std::hypot(way.x, way.y, way.z);
        const float reach = speed * seconds;
        if (reach < length) {
            place_ = place_ + way * (reach / length);
            return;
        }
        seconds -= length / speed;
        place_ = walk.nodes[to_].place;
        node_ = to_;
        leg_.reset();
    }
}

}  // namespace redforge::editor
