// Tools of level design: ground, scattered copies, alignment by points, walk paths and filled walk maps.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "editor/model/scene/arrange.hpp"
#include "editor/model/scene/point_align.hpp"
#include "editor/model/scene/scatter.hpp"
#include "editor/model/scene/walk_edit.hpp"
#include "editor/model/scene/walk_fill.hpp"
#include "editor/model/scene/walk_path.hpp"
#include "editor/session_support.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::at;
using test::SampleFile;

struct LevelSession {
    SampleFile file;
    Session session = Session::open(file.path).value();

    glm::dvec3 place(const NodeRef& ref) const { return position_of(session.root(), ref).value(); }
    glm::dvec3 place(const std::string& path) const { return place(at(session, path)); }
    std::string value(const std::string& path) const { return test::value(session.document(), path); }
    void check_undone()
    {
        REQUIRE(session.undo());
        CHECK_FALSE(session.modified());
        CHECK_FALSE(session.can_undo());
    }
};

/// A floor at Y 0 without objects.
Surfaces level_floor()
{
    return {.below = [](const glm::dvec3& place) { return place.y <= 0 ? std::optional(0.0) : std::nullopt; },
            .touches = [](const glm::dvec3&, double) { return false; },
            .blocked = [](const glm::dvec3&, const glm::dvec3&) { return false; }};
}

/// A room from (1000, 2000) to (1500, 2400) with a floor at Y 0. A wall at X 1250 has a gap from Z 2300 on.
Surfaces room()
{
    Surfaces surfaces = level_floor();
    surfaces.touches = [](const glm::dvec3& centre, double radius) {
        const double outer = std::min({centre.x - 1000, 1500 - centre.x, centre.z - 2000, 2400 - centre.z});
        const double wall = std::hypot(centre.x - 1250, std::max(centre.z - 2300, 0.0));
        return outer < radius || wall < radius;
    };
    surfaces.blocked = [](const glm::dvec3& from, const glm::dvec3& to) {
        return (from.x - 1250) * (to.x - 1250) < 0 && std::min(from.z, to.z) < 2300;
    };
    return surfaces;
}

constexpr WalkFill small_steps{.spacing = 100, .reach = 2000, .radius = 20, .height = 90, .step = 24};
const glm::dvec3 in_room{1050, 0, 2050};

}  // namespace

TEST_CASE("surfaces: the nearest ground of a room is its floor, not its roof")
{
    Surfaces floors = level_floor();
    floors.below = [](const glm::dvec3& place) -> std::optional<double> {
        for (const double floor : {-200.0, 0.0, 300.0}) {
            if (place.y <= floor) {
                return floor;
            }
        }
        return std::nullopt;
    };
    CHECK(nearest_ground(floors, {0, -10, 0}, 500) == 0);
    CHECK(nearest_ground(floors, {0, -150, 0}, 500) == -200);
    CHECK(nearest_ground(floors, {0, 20, 0}, 30) == 0);
    CHECK(nearest_ground(floors, {0, 150, 0}, 100) == std::nullopt);
    CHECK(nearest_ground(floors, {0, 1000, 0}, 100) == std::nullopt);
}

TEST_CASE("scatter: copies follow the ground, keep their distance, and are one step")
{
    LevelSession desk;
    Surfaces slope = level_floor();  // the guard at (320, 0, 400) is 100 above it
    slope.below = [](const glm::dvec3& place) {
        const double ground = 100 + (place.x - 320) / 4;
        return place.y <= ground ? std::optional(ground) : std::nullopt;
    };
    const ScatterCopies order{.count = 20, .radius = 300, .gap = 40, .turn = 90};
    const NodeRefs guard{at(desk.session, "objects[6]")};
    const Scattered made = scatter(desk.session, guard, order, slope).value();
    CHECK(made.sets == 20);
    REQUIRE(made.copies.size() == 20);
    CHECK(desk.session.undo_name() == "Duplicate GUARD01");
    std::vector<glm::dvec3> places{desk.place("objects[6]")};
    std::set<std::string> angles;
    for (const NodeRef& copy : made.copies) {
        const glm::dvec3 place = desk.place(copy);
        CHECK(horizontal_distance(place, places.front()) <= 301);
        CHECK(place.y == Approx((place.x - 320) / 4).margin(1));
        for (const glm::dvec3& other : places) {
            CHECK(horizontal_distance(place, other) >= 38);
        }
        places.push_back(place);
        angles.insert(desk.value(desk.session.path_of(copy) + ".angle.y"));
    }
    CHECK(angles.size() > 10);
    desk.check_undone();

    const Scattered again = scatter(desk.session, guard, order, slope).value();
    CHECK(desk.place(again.copies.front()) == places[1]);
    desk.check_undone();
    ScatterCopies other = order;
    other.variation = 2;
    CHECK(desk.place(scatter(desk.session, guard, other, slope).value().copies.front()) != places[1]);
}

