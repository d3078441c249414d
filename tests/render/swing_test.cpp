// Swinging ropes in a picture.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "model/model.hpp"
#include "render/opengl/renderer.hpp"
#include "render/scene/swing.hpp"
#include "support/game.hpp"

using namespace redforge;
using namespace redforge::scene;

namespace {

/// Returns a rope of two links, 3 and 6 units below its top, and a static object next to it.
Scene one_rope()
{
    Scene scene;
    scene.meshes.push_back({"cube", model::to_mesh(test::cube(20, {.colour = 9}))});
    scene.markers.push_back({Kind::rope, 7, "ROPE", {50, 100, 20}, true, 4});
    for (const float depth : {3.0F, 6.0F}) {
        scene.instances.push_back({Kind::rope, 0, 4, {.position = {50, 100 - depth, 20}}});
    }
    scene.instances.push_back({Kind::static_object, 0, 4, {.position = {50, 90, 20}}});
    return scene;
}

}  // namespace

TEST_CASE("swing: a rope hangs from its position to its last link")
{
    const auto ropes = render::find_hanging_ropes(one_rope());
    REQUIRE(ropes.size() == 1);
    CHECK(ropes.at(4).top == Vec3(50, 100, 20));
    CHECK(ropes.at(4).length == 6);
    // A rope without a drawn link does not swing.
    Scene bare = one_rope();
    bare.instances.clear();
    CHECK(render::find_hanging_ropes(bare).empty());
}

TEST_CASE("swing: links keep their distance and swing to both sides like a pendulum")
{
    const render::HangingRope rope{{50, 100, 20}, 6};
    float least = 0;
    float most = 0;
    for (float seconds = 0; seconds < 10; seconds += 0.05F) {
        const Placement link = render::swinging_placement({.position = {50, 94, 20}}, rope, 0, seconds);
        CHECK(glm::distance(link.position, rope.top) == Approx(6));
        CHECK(link.position.z == 20);
        least = std::min(least, link.position.x - 50);
        most = std::max(most, link.position.x - 50);
        // It points from the top along the rope.
        CHECK(std::abs(glm::dot(link.rotation * Vec3(0, -1, 0), (link.position - rope.top) / 6.0F) - 1) < 1e-5F);
    }
    CHECK(most == Approx(0.956).margin(0.01));  // 6 sin 0.16
    CHECK(least == Approx(-0.956).margin(0.01));
}

TEST_CASE("swing: a rope of four times the length takes twice as long")
{
    const auto first_return = [](float length) {  // returns the seconds until it hangs straight again
        float seconds = 0.01F;
        while (render::swinging_placement({.position = {0, -length, 0}}, {{}, length}, 0, seconds).position.x > 0) {
            seconds += 0.001F;
        }
        return seconds;
    };
    CHECK(first_return(40) == Approx(2 * first_return(10)).epsilon(0.01));
    CHECK(first_return(10) == Approx(1.688).epsilon(0.01));
}
