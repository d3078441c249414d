// Matrices of records as translation, rotation and scale, with values computed by hand.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include <glm/gtc/type_ptr.hpp>

#include "exchange/gltf/node_transform.hpp"
#include "exchange/root_half.hpp"
#include "rgm/position.hpp"

using namespace redforge;
using namespace redforge::exchange;
using scene::Mat3;
using scene::Vec3;

namespace {

constexpr auto root = static_cast<float>(redforge::test::root_half);

/// Returns a matrix from numbers row by row.
Mat3 rows(const std::array<float, 9>& m)
{
    return glm::transpose(glm::make_mat3(m.data()));
}
std::array<float, 9> numbers(const Mat3& matrix)
{
    const Mat3 rows = glm::transpose(matrix);
    std::array<float, 9> m{};
    std::copy_n(glm::value_ptr(rows), 9, m.begin());
    return m;
}

Mat3 matrix_of(const std::optional<Quaternion>& rotation)
{
    if (!rotation) {
        return Mat3(1);
    }
    const auto [x, y, z, w] = *rotation;
    return rows({1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z),
                 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 2 * (x * z - w * y), 2 * (y * z + w * x),
                 1 - 2 * (x * x + y * y)});
}

/// Returns the matrix that a viewer computes from the parts.
Mat3 product(const NodeTransform& at)
{
    const Vec3 s = at.scale.value_or(Vec3{1, 1, 1});
    return matrix_of(at.rotation) * (rows({s.x, 0, 0, 0, s.y, 0, 0, 0, s.z}) * matrix_of(at.before));
}

void check_near(const Mat3& found, const Mat3& expected)
{
    for (std::size_t i = 0; i < 9; ++i) {
        CHECK(numbers(found)[i] == Approx(numbers(expected)[i]).margin(4e-5));
    }
}

void check_quaternion(const std::optional<Quaternion>& found, const Quaternion& expected)
{
    REQUIRE(found);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK((*found)[i] == Approx(expected[i]).margin(1e-6));
    }
}

}  // namespace

TEST_CASE("transform: the identity has no rotation and no scale", "[exchange]")
{
    const NodeTransform at = node_transform({Mat3(1), {1, -2, 3}});
    CHECK(at.translation == Vec3{1, -2, 3});
    CHECK_FALSE(at.rotation);
    CHECK_FALSE(at.scale);
    CHECK_FALSE(at.before);
}

TEST_CASE("transform: rotations are quaternions of half the angle about the axis", "[exchange]")
{
    check_quaternion(node_transform({scene::object_rotation({512, 0, 0}), {}}).rotation, {root, 0, 0, root});
    check_quaternion(node_transform({scene::object_rotation({0, 512, 0}), {}}).rotation, {0, root, 0, root});
    // Ry(y) * Rx(x) * Rz(-z): the rotation about Z is reversed.
    check_quaternion(node_transform({scene::object_rotation({0, 0, 512}), {}}).rotation, {0, 0, -root, root});
    // An eighth of a turn: sine and cosine of 22.5 degrees.
    check_quaternion(node_transform({scene::object_rotation({0, 256, 0}), {}}).rotation,
                     {0, 0.38268343F, 0, 0.92387953F});
    // (0 s 0 s) * (s 0 0 s) with s the root of a half is (1/2 1/2 -1/2 1/2).
    check_quaternion(node_transform({scene::object_rotation({512, 512, 0}), {}}).rotation, {0.5F, 0.5F, -0.5F, 0.5F});
    // Half turns, for which w is 0.
    check_quaternion(node_transform({rows({1, 0, 0, 0, -1, 0, 0, 0, -1}), {}}).rotation, {1, 0, 0, 0});
    check_quaternion(node_transform({rows({-1, 0, 0, 0, 1, 0, 0, 0, -1}), {}}).rotation, {0, 1, 0, 0});
    check_quaternion(node_transform({rows({-1, 0, 0, 0, -1, 0, 0, 0, 1}), {}}).rotation, {0, 0, 1, 0});
}

TEST_CASE("transform: column lengths are the scale, negative if the matrix mirrors", "[exchange]")
{
    const NodeTransform larger = node_transform({rows({2, 0, 0, 0, 3, 0, 0, 0, 0.5F}), {}});
    CHECK(larger.scale == Vec3{2, 3, 0.5F});
    CHECK_FALSE(larger.rotation);
    CHECK_FALSE(larger.before);
    const NodeTransform mirrored = node_transform({rows({-1, 0, 0, 0, 1, 0, 0, 0, 1}), {}});
    CHECK(mirrored.scale == Vec3{-1, 1, 1});
    CHECK_FALSE(mirrored.rotation);
    // A quarter turn about Z and a scale of 2: columns (0 2 0) (-2 0 0) (0 0 2).
    const NodeTransform both = node_transform({rows({0, -2, 0, 2, 0, 0, 0, 0, 2}), {}});
    CHECK(both.scale == Vec3{2, 2, 2});
    check_quaternion(both.rotation, {0, 0, root, root});
}

TEST_CASE("transform: a shearing matrix is two rotations with a scale between them", "[exchange]")
{
    const Mat3 shear = rows({1, 1, 0, 0, 1, 0, 0, 0, 1});
    const NodeTransform at = node_transform({shear, {}});
    REQUIRE(at.before);
    REQUIRE(at.scale);
    // Its singular values are the golden ratio and its inverse.
    CHECK(std::abs(at.scale->x * at.scale->y) == Approx(1));
    CHECK(std::max(std::abs(at.scale->x), std::abs(at.scale->y)) == Approx(1.6180340));
    check_near(product(at), shear);
}

TEST_CASE("transform: the product of the parts is the matrix for any nine numbers", "[exchange]")
{
    std::mt19937 random(20261121);
    std::uniform_real_distribution<float> number(-8, 8);  // the range of Q4.28
    for (int round = 0; round < 300; ++round) {
        std::array<float, 9> m{};
        for (float& entry : m) {
            entry = round % 3 == 0 && random() % 3 == 0 ? 0.0F : number(random);
        }
        if (round % 5 == 1) {  // of rank 1 or 2
            std::copy_n(m.begin(), 3, m.begin() + 3);
        }
        INFO("round " << round);
        const NodeTransform at = node_transform({rows(m), {}});
        for (const auto& rotation : {at.rotation, at.before}) {
            if (rotation) {
                const auto [x, y, z, w] = *rotation;
                CHECK(x * x + y * y + z * z + w * w == Approx(1));
            }
        }
        const Mat3 made = product(at);
        for (std::size_t i = 0; i < 9; ++i) {
            CHECK(numbers(made)[i] == Approx(m[i]).margin(3e-4));
        }
    }
    for (std::size_t i = 0; i < 9; ++i) {  // a single entry: two columns have length 0, the third is along an axis
        std::array<float, 9> single{};
        single[i] = 2;
        const Mat3 made = product(node_transform({rows(single), {}}));
        for (std::size_t entry = 0; entry < 9; ++entry) {
            CHECK(numbers(made)[entry] == Approx(entry == i ? 2.0 : 0.0).margin(1e-5));
        }
    }
    const NodeTransform nothing = node_transform({rows({0, 0, 0, 0, 0, 0, 0, 0, 0}), {}});
    CHECK(nothing.scale == Vec3{0, 0, 0});
    CHECK_FALSE(nothing.rotation);
}
