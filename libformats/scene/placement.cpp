// Positions, rotations and model names of all record types.
#include "scene/placement.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/text/letter_case.hpp"
#include "rgm/position.hpp"

namespace redforge::scene {
namespace {

struct Turn {
    float sine{};
    float cosine{};
};

/// Returns sine and cosine of an angle in 2048ths. Exact for quarter turns.
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

Vec3 place(const Placement& placement, Vec3 units)
{
    return placement.rotation * model_to_view(units) + placement.position;
}

Vec3 view_position(double x, double y, double z)
{
    return {static_cast<float>(-x * 256.0 / 5120), static_cast<float>(-y * 256.0 / 5120),
            static_cast<float>(-(0xFFFFFF - z * 256.0) / 5120)};
}

glm::dvec3 map_place(Vec3 view)
{
    return {-20.0 * static_cast<double>(view.x), -20.0 * static_cast<double>(view.y),
            (static_cast<double>(view.z) * 5120 + 0xFFFFFF) / 256};
}

std::array<std::int32_t, 3> map_position(Vec3 view)
{
    const auto whole = [](double value) { return static_cast<std::int32_t>(std::lround(value)); };
    const glm::dvec3 place = map_place(view);
    return {whole(place.x), whole(place.y), whole(place.z)};
}

Mat3 static_rotation(const std::array<std::int32_t, 9>& matrix)
{
    constexpr Vec3 s{1, 1, -1};
    Mat3 rotation{};
    for (glm::length_t i = 0; i < 9; ++i) {
        const glm::length_t row = i / 3;
        const glm::length_t column = i % 3;
        rotation[column][row] =
            static_cast<float>(matrix[static_cast<std::size_t>(i)] / 268435456.0) * s[row] * s[column];
    }
    return rotation;
}

Mat3 object_rotation(const rgm::Angles& angles)
{
    const Turn x = turn(angles.x);
    const Turn y = turn(angles.y);
    const Turn z = turn(-(angles.z & 2047));
    // In column-major order.
    const Mat3 about_x(1, 0, 0, 0, x.cosine, x.sine, 0, -x.sine, x.cosine);
    const Mat3 about_y(y.cosine, 0, -y.sine, 0, 1, 0, y.sine, 0, y.cosine);
    const Mat3 about_z(z.cosine, z.sine, 0, -z.sine, z.cosine, 0, 0, 0, 1);
    return about_y * about_x * about_z;
}

std::string model_stem(std::string_view name)
{
    return upper(name.substr(0, std::min(name.rfind('.'), name.size())));
}

}  // namespace redforge::scene
