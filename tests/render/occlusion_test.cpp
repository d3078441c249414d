// What is left out of pictures of a moving camera because something stands before all of it.
#include <catch2/catch.hpp>

#include <array>

#include "render/occlusion.hpp"

using namespace redforge;
using namespace redforge::scene;
using render::Occlusion;

namespace {

constexpr std::array<float, 12> where_it_is{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

/// From 20 units before the wall, a field of 10 units at its distance is 15 pixels or more wide.
const render::Camera ahead = render::look_at({0, 0, 20}, {0, 0, 0}, 100, 1);

/// A wall in the plane z = 0, seen from where z is positive.
void add_wall(Occlusion& occlusion, float left, float right, float low, float high)
{
    occlusion.add({Vec3{left, low, 0}, {right, low, 0}, {right, high, 0}}, where_it_is);
    occlusion.add({Vec3{left, low, 0}, {right, high, 0}, {left, high, 0}}, where_it_is);
}

bool hides(const Occlusion& occlusion, Vec3 middle, float half = 1)
{
    return occlusion.hides(middle, {Vec3{half, 0, 0}, {0, half, 0}, {0, 0, half}});
}

}  // namespace

TEST_CASE("occlusion: a wall hides what is behind all of it, and nothing else", "[render]")
{
    Occlusion occlusion(ahead);
    CHECK(occlusion.empty());
    CHECK_FALSE(hides(occlusion, {0, 0, -5}));
    add_wall(occlusion, -5, 5, -5, 5);
    CHECK_FALSE(occlusion.empty());
    CHECK(hides(occlusion, {0, 0, -5}));
    CHECK(hides(occlusion, {0, 0, -1.1F}));
    CHECK_FALSE(hides(occlusion, {0, 0, -0.9F}));  // a part of it is before the wall
    CHECK_FALSE(hides(occlusion, {0, 0, 5}));
    CHECK_FALSE(hides(occlusion, {6, 0, -5}));      // a part of it is seen beside the wall
    CHECK_FALSE(hides(occlusion, {0, -6, -5}));     // below
    CHECK(hides(occlusion, {6, 0, -40}));           // from here 18 units of that depth are behind half of the wall
    CHECK_FALSE(hides(occlusion, {0, 0, -5}, 40));  // larger than the wall; it is about the camera, too
    CHECK(hides(occlusion, {3, 3, -40}, 9));
    CHECK_FALSE(hides(occlusion, {30, 0, -5}));  // beside the picture nothing is known
}

TEST_CASE("occlusion: a wall that is turned away, or as thin as a thread, hides nothing", "[render]")
{
    Occlusion occlusion(ahead);
    occlusion.add({Vec3{-5, -5, 0}, {5, 5, 0}, {5, -5, 0}}, where_it_is);
    CHECK(occlusion.empty());
    occlusion.add({Vec3{-5, 5, 0}, {-4.9F, -5, 0}, {-4.8F, 5, 0}}, where_it_is);
    CHECK_FALSE(hides(occlusion, {-4.9F, 4, -5}, 0.1F));
}

TEST_CASE("occlusion: a wall that goes past the camera hides as far as it is seen", "[render]")
{
    Occlusion occlusion(ahead);
    // At x = -2, from 100 units ahead to 30 behind, seen from the right.
    occlusion.add({Vec3{-2, -50, 50}, {-2, -50, -100}, {-2, 50, -100}}, where_it_is);
    occlusion.add({Vec3{-2, -50, 50}, {-2, 50, -100}, {-2, 50, 50}}, where_it_is);
    for (const float x : {-3.0F, -5.0F, -10.0F, -20.0F}) {
        INFO(x);
        CHECK(hides(occlusion, {x, 0, -20}, 0.5F));
    }
    CHECK_FALSE(hides(occlusion, {-1, 0, -20}, 0.5F));
    CHECK_FALSE(hides(occlusion, {2, 0, -20}));
    Occlusion other(ahead);
    other.add({Vec3{-2, -50, 50}, {-2, 50, -100}, {-2, -50, -100}}, where_it_is);
    other.add({Vec3{-2, -50, 50}, {-2, 50, 50}, {-2, 50, -100}}, where_it_is);
    CHECK(other.empty());  // turned away
}

TEST_CASE("occlusion: it stands where its matrix puts it, and hides in views without perspective, too", "[render]")
{
    Occlusion occlusion(render::flat_camera(render::View::front, {0, 0, 0}, 20, 100, 1));
    constexpr std::array<float, 12> aside{1, 0, 0, 8, 0, 1, 0, 0, 0, 0, 1, 0};
    occlusion.add({Vec3{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}}, aside);
    occlusion.add({Vec3{-5, -5, 0}, {5, 5, 0}, {-5, 5, 0}}, aside);
    CHECK(hides(occlusion, {8, 0, -5}));
    CHECK(hides(occlusion, {11, 3, -90}));
    CHECK_FALSE(hides(occlusion, {0, 0, -5}));
    CHECK_FALSE(hides(occlusion, {8, 0, 5}));
}
