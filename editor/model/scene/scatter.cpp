// Scatters copies of records.
#include "editor/model/scene/scatter.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include <glm/glm.hpp>

#include "editor/model/scene/placing.hpp"
#include "editor/model/scene/transform.hpp"

namespace redforge::editor {
namespace {

/// Translation and rotation of a copy, relative to its original.
struct CopyChange {
    glm::dvec3 way{};
    double turn{};  ///< 2048ths
};

/// Random numbers that are the same on all systems.
class Random {
public:
    explicit Random(std::uint32_t variation) : engine_(variation) {}
    /// Returns a number from 0 to 1, without 1.
    double next() { return static_cast<double>(engine_()) / 4294967296.0; }

private:
    std::mt19937 engine_;
};

/// Chooses positions, set by set.
class ScatterPlaces {
public:
    ScatterPlaces(const ScatterCopies& order, const Surfaces& surfaces, std::vector<glm::dvec3> originals,
                  const glm::dvec3& centre)
        : order_(order), surfaces_(surfaces), originals_(std::move(originals)), centre_(centre),
          random_(order.variation), taken_(originals_)
    {
        for (const glm::dvec3& original : originals_) {
            const std::optional<double> ground = nearest_ground(surfaces_, original, order_.radius);
            grounds_.push_back(ground.value_or(original.y));
        }
    }

    /// Returns the change of a copy of each original; nullopt if there is no room for one of them.
    std::optional<std::vector<CopyChange>> next_set()
    {
        std::vector<CopyChange> set;
        for (std::size_t i = 0; i < originals_.size(); ++i) {
            const std::optional<glm::dvec3> place = find_place(i);
            if (!place) {
                return std::nullopt;
            }
            taken_.push_back(*place);
            constexpr double degrees_of_turn = 360;
            const double turn = (random_.next() * 2 - 1) * order_.turn * full_turn / degrees_of_turn;
            set.push_back({*place - originals_[i], turn});
        }
        return set;
    }

    /// Returns true if a free position was not used because there is no ground.
    [[nodiscard]] bool misses_ground() const { return misses_ground_; }

private:
    std::optional<glm::dvec3> find_place(std::size_t original)
    {
        constexpr int max_tries = 200;
        for (int i = 0; i < max_tries; ++i) {
            // The square root gives equal density everywhere.
            const double distance = order_.radius * std::sqrt(random_.next());
            const double angle = 2 * std::numbers::pi * random_.next();
            glm::dvec3 place = centre_ + glm::dvec3(std::cos(angle), 0, std::sin(angle)) * distance;
            place.y = originals_[original].y;
            const bool is_free = std::ranges::none_of(taken_, [&](const glm::dvec3& other) {
                return horizontal_distance(other, place) < order_.gap;
            });
            if (!is_free) {
                continue;
            }
            if (order_.on_ground) {
                const double ground = grounds_[original];
                const std::optional<double> found =
                    nearest_ground(surfaces_, {place.x, ground, place.z}, order_.radius);
                if (!found) {
                    misses_ground_ = true;
                    continue;
                }
                place.y += *found - ground;
            }
            return place;
        }
        return std::nullopt;
    }

    const ScatterCopies& order_;
    const Surfaces& surfaces_;
    std::vector<glm::dvec3> originals_;
    glm::dvec3 centre_;
    Random random_;
    std::vector<glm::dvec3> taken_;
    std::vector<double> grounds_;  ///< Y of the surface near each original
    bool misses_ground_{};
};

}  // namespace

Result<Scattered> scatter(Session& session, const NodeRefs& records, const ScatterCopies& order,
                          const Surfaces& surfaces)
{
    std::vector<glm::dvec3> originals;
    for (const NodeRef& ref : placed_records(session.root(), records)) {
        if (const std::optional<glm::dvec3> place = position_of(session.root(), ref)) {
            originals.push_back(*place);
        }
    }
    const std::optional<glm::dvec3> centre = middle_of(session.root(), placed_records(session.root(), records));
    if (!centre) {
        return fail({.code = ErrorCode::usage,
                     .message = "the selection has no position in the map",
                     .hint = "select objects, lights or markers"});
    }
    ScatterPlaces places(order, surfaces, std::move(originals), *centre);
    std::vector<std::vector<CopyChange>> sets;
    while (sets.size() < order.count) {
        std::optional<std::vector<CopyChange>> set = places.next_set();
        if (!set) {
            break;
        }
        sets.push_back(std::move(*set));
    }
    if (sets.empty() && places.misses_ground()) {
        return fail({.code = ErrorCode::usage,
                     .message = "there is no ground around the selection",
                     .hint = "clear Follow the ground, or choose another radius"});
    }
    if (sets.empty()) {
        return fail({.code = ErrorCode::usage,
                     .message = "there is no room for a copy",
                     .hint = "choose a larger radius or a smaller gap"});
    }
    Result<NodeRefs> copies = session.duplicate(
        records, sets.size(), [&](edit::Recorder& recorder, const NodeRefs& set, std::size_t number) -> Status {
            std::size_t next = 0;
            for (const NodeRef& copy : placed_records(recorder.root(), set)) {
                if (!position_of(recorder.root(), copy)) {
                    continue;  // like its original, it has no map position
                }
                const CopyChange& change = sets[number - 1].at(next++);
                if (Status status = move_records(recorder, {copy}, {change.way}); !status) {
                    return status;
                }
                const Turn turn{.axis = Axis::y, .turn = std::round(change.turn), .local = false, .centre = {}};
                if (Status status = turn_records(recorder, {copy}, turn); !status) {
                    return status;
                }
            }
            return {};
        });
    return copies ? Result<Scattered>(Scattered{std::move(*copies), sets.size()}) : fail(copies.error());
}

}  // namespace redforge::editor
