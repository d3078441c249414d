// The symbols of a plan, and the rows of models of an archive.
#include <catch2/catch.hpp>

#include <array>
#include <string>
#include <utility>

#include "model/model.hpp"
#include "model/rob.hpp"
#include "scene/plan.hpp"
#include "support/flat_face.hpp"

using namespace redforge;
using namespace redforge::scene;

namespace {

/// Returns a flat model with drawn corners at these positions, in viewport units.
model::Segment floor_between(const char* name, int left, int right, int near, int far)
{
    decltype(model::Model::vertices) corners;
    for (const auto& [x, z] : {std::pair{left, near}, {left, far}, {right, far}, {right, near}}) {
        corners.push_back({-5120 * x, 0, 5120 * z});  // drawn at (-x, -y, z) / 5120
    }
    model::Segment segment;
    segment.name = name;
    segment.model = test::flat_face(std::move(corners));
    return segment;
}

}  // namespace

TEST_CASE("plan: each kind has its own symbol, scaled with the plan", "[scene]")
{
    std::vector<SceneMarker> markers;
    const auto add = [&](Kind kind, double x, double z, std::string name) {
        markers.push_back({.kind = kind, .id = 7, .name = std::move(name), .position = view_position(x, 0, z)});
    };
    add(Kind::object, 1000, 60000, "A\"<>&");
    add(Kind::static_object, 7000, 58000, "");
    add(Kind::flat, 7000, 60000, "");
    add(Kind::light, 7000, 60000, "");
    add(Kind::marker, 7000, 60000, "");
    add(Kind::rope, 7000, 60000, "");
    const std::string svg = plan_svg(markers, "T", 10, 20);
    CHECK(svg.substr(svg.find("<svg")) ==
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"20\" viewBox=\"880 5416 6240 2240\">\n"
          "<title>T</title>\n<style>\nrect, circle, path { fill: none; stroke: #444; stroke-width: 2 }\n"
          "text { font: 20px sans-serif; fill: #222 }\n"
          ".object circle { stroke: #06c } .light path { stroke: #c80 } .marker path { stroke: #090 }\n"
          ".rope path { stroke: #850 } .flat path { stroke: #393 }\n</style>\n"
          "<g class=\"object\" transform=\"translate(1000 5536)\"><title>object 7 A&quot;&lt;&gt;&amp;</title>"
          "<circle r=\"10\"/><text x=\"15\" y=\"5\">7 A&quot;&lt;&gt;&amp;</text></g>\n"
          "<g class=\"static\" transform=\"translate(7000 7536)\"><title>static 7</title>"
          "<rect x=\"-10\" y=\"-10\" width=\"20\" height=\"20\"/><text x=\"15\" y=\"5\">7</text></g>\n"
          "<g class=\"flat\" transform=\"translate(7000 5536)\"><title>flat 7</title>"
          "<path d=\"M-10 0H10\"/><text x=\"15\" y=\"5\">7</text></g>\n"
          "<g class=\"light\" transform=\"translate(7000 5536)\"><title>light 7</title>"
          "<path d=\"M-10 0H10M0 -10V10M-7 -7L7 7M-7 7L7 -7\"/><text x=\"15\" y=\"5\">7</text></g>\n"
          "<g class=\"marker\" transform=\"translate(7000 5536)\"><title>marker 7</title>"
          "<path d=\"M0 -10L10 10H-10Z\"/><text x=\"15\" y=\"5\">7</text></g>\n"
          "<g class=\"rope\" transform=\"translate(7000 5536)\"><title>rope 7</title>"
          "<path d=\"M0 -10L10 0L0 10L-10 0Z\"/><text x=\"15\" y=\"5\">7</text></g>\n</svg>\n");
    CHECK(plan_svg({}, "", 1, 1).find("viewBox=\"-24 -24 48 48\"") != std::string::npos);
}

TEST_CASE("archive: models are in rows two units apart for any origins", "[scene]")
{
    model::Rob rob;
    // 10 x 10, 4 x 2 and 12 x 3: the width of a row is the root of 12 x 12 + 6 x 4 + 14 x 5, 15.4.
    rob.segments = {floor_between("A", -8, 2, -3, 7), floor_between("B", 1, 4, 0, 2), floor_between("C", -6, 6, -1, 2)};
    const Scene scene = scene_of(rob, "TOWN", nullptr);
    REQUIRE(scene.markers.size() == 3);
    CHECK(scene.markers[0].position == Vec3{8, 0, 3});
    // The box of a model includes the origin: 0 to 4 and 0 to 2.
    CHECK(scene.markers[1].position == Vec3{0, 0, 12});
    CHECK(scene.markers[2].position == Vec3{6, 0, 17});
    CHECK(scene.instances[2].placement.position == Vec3{6, 0, 17});
    CHECK(scene.instances[2].mesh == 2);
    CHECK(scene.markers[1].name == "B");
    CHECK(scene.markers[1].id == 1);
}