TEST_CASE("scatter: makes as many copies as there is room for, and fails without room")
{
    LevelSession desk;
    const NodeRefs guard{at(desk.session, "objects[6]")};
    const Scattered few = scatter(desk.session, guard, {.count = 50, .radius = 100, .gap = 90}, level_floor()).value();
    CHECK(few.sets >= 1);
    CHECK(few.sets < 10);
    CHECK(few.copies.size() == few.sets);
    desk.check_undone();
    CHECK(describe(scatter(desk.session, guard, {.radius = 10, .gap = 64}, level_floor()).error()) ==
          "there is no room for a copy; choose a larger radius or a smaller gap");
    Surfaces abyss = level_floor();
    abyss.below = [](const glm::dvec3&) { return std::optional<double>(); };
    CHECK(describe(scatter(desk.session, guard, {}, abyss).error()) ==
          "there is no ground around the selection; clear Follow the ground, or choose another radius");
    Surfaces nothing = level_floor();
    nothing.below = [](const glm::dvec3&) { return std::optional<double>{}; };
    CHECK_FALSE(scatter(desk.session, guard, {.radius = 500, .gap = 1}, nothing));
    CHECK(
        scatter(desk.session, guard, {.count = 3, .radius = 500, .gap = 1, .on_ground = false}, nothing).value().sets ==
        3);
    CHECK(desk.place("objects[8]").y == 0);
}

TEST_CASE("align: the first pair of points moves exactly, the second pair rotates")
{
    LevelSession desk;
    PointAlign align;
    CHECK_FALSE(align.begin(desk.session));                          // nothing is selected
    REQUIRE(desk.session.select({at(desk.session, "objects[4]")}));  // at (200, 0, 300), with the heading 512
    REQUIRE(align.begin(desk.session));
    align.add({210, 0, 300});
    CHECK(desk.value("objects[4].position.x") == "200");
    align.add({250.5, -10, 310});
    CHECK(desk.value("objects[4].position.x") == "240.5");
    CHECK(desk.value("objects[4].position.y") == "-10");
    CHECK(desk.value("objects[4].position.z") == "310");
    align.back();
    CHECK(desk.value("objects[4].position.x") == "200");
    align.add({250.5, -10, 310});
    align.add({260.5, -10, 310});  // in the direction of X
    align.add({250.5, 40, 410});   // in the direction of Z, which is a quarter of a turn
    CHECK_FALSE(align.active());
    CHECK(desk.value("objects[4].position.x") == "250.5");
    CHECK(desk.value("objects[4].position.y") == "-10");
    CHECK(desk.value("objects[4].position.z") == "300");
    CHECK(desk.value("objects[4].angle.y") == "1024");
    CHECK(desk.session.undo_name() == "Align DOOR01");
    desk.check_undone();

    REQUIRE(align.begin(desk.session));
    align.add({0, 0, 0});
    align.add({5, 0, 0});
    align.cancel();
    CHECK_FALSE(desk.session.modified());
    REQUIRE(align.begin(desk.session));
    align.add({0, 0, 0});
    align.add({1, 0, 0});
    align.add({1, 50, 0});  // above the first point: no direction
    align.add({9, 0, 9});
    CHECK(desk.value("objects[4].position.x") == "201");
    CHECK(desk.value("objects[4].angle.y") == "512");
}

TEST_CASE("walk path: clicks add connected nodes on the ground, with nodes between")
{
    LevelSession desk;
    Surfaces floor = level_floor();
    floor.below = [](const glm::dvec3& place) {
        const double ground = place.x == 500 ? 20 : 0;
        return place.y <= ground ? std::optional(ground) : std::nullopt;
    };
    floor.blocked = [](const glm::dvec3& from, const glm::dvec3& to) { return (from.x < 800) != (to.x < 800); };
    REQUIRE(desk.session.select({at(desk.session, "walk_maps[0].nodes[3]")}));  // at (300, 0, 300)
    WalkPath path;
    REQUIRE(path.begin(desk.session, floor, 256));
    path.add(glm::dvec3{900, 0, 300});
    CHECK(path.added() == 3);
    CHECK(path.blocked() == 1);
    CHECK(path.status_text().find("3 new nodes, 1 route blocked by an object") != std::string::npos);
    CHECK(desk.place("walk_maps[0].nodes[4]") == glm::dvec3(500, 20, 300));
    CHECK(desk.place("walk_maps[0].nodes[5]") == glm::dvec3(700, 0, 300));
    CHECK(desk.place("walk_maps[0].nodes[6]") == glm::dvec3(900, 0, 300));
    CHECK(desk.value("walk_maps[0].nodes[4].routes[0].target_node_id") == "3");
    CHECK(desk.value("walk_maps[0].nodes[4].routes[1].target_node_id") == "5");
    path.back();
    CHECK_FALSE(desk.session.find("walk_maps[0].nodes[4]"));
    path.back();  // the selected node stays
    path.add(glm::dvec3{400, 0, 300});
    path.add(at(desk.session, "walk_maps[0].nodes[1]"));  // at (300, 0, 100)
    CHECK(path.added() == 1);
    CHECK(desk.value("walk_maps[0].nodes[4].routes[1].target_node_id") == "1");
    path.add(at(desk.session, "walk_maps[0].nodes[4]"));  // a node of the path itself
    CHECK(path.finish() == at(desk.session, "walk_maps[0].nodes[4]"));
    CHECK(desk.session.undo_name() == "Draw walk path");
    desk.check_undone();
}

