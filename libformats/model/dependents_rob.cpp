// Matches segments before and after an edit of an archive, and removes stale header values.
#include <algorithm>
#include <map>

#include "model/dependents.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"

namespace redforge::model {
namespace {

/// Finds the old segment for each segment after an edit. Names are not sufficient, because two segments can have the
/// same name.
class SegmentPairs {
public:
    SegmentPairs(const std::vector<Segment>& before, const std::vector<Segment>& after)
        : before_(before), after_(after), match_in_before_(after.size()), is_matched_(before.size())
    {
        match_ends();
        match_by_name([](const Segment& was, const Segment& is) { return was == is; });
        match_by_name([](const Segment& was, const Segment& is) { return was.model == is.model; });
        if (before_.size() == after_.size()) {  // nothing was inserted: match the rest by index
            match_places([](const Segment& was, const Segment& is) { return was.name == is.name; });
        }
        match_by_name([](const Segment&, const Segment&) { return true; }, MatchScope::after_same_segment);
        match_by_name([](const Segment&, const Segment&) { return true; });
        if (before_.size() == after_.size()) {
            match_places([](const Segment&, const Segment&) { return true; });
        }
    }

    /// Returns the old segment, or null for an added segment.
    [[nodiscard]] const Segment* earlier(std::size_t segment) const
    {
        return match_in_before_[segment] ? &before_[*match_in_before_[segment]] : nullptr;
    }

private:
    enum class MatchScope : std::uint8_t {
        all,
        after_same_segment /**< only segments after the same matched segment */
    };

    void match(std::size_t was, std::size_t is)
    {
        match_in_before_[is] = was;
        is_matched_[was] = true;
    }

    /// Matches equal segments by index. If the number changed, counts from both ends.
    void match_ends()
    {
        const std::size_t most = std::min(before_.size(), after_.size());
        const bool shifted = before_.size() != after_.size();
        std::size_t first = 0;
        for (; first < most; ++first) {
            if (before_[first] == after_[first]) {
                match(first, first);
            } else if (shifted) {
                break;
            }
        }
        for (std::size_t last = 1; shifted && last <= most - first; ++last) {
            if (!(before_[before_.size() - last] == after_[after_.size() - last])) {
                break;
            }
            match(before_.size() - last, after_.size() - last);
        }
    }

    template <class Condition>
    void match_places(const Condition& same)
    {
        for (std::size_t i = 0; i < before_.size(); ++i) {
            if (!is_matched_[i] && !match_in_before_[i] && same(before_[i], after_[i])) {
                match(i, i);
            }
        }
    }

    /// Matches the remaining segments by name: takes the first unmatched segment with this name for which `same`
    /// returns true. With MatchScope::after_same_segment, the segments before both must also be matched to each other.
    template <class Condition>
    void match_by_name(const Condition& same, MatchScope among = MatchScope::all)
    {
        using Key = std::pair<decltype(Segment::name.bytes), std::size_t>;
        std::map<Key, std::vector<std::size_t>> left;
        std::size_t predecessor = none;
        for (std::size_t i = 0; i < before_.size(); ++i) {
            if (!is_matched_[i]) {
                left[{before_[i].name.bytes, predecessor}].push_back(i);
            } else if (among == MatchScope::after_same_segment) {
                predecessor = i;
            }
        }
        predecessor = none;
        std::vector<std::pair<std::size_t, std::size_t>> found;
        for (std::size_t i = 0; i < after_.size(); ++i) {
            if (match_in_before_[i]) {
                predecessor = among == MatchScope::after_same_segment ? *match_in_before_[i] : none;
                continue;
            }
            std::vector<std::size_t>& candidates = left[{after_[i].name.bytes, predecessor}];
            const auto was =
                std::ranges::find_if(candidates, [&](std::size_t each) { return same(before_[each], after_[i]); });
            if (was != candidates.end()) {
                found.emplace_back(*was, i);
                candidates.erase(was);
            }
        }
        for (const auto& [was, is] : found) {
            match(was, is);
        }
    }

    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    const std::vector<Segment>& before_;
    const std::vector<Segment>& after_;
    std::vector<std::optional<std::size_t>>
        match_in_before_;           ///< for each segment of after_: index of its match in before_
    std::vector<bool> is_matched_;  ///< for each segment of before_
};

}  // namespace

void update_dependents(const Rob& before, Rob& after)
{
    const SegmentPairs pairs(before.segments, after.segments);
    for (std::size_t i = 0; i < after.segments.size(); ++i) {
        Segment& segment = after.segments[i];
        const Segment* const earlier = pairs.earlier(i);
        if (earlier == nullptr || !earlier->model || !segment.model || *earlier->model == *segment.model) {
            continue;
        }
        update_dependents(*earlier->model, *segment.model);
        const auto forget = [](auto& now, const auto& was) {
            if (now == was) {
                now.stored.reset();
            }
        };
        forget(segment.num_faces, earlier->num_faces);
        forget(segment.num_frames, earlier->num_frames);
        forget(segment.size, earlier->size);
        forget(segment.positive, earlier->positive);
        forget(segment.negative, earlier->negative);
    }
}

}  // namespace redforge::model
