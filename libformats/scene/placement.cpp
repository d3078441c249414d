// Positions, rotations and names of models, whatever record they are of.
#include "scene/placement.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/letter_case.hpp"
#include "rgm/position.hpp"

namespace redforge::scene {
namespace {

struct Turn {
    float sine{};
    float cosine{};
};

/// Quarter turns exactly, so that right angles stay right.
Turn turn(std::int32_t angle)
{
    angle &= 2047;
    switch (angle) {
    case 0: return {0, 1};
    case 512: return {1, 0};
    case 1024: return {0, -1};
    case 1536: return {-1, 0};
    default: break;
    }
    const double radians = angle * std::numbers::pi / 1024;
    return {static_cast<float>(std::sin(radians)), static_cast<float>(std::cos(radians))};
}

}  // namespace

Mat3 operator*(const Mat3& a, const Mat3& b)
{
    Mat3 product;
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            product.m[row * 3 + column] =
                a.m[row * 3] * b.m[column] + a.m[row * 3 + 1] * b.m[3 + column] + a.m[row * 3 + 2] * b.m[6 + column];
        }
    }
    return product;
}

Vec3 operator*(const Mat3& a, Vec3 v)
{
    return {a.m[0] * v.x + a.m[1] * v.y + a.m[2] * v.z, a.m[3] * v.x + a.m[4] * v.y + a.m[5] * v.z,
            a.m[6] * v.x + a.m[7] * v.y + a.m[8] * v.z};
}

Vec3 place(const Placement& placement, Vec3 units)
{
    return placement.rotation * model_to_view(units) + placement.position;
}

Vec3 view_position(double x, double y, double z)
{
    return {static_cast<float>(-x * 256.0 / 5120), static_cast<float>(-y * 256.0 / 5120),
            static_cast<float>(-(0xFFFFFF - z * 256.0) / 5120)};
}

std::array<std::int32_t, 3> map_position(Vec3 view)
{
    const auto whole = [](double value) { return static_cast<std::int32_t>(std::lround(value)); };
    return {whole(-20.0 * static_cast<double>(view.x)), whole(-20.0 * static_cast<double>(view.y)),
            whole((static_cast<double>(view.z) * 5120 + 0xFFFFFF) / 256)};
}

Mat3 static_rotation(const std::array<std::int32_t, 9>& matrix)
{
    constexpr std::array<float, 3> s{1, 1, -1};
    Mat3 rotation;
    for (std::size_t i = 0; i < 9; ++i) {
        rotation.m[i] = static_cast<float>(matrix[i] / 268435456.0) * s[i / 3] * s[i % 3];
    }
    return rotation;
}

Mat3 object_rotation(const rgm::Angles& angles)
{
    const Turn x = turn(angles.x);
    const Turn y = turn(angles.y);
    const Turn z = turn(-(angles.z & 2047));
    const Mat3 about_x{{1, 0, 0, 0, x.cosine, -x.sine, 0, x.sine, x.cosine}};
    const Mat3 about_y{{y.cosine, 0, y.sine, 0, 1, 0, -y.sine, 0, y.cosine}};
    const Mat3 about_z{{z.cosine, -z.sine, 0, z.sine, z.cosine, 0, 0, 0, 1}};
    return about_y * about_x * about_z;
}

std::string model_stem(std::string_view name)
{
    return upper(name.substr(0, std::min(name.rfind('.'), name.size())));
}

}  // namespace redforge::scene