TEST_CASE("walk path: without a selection, extends the nearest walk map only")
{
    LevelSession desk;
    const NodeRefs copies = desk.session.duplicate({at(desk.session, "walk_maps[0]")}, 4000).value();
    REQUIRE(copies.size() == 1);
    REQUIRE(desk.session.select({}));
    WalkPath path;
    REQUIRE(path.begin(desk.session, level_floor()));
    path.add(glm::dvec3{120, 0, 100});
    CHECK(desk.session.find("walk_maps[0].nodes[4]"));
    path.add(at(desk.session, "walk_maps[1].nodes[0]"));
    CHECK(path.error() == "this node is in another walk map; routes connect nodes of one walk map");
    CHECK(path.added() == 1);
    path.add(glm::dvec3{-9, 0, 100});  // X of a node cannot be negative
    CHECK_FALSE(path.error().empty());
    path.add(glm::dvec3{140, 0, 100});
    CHECK(path.error().empty());
    CHECK(path.added() == 2);
    path.cancel();
    CHECK_FALSE(desk.session.find("walk_maps[0].nodes[4]"));
    CHECK(path.finish() == std::nullopt);
}

TEST_CASE("walk map: filling adds nodes where a character fits, and no blocked route")
{
    LevelSession desk;
    const FilledWalk made = fill_walk_map(desk.session, {}, in_room, small_steps, {}, room()).value();
    // Two columns of four nodes on each side of the wall, and one in its gap.
    CHECK(made.nodes.size() == 17);
    CHECK(made.routes == 16 + 16 + 4);
    CHECK_FALSE(made.cut);
    CHECK(desk.session.path_of(made.nodes.front()) == "walk_maps[1].nodes[0]");
    CHECK(desk.place(made.nodes.front()) == in_room);
    for (const NodeRef& node : made.nodes) {
        const glm::dvec3 place = desk.place(node);
        CHECK((place.x != 1250 || place.z == 2350));
    }
    CHECK(desk.session.undo_name() == "Fill walk map");
    // Filling the same walk map again finds its nodes.
    const FilledWalk again =
        fill_walk_map(desk.session, made.nodes.front(), {1052, 0, 2049}, small_steps, {}, room()).value();
    CHECK(again.nodes.empty());
    CHECK(desk.session.steps_done() == 1);
    desk.check_undone();
}

TEST_CASE("walk map: obstacles, high steps and the reach limit the nodes")
{
    const auto count = [](const WalkFill& order, const std::vector<Obstacle>& obstacles, const Surfaces& surfaces) {
        return plan_walk(in_room, {}, order, obstacles, surfaces).value().places.size();
    };
    CHECK(count(small_steps, {}, room()) == 17);
    CHECK(count(small_steps, {{{1450, -40, 2350}, 30}}, room()) == 16);
    Surfaces ledge = room();  // the right part is 60 higher than the left one
    ledge.below = [](const glm::dvec3& place) {
        const double ground = place.x > 1300 ? -60 : 0;
        return place.y <= ground ? std::optional(ground) : std::nullopt;
    };
    CHECK(count(small_steps, {}, ledge) == 9);
    WalkFill climber = small_steps;
    climber.step = 60;
    CHECK(count(climber, {}, ledge) == 17);
    WalkFill near = small_steps;
    near.reach = 120;
    const WalkPlan plan = plan_walk(in_room, {}, near, {}, room()).value();
    CHECK(plan.places.size() == 3);
    CHECK(plan.cut);
    WalkFill giant = small_steps;
    giant.radius = 60;
    CHECK(describe(plan_walk(in_room, {}, giant, {}, room()).error()) ==
          "the character does not fit at the start; start at a free position on the floor, choose a smaller character, "
          "or ignore collision spheres of objects");
    CHECK(describe(plan_walk({1050, 500, 2050}, {}, small_steps, {}, room()).error())
              .find("there is no ground at the start") == 0);
}
