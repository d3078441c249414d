// Converts rotations of nodes to angles.
#include "exchange/map/node_rotation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace redforge::exchange {
namespace {

constexpr double turn_steps = 2048;

}  // namespace

Rows rows_of(const Transform& place)
{
    Rows rows{};
    for (std::size_t row = 0; row < 3; ++row) {
        std::copy_n(place[row].begin(), 3, rows[row].begin());
    }
    return rows;
}

Rows rows_of(const scene::Mat3& matrix)
{
    Rows rows{};
    for (glm::length_t row = 0; row < 3; ++row) {
        for (glm::length_t column = 0; column < 3; ++column) {
            rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] =
                static_cast<double>(matrix[column][row]);
        }
    }
    return rows;
}

double largest_difference(const Rows& a, const Rows& b)
{
    double largest = 0;
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            const double difference = std::abs(a[row][column] - b[row][column]);
            largest = std::isnan(difference) ? std::numeric_limits<double>::infinity() : std::max(largest, difference);
        }
    }
    return largest;
}

std::optional<Rows> without_scale(const Rows& matrix, bool& is_scaled)
{
    constexpr double slack = 1e-4;
    Rows columns{};
    for (std::size_t column = 0; column < 3; ++column) {
        columns[column] = {matrix[0][column], matrix[1][column], matrix[2][column]};
        const double length = std::sqrt(dot(columns[column], columns[column]));
        is_scaled = is_scaled || std::abs(length - 1) > slack;
        if (!(length > slack)) {
            return std::nullopt;
        }
        for (double& part : columns[column]) {
            part /= length;
        }
    }
    const bool is_rotation =
        std::abs(dot(columns[0], columns[1])) <= slack && std::abs(dot(columns[0], columns[2])) <= slack &&
        std::abs(dot(columns[1], columns[2])) <= slack && dot(columns[0], cross(columns[1], columns[2])) > 0;
    is_scaled = is_scaled || !is_rotation;
    if (!is_rotation) {
        return std::nullopt;
    }
    Rows rows{};
    for (std::size_t row = 0; row < 3; ++row) {
        rows[row] = {columns[0][row], columns[1][row], columns[2][row]};
    }
    return rows;
}

double angle_difference(double from, double to)
{
    return std::remainder(to - from, turn_steps);
}

DoubleTriple angles_of(const Rows& rows, const DoubleTriple& near)
{
    constexpr double turns_of_radian = turn_steps / (2 * std::numbers::pi);
    const double sine = std::clamp(-rows[1][2], -1.0, 1.0);
    if (std::abs(sine) > 1 - 1e-9) {
        // X is a quarter turn, so Y and Z rotate about one axis: keep Y.
        const double both = std::atan2(sine > 0 ? rows[0][1] : -rows[0][1], rows[0][0]) * turns_of_radian;
        return {sine > 0 ? turn_steps / 4 : turn_steps * 3 / 4, near[1], sine > 0 ? both - near[1] : near[1] - both};
    }
    const double x = std::asin(sine) * turns_of_radian;
    const double y = std::atan2(rows[0][2], rows[2][2]) * turns_of_radian;
    const double z = -std::atan2(rows[1][0], rows[1][1]) * turns_of_radian;
    const DoubleTriple first{x, y, z};
    const DoubleTriple second{turn_steps / 2 - x, y + turn_steps / 2, z + turn_steps / 2};
    const auto distance = [&](const DoubleTriple& angles) {
        double sum = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            sum += std::abs(angle_difference(near[axis], angles[axis]));
        }
        return sum;
    };
    return distance(second) < distance(first) - 1e-6 ? second : first;
}

}  // namespace redforge::exchange
