// Update of visibility after changes of statics.
#include "rgm/visibility_edit.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace redforge::rgm {
namespace {

constexpr std::uint32_t max_number = std::numeric_limits<std::uint16_t>::max();
constexpr std::size_t max_runs_of_leaf = 0xFF;
constexpr std::size_t longest_run = 0xFFFF;

Status beyond_list(std::size_t leaf)
{
    return fail({.message = "a run beyond the list of objects",
                 .field = fmt::format("leaves[{}].runs", leaf),
                 .hint = "build a new visibility: redforge pvo build"});
}

/// Adds numbers to a leaf. `shared`: start of their common run in the list.
void add_to_leaf(Visibility& file, VisibilityLeaf& leaf, std::uint32_t shared, std::uint32_t count)
{
    if (leaf.runs.size() / 2 < max_runs_of_leaf) {
        leaf.runs.insert(leaf.runs.end(), {count, shared});
        return;
    }
    // No space for another run, so merge its numbers into one run.
    std::vector<std::uint32_t> all = objects_of(file, leaf);
    all.insert(all.end(), file.objects.begin() + shared, file.objects.begin() + shared + count);
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    leaf.runs.clear();
    for (std::size_t begin = 0; begin < all.size(); begin += longest_run) {
        const std::size_t size = std::min(longest_run, all.size() - begin);
        leaf.runs.insert(leaf.runs.end(),
                         {static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(file.objects.size() + begin)});
    }
    file.objects.insert(file.objects.end(), all.begin(), all.end());
}

}  // namespace

bool StaticsChange::is_none() const
{
    bool same = before == after && added.empty();
    for (std::size_t i = 0; same && i < places.size(); ++i) {
        same = places[i] == static_cast<std::uint32_t>(i);
    }
    return same;
}

std::size_t StaticsChange::count() const
{
    const auto removed = std::ranges::count_if(places, [](const auto& place) { return !place; });
    return added.size() + static_cast<std::size_t>(removed) - moved;
}

StaticsChange compare_statics(std::span<const StaticObject> before, std::span<const StaticObject> after)
{
    StaticsChange change{.before = before.size(), .after = after.size()};
    change.places.resize(before.size());
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> left;  // unused new indices of each id
    for (std::size_t i = 0; i < after.size(); ++i) {
        left[after[i].id].push_back(static_cast<std::uint32_t>(i));
    }
    const auto take = [&](std::size_t old, bool only_same) {
        const auto found = left.find(before[old].id);
        if (change.places[old] || found == left.end()) {
            return;
        }
        std::vector<std::uint32_t>& numbers = found->second;
        const auto next = std::ranges::find_if(numbers, [&](std::uint32_t number) {
            return !only_same || after[number] == before[old];
        });
        if (next != numbers.end()) {
            change.places[old] = *next;
            numbers.erase(next);
        }
    };
    for (const bool only_same : {true, false}) {
        for (std::size_t old = 0; old < before.size(); ++old) {
            take(old, only_same);
        }
    }
    for (const auto& [id, numbers] : left) {
        change.added.insert(change.added.end(), numbers.begin(), numbers.end());
    }
    std::ranges::sort(change.added);
    return change;
}

StaticsChange compare_visible_statics(std::span<const StaticObject> before, std::span<const StaticObject> after)
{
    StaticsChange change = compare_statics(before, after);
    for (std::size_t old = 0; old < change.places.size(); ++old) {
        std::optional<std::uint32_t>& place = change.places[old];
        if (!place) {
            continue;
        }
        const StaticObject& now = after[*place];
        if (now.model_name != before[old].model_name || now.position != before[old].position ||
            now.rotation_matrix != before[old].rotation_matrix) {
            change.added.push_back(*place);
            place.reset();
            ++change.moved;
        }
    }
    std::ranges::sort(change.added);
    return change;
}

