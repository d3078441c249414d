// A visibility follows the statics of its map: removed ones leave the lists, new ones are in all lists.
#include <catch2/catch.hpp>

#include "rgm/visibility_edit.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::rgm;
using redforge::test::need;
using redforge::test::require_error;

namespace {

using Numbers = std::vector<std::uint32_t>;

StaticObject object(std::uint32_t id, std::string_view model)
{
    StaticObject made;
    made.id = id;
    made.model_name = model;
    return made;
}

/// Returns a visibility with four statics and two leaves that share a run. Numbers from 4 on are objects that scripts
/// make visible.
Visibility sample()
{
    Visibility file;
    file.objects = {0, 1, 2, 5, 3};
    file.leaves = {{{2, 0, 2, 2}}, {{1, 4, 2, 2}}};
    file.nodes.push_back({.mask = 0, .leaf = 0, .children = {}});
    file.patches = {{0, 1}, {0, 4}};
    return file;
}

const std::vector<StaticObject> four{object(10, "A"), object(11, "B"), object(12, "C"), object(13, "D")};

}  // namespace

TEST_CASE("PVO: a removed static leaves the lists, and later numbers move up", "[rgm]")
{
    Visibility file = sample();
    const std::vector<StaticObject> after{four[0], four[2], four[3]};
    const StaticsChange change = compare_statics(four, after);
    CHECK(change.places == std::vector<std::optional<std::uint32_t>>{0, std::nullopt, 1, 2});
    CHECK(change.added.empty());
    CHECK_FALSE(change.is_none());
    need(follow_statics(file, change));
    CHECK(objects_of(file, file.leaves[0]) == Numbers{0, 1, 4});  // was 0 1 2 5
    CHECK(objects_of(file, file.leaves[1]) == Numbers{2, 1, 4});  // was 3 2 5
    CHECK(file.objects == Numbers{0, 1, 4, 2});
    REQUIRE(file.patches.size() == 1);
    CHECK(file.patches[0].object == 3);
}

TEST_CASE("PVO: new statics are in every leaf, before the objects of scripts", "[rgm]")
{
    Visibility file = sample();
    std::vector<StaticObject> after = four;
    after.push_back(object(20, "NEW"));
    after.insert(after.begin(), object(21, "FIRST"));
    const StaticsChange change = compare_statics(four, after);
    CHECK(change.added == Numbers{0, 5});
    need(follow_statics(file, change));
    CHECK(objects_of(file, file.leaves[0]) == Numbers{1, 2, 3, 7, 0, 5});
    CHECK(objects_of(file, file.leaves[1]) == Numbers{4, 3, 7, 0, 5});

    // A full leaf gets a single run with all numbers.
    file = sample();
    file.leaves[1].runs.clear();
    for (int i = 0; i < 255; ++i) {
        file.leaves[1].runs.insert(file.leaves[1].runs.end(), {1, 4});
    }
    need(follow_statics(file, change));
    CHECK(objects_of(file, file.leaves[1]) == Numbers{0, 4, 5});
    CHECK(file.leaves[1].runs.size() == 2);
    CHECK(write_visibility(file));
}

TEST_CASE("PVO: a leaf with more numbers than a run can have gets several runs", "[rgm]")
{
    Visibility file;
    std::vector<StaticObject> statics;
    for (std::uint32_t i = 0; i < 65535; ++i) {
        statics.push_back(object(i, "A"));
        file.objects.push_back(i);
    }
    file.leaves.resize(2);
    for (std::uint32_t i = 0; i < 254; ++i) {
        file.leaves[0].runs.insert(file.leaves[0].runs.end(), {1, i});
    }
    file.leaves[0].runs.insert(file.leaves[0].runs.end(), {65281, 254});
    file.leaves[1].runs = {3, 7};
    std::vector<StaticObject> after = statics;
    after.push_back(object(70000, "NEW"));
    need(follow_statics(file, compare_statics(statics, after)));
    CHECK(file.leaves[0].runs == std::vector<std::uint32_t>{65535, 65536, 1, 131071});
    CHECK(file.leaves[1].runs == std::vector<std::uint32_t>{3, 7, 1, 65535});
    const Numbers all = objects_of(file, file.leaves[0]);
    REQUIRE(all.size() == 65536);
    CHECK(all.front() == 0);
    CHECK(all.back() == 65535);
    CHECK(std::ranges::is_sorted(all));

    // A visibility has numbers for 65536 statics.
    std::vector<StaticObject> more = after;
    more.push_back(object(70001, "NEW2"));
    CHECK(require_error(follow_statics(file, compare_statics(after, more))).code == ErrorCode::out_of_range);
}

