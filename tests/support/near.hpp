// Comparison of viewport positions with a tolerance for single precision.
#pragma once

#include <catch2/catch.hpp>

#include "scene/placement.hpp"

namespace redforge::test {

/// Checks that each coordinate is within `margin` of the expected one, or within a hundred-thousandth of it.
inline void check_near(scene::Vec3 found, scene::Vec3 expected, double margin = 1e-5)
{
    INFO(found.x << ' ' << found.y << ' ' << found.z);
    CHECK(found.x == Approx(expected.x).margin(margin));
    CHECK(found.y == Approx(expected.y).margin(margin));
    CHECK(found.z == Approx(expected.z).margin(margin));
}

}  // namespace redforge::test