std::vector<std::uint32_t> objects_of(const Visibility& file, const VisibilityLeaf& leaf)
{
    std::vector<std::uint32_t> objects;
    for (std::size_t run = 0; run + 1 < leaf.runs.size(); run += 2) {
        const std::size_t count = leaf.runs[run];
        const std::size_t first = leaf.runs[run + 1];
        if (first <= file.objects.size() && count <= file.objects.size() - first) {
            const auto begin = file.objects.begin() + static_cast<std::ptrdiff_t>(first);
            objects.insert(objects.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
        }
    }
    return objects;
}

Status follow_statics(Visibility& file, const StaticsChange& change)
{
    if (!file.rest.empty()) {
        return fail({.code = ErrorCode::unsupported,
                     .message = "the octree has another layout and was kept as bytes",
                     .field = "rest",
                     .hint = "build a new visibility: redforge pvo build"});
    }
    Visibility made = file;
    const auto number_after = [&](std::uint32_t number) -> std::optional<std::uint32_t> {
        return number < change.before
                   ? change.places[number]
                   : std::optional(static_cast<std::uint32_t>(number - change.before + change.after));
    };
    std::vector<std::uint32_t> kept_before{0};  // for each index of the list: number of kept entries before it
    made.objects.clear();
    for (const std::uint32_t number : file.objects) {
        if (const auto after = number_after(number)) {
            if (*after > max_number) {
                return fail({.code = ErrorCode::out_of_range,
                             .message = fmt::format("an object would have the number {}", *after),
                             .field = "objects",
                             .hint = "statics and objects together can have 65536 numbers"});
            }
            made.objects.push_back(*after);
        }
        kept_before.push_back(static_cast<std::uint32_t>(made.objects.size()));
    }
    for (std::size_t i = 0; i < made.leaves.size(); ++i) {
        std::vector<std::uint32_t> runs;
        const std::vector<std::uint32_t>& old = file.leaves[i].runs;
        for (std::size_t run = 0; run + 1 < old.size(); run += 2) {
            const std::uint64_t end = std::uint64_t{old[run]} + old[run + 1];
            if (end > file.objects.size()) {
                return beyond_list(i);
            }
            const std::uint32_t first = kept_before[old[run + 1]];
            if (const std::uint32_t count = kept_before[static_cast<std::size_t>(end)] - first; count != 0) {
                runs.insert(runs.end(), {count, first});
            }
        }
        made.leaves[i].runs = std::move(runs);
    }
    std::erase_if(made.patches, [&](VisibilityPatch& patch) {
        const auto after = number_after(patch.object);
        patch.object = static_cast<std::uint16_t>(after.value_or(0));
        return !after;
    });
    if (!change.added.empty()) {
        if (change.after > max_number + std::size_t{1} || change.added.size() > longest_run) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("{} statics", change.after),
                         .field = "objects",
                         .hint = "a PVO can number at most 65536 statics"});
        }
        const auto shared = static_cast<std::uint32_t>(made.objects.size());
        made.objects.insert(made.objects.end(), change.added.begin(), change.added.end());
        for (VisibilityLeaf& leaf : made.leaves) {
            add_to_leaf(made, leaf, shared, static_cast<std::uint32_t>(change.added.size()));
        }
    }
    made.entry_count = {};
    file = std::move(made);
    return {};
}

std::optional<VisibilityCell> cell_at(const Visibility& file, std::int64_t x, std::int64_t y, std::int64_t z)
{
    const std::array<std::int64_t, 3> place{x, y, z};
    std::array<std::int64_t, 3> centre{file.x, file.y, file.z};
    std::int64_t half = file.half_size;
    if (file.nodes.empty()) {
        return std::nullopt;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (place[axis] < centre[axis] - half || place[axis] >= centre[axis] + half) {
            return std::nullopt;
        }
    }
    std::uint32_t number = 0;
    // A cell of size 1 cannot be subdivided, however deep the file's nodes are nested.
    while (half > 1) {
        const VisibilityNode& node = file.nodes[number];
        unsigned octant = 0;  // bit 0 is z, 1 is y, 2 is x
        for (std::size_t axis = 0; axis < 3; ++axis) {
            octant |= place[axis] >= centre[axis] ? 4U >> axis : 0U;
        }
        const auto before = static_cast<std::size_t>(std::popcount(node.mask & ((1U << octant) - 1U)));
        if ((node.mask >> octant & 1U) == 0 || before >= node.children.size() ||
            node.children[before] >= file.nodes.size()) {
            break;
        }
        number = node.children[before];
        half /= 2;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            centre[axis] += place[axis] >= centre[axis] ? half : -half;
        }
    }
    VisibilityCell cell{.low = {centre[0] - half, centre[1] - half, centre[2] - half}, .size = 2 * half};
    if (const std::uint32_t leaf = file.nodes[number].leaf; leaf < file.leaves.size()) {
        cell.leaf = leaf;
    }
    return cell;
}

