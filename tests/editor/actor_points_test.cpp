// Positions of actors' locations and collision spheres in the map.
#include <catch2/catch.hpp>

#include <cmath>

#include "editor/model/scene/actor_points.hpp"
#include "editor/session_support.hpp"
#include "support/game.hpp"
#include "support/near.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::at;

struct OpenActors {
    test::SampleFile file;
    Session session = Session::open(file.path).value();

    [[nodiscard]] std::vector<LocationPoint> points(const std::vector<std::string>& selected) const
    {
        return location_points(session, at(session, selected));
    }
    [[nodiscard]] std::vector<SphereMarker> spheres(const std::vector<std::string>& selected,
                                                    const model::Model* model = nullptr) const
    {
        return find_collision_spheres(session, at(session, selected),
                                      [model](const scene::ModelName&) { return model; });
    }
};

/// Checks a position in the map, in map units.
void check_at(scene::Vec3 place, double x, double y, double z)
{
    test::check_near(place, scene::view_position(x, y, z), 0.01);
}

}  // namespace

TEST_CASE("actor points: locations are relative to the actor's object for any selection")
{
    OpenActors open;
    for (const char* const selected : {"objects[6]", "actors[1]", "actors[1].strings[0]"}) {
        const std::vector<LocationPoint> points = open.points({selected});
        REQUIRE(points.size() == 2);
        check_at(points[0].place, 320, 0, 400);
        check_at(points[1].place, 330, 0, 380);  // 2560 and -5120 are 10 and -20 map units
        check_at(points[1].from, 320, 0, 400);
        CHECK(points[1].name == "2");
        CHECK(open.session.path_of(points[1].ref) == "actors[1].locations[1]");
        CHECK_FALSE(points[1].marked);
    }
    CHECK(open.points({"actors[1].locations[1]"}).at(1).marked);
    CHECK(open.points({"lights[0]"}).empty());
    CHECK(open.points({"objects[6]", "actors[1]"}).size() == 2);
    REQUIRE(open.session.duplicate({at(open.session, "objects[6]")}));
    CHECK(open.points({"actors[1]"}).empty());  // two objects: the position is ambiguous
    CHECK(open.points({"objects[7]"}).size() == 2);
    // The points of the previous selection stay visible when one of them is clicked.
    const std::vector<LocationPoint> kept =
        location_points(open.session, at(open.session, std::vector<std::string>{"actors[1].locations[1]"}),
                        at(open.session, "objects[7]"));
    REQUIRE(kept.size() == 2);
    CHECK(kept[1].marked);
    CHECK(kept[1].from == open.points({"objects[7]"}).at(1).from);
    CHECK(location_points(open.session, {at(open.session, "actors[1]")}, at(open.session, "objects[4]"))
              .empty());  // a door has no locations
}

TEST_CASE("actor points: a collision sphere is on its vertex and rotates with the object")
{
    OpenActors open;
    REQUIRE(open.session.set({at(open.session, "actors[1].collision_spheres[0]")}, "vertex", "0"));
    const model::Model cube = test::cube(20, {.colour = 1});
    const auto& first = cube.vertices.at(0);
    const std::vector<SphereMarker> spheres = open.spheres({"objects[6]"}, &cube);
    REQUIRE(spheres.size() == 1);
    CHECK(spheres[0].radius == Approx(96.0 / 20));
    check_at(spheres[0].centre, 320 + first.x / 256.0, -4 + first.y / 256.0, 400 + first.z / 256.0);
    CHECK(std::abs(first.x) == 20 * 256);
    REQUIRE(open.session.set({at(open.session, "objects[6]")}, "angle.y", "1024"));
    check_at(open.spheres({"objects[6]"}, &cube).at(0).centre, 320 - first.x / 256.0, -4 + first.y / 256.0,
             400 - first.z / 256.0);
    check_at(open.spheres({"objects[6]"}).at(0).centre, 320, -4, 400);  // without a model
    CHECK(open.spheres({"actors[1].collision_spheres[0]"}).at(0).marked);
    CHECK(open.spheres({"objects[4]"}).empty());
}