TEST_CASE("PVO: reordered, changed and repeated records are found again", "[rgm]")
{
    const std::vector<StaticObject> swapped{four[1], four[0], four[2], four[3]};
    Visibility file = sample();
    need(follow_statics(file, compare_statics(four, swapped)));
    CHECK(file.objects == Numbers{1, 0, 2, 5, 3});

    std::vector<StaticObject> moved = four;
    moved[2].position.x = 77;
    CHECK(compare_statics(four, moved).is_none());

    const std::vector<StaticObject> same_ids{object(0, "A"), object(0, "B"), object(0, "C")};
    const std::vector<StaticObject> without_b{object(0, "A"), object(0, "C")};
    CHECK(compare_statics(same_ids, without_b).places == std::vector<std::optional<std::uint32_t>>{0, std::nullopt, 1});
}

TEST_CASE("PVO: reports differences from its map", "[rgm]")
{
    CHECK(visibility_problems(sample(), 4, 2).empty());
    CHECK(visibility_problems(sample(), 4, 1) ==
          std::vector<std::string>{"it names object 5; the map has 4 statics and 1 object"});
    CHECK(
        visibility_problems(sample(), 7, 2) ==
        std::vector<std::string>{"2 of 7 statics are in no list, so the game never shows them; the first is static 4"});
    Visibility file = sample();
    file.leaves[0].runs = {9, 0};
    const StaticsChange change = compare_statics(four, std::vector<StaticObject>{});
    CHECK(require_error(follow_statics(file, change)).field == "leaves[0].runs");
    file.rest = Bytes(1);
    CHECK(require_error(follow_statics(file, change)).code == ErrorCode::unsupported);
    CHECK(visibility_problems(file, 4, 2).size() == 1);
}

TEST_CASE("PVO: the cell of a position is the smallest around it, with its node's values", "[rgm]")
{
    Visibility file;
    file.half_size = 512;
    file.x = 1000;
    file.leaves.resize(3);
    // The root has children below in all axes (octant 0) and above only in X (octant 4). The second node has one for
    // octant 1.
    file.nodes = {{.mask = 0b10001, .leaf = 0, .children = {VisibilityNode::no_child, 1}},
                  {.mask = 0b10, .leaf = 1, .children = {2}},
                  {.mask = 0, .leaf = VisibilityNode::no_leaf, .children = {}}};
    const auto at = [&](std::int64_t x, std::int64_t y, std::int64_t z) { return cell_at(file, x, y, z).value(); };
    CHECK_FALSE(cell_at(file, 487, 0, 0));
    CHECK_FALSE(cell_at(file, 1512, 0, 0));
    CHECK_FALSE(cell_at(file, 1000, 512, 0));

    CHECK(at(900, 0, 0).size == 1024);  // no child there: the root's cell
    CHECK(at(900, 0, 0).low == std::array<std::int64_t, 3>{488, -512, -512});
    CHECK(at(900, 0, 0).leaf == 0);
    CHECK(at(900, -1, -1).size == 1024);  // a child that is marked as missing
    CHECK(at(1000, -1, -300).size == 512);
    CHECK(at(1000, -1, -300).low == std::array<std::int64_t, 3>{1000, -512, -512});
    CHECK(at(1000, -1, -300).leaf == 1);
    const VisibilityCell inner = at(1100, -300, -200);  // below in X and Y, above in Z
    CHECK(inner.size == 256);
    CHECK(inner.low == std::array<std::int64_t, 3>{1000, -512, -256});
    CHECK_FALSE(inner.leaf);

    file.nodes[1].children = {1};  // a cycle: the descent ends
    CHECK(at(1000, -512, -1).size <= 2);
    file.nodes.clear();
    CHECK_FALSE(cell_at(file, 1000, 0, 0));
}

TEST_CASE("PVO: statics in a row that are listed far away are reported", "[rgm]")
{
    std::vector<StaticObject> statics;
    Visibility file;
    file.half_size = 32768;
    for (std::uint32_t i = 0; i < 20; ++i) {
        statics.push_back(object(i, "A"));
        statics.back().position.x = i < 10 ? -20000 : 20000;
        file.objects.push_back(i);
    }
    // The cells below and above the centre, each with a leaf of ten statics.
    file.nodes = {{.mask = 0x11, .children = {1, 2}}, {.leaf = 0}, {.leaf = 1}};
    file.leaves = {{{10, 0}}, {{10, 10}}};
    CHECK(misplaced_statics(file, statics).empty());
    file.leaves = {{{10, 10}}, {{10, 0}}};
    CHECK(misplaced_statics(file, statics) ==
          std::vector<std::string>{"20 of the statics 0 to 19 are listed only in cells that do not draw them, so its "
                                   "numbers belong to other statics"});
    file.leaves = {{{20, 0}}, {{20, 0}}};  // like new statics, in all lists
    CHECK(misplaced_statics(file, statics).empty());
}