std::vector<std::string> visibility_problems(const Visibility& file, std::size_t statics, std::size_t objects)
{
    if (!file.rest.empty()) {
        return {"its octree has a layout that is not known"};
    }
    std::vector<std::string> problems;
    std::vector<bool> seen(statics);
    for (const VisibilityLeaf& leaf : file.leaves) {
        for (const std::uint32_t number : objects_of(file, leaf)) {
            if (number < statics) {
                seen[number] = true;
            }
        }
    }
    const auto unseen = static_cast<std::size_t>(std::ranges::count(seen, false));
    if (unseen != 0) {
        problems.push_back(
            fmt::format("{} of {} statics {} in no list, so the game never shows {}; the first is static {}", unseen,
                        statics, unseen == 1 ? "is" : "are", unseen == 1 ? "it" : "them",
                        std::ranges::find(seen, false) - seen.begin()));
    }
    const std::size_t known = statics + objects;
    const auto is_beyond = [&](std::uint32_t number) { return number >= known; };
    if (const auto first = std::ranges::find_if(file.objects, is_beyond); first != file.objects.end()) {
        problems.push_back(fmt::format("it names object {}; the map has {} static{} and {} object{}", *first, statics,
                                       statics == 1 ? "" : "s", objects, objects == 1 ? "" : "s"));
    }
    return problems;
}

namespace {

/// The game draws 18 x 18 cells of 512 units around the camera, and a static is in the cell of its origin. One cell
/// more is a tolerance.
constexpr std::int64_t max_draw_distance = 11 * 512;

/// Minimum surplus of misplaced statics over the other statics in a run, for the run to be reported. Smaller ones can
/// be chance.
constexpr std::int64_t min_surplus = 6;

struct OctreeCell {
    std::uint32_t node{};
    std::array<std::int64_t, 3> centre{};
    std::int64_t half{};
};

/// Calls `see` with each cell that has a leaf.
template <class See>
void for_each_cell(const Visibility& file, const See& see)
{
    std::vector<bool> seen(file.nodes.size());
    std::vector<OctreeCell> open;
    if (!file.nodes.empty()) {
        open.push_back({0, {file.x, file.y, file.z}, file.half_size});
    }
    while (!open.empty()) {
        const OctreeCell cell = open.back();
        open.pop_back();
        if (seen[cell.node]) {
            continue;
        }
        seen[cell.node] = true;
        const VisibilityNode& node = file.nodes[cell.node];
        if (node.leaf < file.leaves.size()) {
            see(cell, file.leaves[node.leaf]);
        }
        std::size_t child = 0;
        for (unsigned octant = 0; octant < 8; ++octant) {
            if ((node.mask >> octant & 1U) == 0 || child >= node.children.size()) {
                continue;
            }
            const std::uint32_t number = node.children[child++];
            if (number >= file.nodes.size()) {
                continue;
            }
            OctreeCell below{number, cell.centre, cell.half / 2};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                below.centre[axis] += (octant & (4U >> axis)) != 0 ? below.half : -below.half;
            }
            open.push_back(below);
        }
    }
}

}  // namespace

std::vector<std::string> misplaced_statics(const Visibility& file, std::span<const StaticObject> statics)
{
    enum class Drawn : std::uint8_t { not_listed, too_far, yes };
    std::vector<Drawn> drawn(statics.size(), Drawn::not_listed);
    for_each_cell(file, [&](const OctreeCell& cell, const VisibilityLeaf& leaf) {
        for (const std::uint32_t number : objects_of(file, leaf)) {
            if (number >= statics.size() || drawn[number] == Drawn::yes) {
                continue;
            }
            const auto distance = [&](std::int64_t place, std::int64_t centre) {
                return std::max<std::int64_t>(std::abs(place - centre) - cell.half, 0);
            };
            const Position& place = statics[number].position;
            const bool is_near = distance(place.x, cell.centre[0]) <= max_draw_distance &&
                                 distance(place.z, cell.centre[2]) <= max_draw_distance;
            drawn[number] = is_near ? Drawn::yes : Drawn::too_far;
        }
    });
    // The run of statics with the largest surplus of misplaced ones.
    std::int64_t best = 0;
    std::int64_t surplus = 0;
    std::size_t begin = 0;
    std::pair<std::size_t, std::size_t> run;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        if (surplus <= 0) {
            surplus = 0;
            begin = i;
        }
        surplus += drawn[i] == Drawn::too_far ? 1 : drawn[i] == Drawn::yes ? -1 : 0;
        if (surplus > best) {
            best = surplus;
            run = {begin, i};
        }
    }
    if (best < min_surplus) {
        return {};
    }
    const auto wrong = std::count(drawn.begin() + static_cast<std::ptrdiff_t>(run.first),
                                  drawn.begin() + static_cast<std::ptrdiff_t>(run.second) + 1, Drawn::too_far);
    return {fmt::format("{} of the statics {} to {} are listed only in cells that do not draw them, so its numbers "
                        "belong to other statics",
                        wrong, run.first, run.second)};
}

}  // namespace redforge::rgm
