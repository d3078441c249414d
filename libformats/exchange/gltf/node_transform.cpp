// Decomposes matrices by singular value decomposition. For a pure rotation, it finishes in one sweep.
#include "exchange/gltf/node_transform.hpp"

#include <algorithm>
#include <cmath>

#include "exchange/mesh/triple.hpp"

namespace redforge::exchange {
namespace {

constexpr double nothing = 1e-5;

using Column = DoubleTriple;
using Columns = std::array<Column, 3>;

constexpr Columns identity_columns{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

/// Rotates two columns by an angle in their plane (a Jacobi rotation).
void turn(Column& a, Column& b, double cosine, double sine)
{
    for (std::size_t i = 0; i < 3; ++i) {
        const double old = a[i];
        a[i] = cosine * old - sine * b[i];
        b[i] = sine * old + cosine * b[i];
    }
}

/// Rotates `m` until its columns are orthogonal. Returns the same rotations of the unit matrix (one-sided Jacobi,
/// Hestenes).
Columns orthogonalize(Columns& m)
{
    constexpr int max_sweeps = 32;  // usually three to five
    Columns turns = identity_columns;
    bool turned = true;
    for (int sweep = 0; turned && sweep < max_sweeps; ++sweep) {
        turned = false;
        for (const auto& [p, q] : {std::pair<std::size_t, std::size_t>{0, 1}, {0, 2}, {1, 2}}) {
            const double a = dot(m[p], m[p]);
            const double b = dot(m[q], m[q]);
            const double c = dot(m[p], m[q]);
            if (std::abs(c) <= nothing * std::sqrt(a * b)) {
                continue;
            }
            const double zeta = (b - a) / (2 * c);
            const double tangent = (zeta < 0 ? -1 : 1) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
            const double cosine = 1 / std::sqrt(1 + tangent * tangent);
            turn(m[p], m[q], cosine, cosine * tangent);
            turn(turns[p], turns[q], cosine, cosine * tangent);
            turned = true;
        }
    }
    return turns;
}

/// Normalises orthogonal columns and returns their lengths. Columns of length zero are completed to a rotation. A
/// mirror gives a negative length.
Column take_lengths(Columns& m)
{
    Column lengths{};
    std::ranges::transform(m, lengths.begin(), [](const Column& column) { return std::sqrt(dot(column, column)); });
    const double least = std::ranges::max(lengths) * 1e-9;  // smaller lengths are rounding errors of 0
    std::array<bool, 3> has{};
    for (std::size_t i = 0; i < 3; ++i) {
        has[i] = lengths[i] > least;
        lengths[i] = has[i] ? lengths[i] : 0;
        for (double& part : m[i]) {
            part = has[i] ? part / lengths[i] : 0;
        }
    }
    if (lengths == Column{}) {
        m = identity_columns;
        return lengths;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        if (has[i]) {
            continue;
        }
        const std::size_t next = (i + 1) % 3;
        const std::size_t last = (i + 2) % 3;
        if (has[next] && has[last]) {
            m[i] = cross(m[next], m[last]);
        } else {
            // Any direction orthogonal to the only nonzero column.
            const Column& there = has[next] ? m[next] : m[last];
            m[i] = cross(there, std::abs(there[0]) > std::abs(there[1]) ? identity_columns[1] : identity_columns[0]);
            const double length = std::sqrt(dot(m[i], m[i]));
            std::ranges::transform(m[i], m[i].begin(), [length](double part) { return part / length; });
        }
        has[i] = true;
    }
    if (dot(m[0], cross(m[1], m[2])) < 0) {
        lengths[0] = -lengths[0];
        for (double& part : m[0]) {
            part = -part;
        }
    }
    return lengths;
}

/// Returns the quaternion of columns that form a rotation, or nullopt for the identity.
std::optional<Quaternion> quaternion(const Columns& m)
{
    // Start with the largest of the four squares, to avoid a division by a value near zero.
    const std::array<double, 4> squares{1 + m[0][0] - m[1][1] - m[2][2], 1 - m[0][0] + m[1][1] - m[2][2],
                                        1 - m[0][0] - m[1][1] + m[2][2], 1 + m[0][0] + m[1][1] + m[2][2]};
    const auto largest = static_cast<std::size_t>(std::ranges::max_element(squares) - squares.begin());
    std::array<double, 4> q{};
    if (largest == 3) {
        q = {m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0], squares[3]};
    } else {
        const std::size_t i = largest;
        const std::size_t j = (i + 1) % 3;
        const std::size_t k = (i + 2) % 3;
        q[i] = squares[i];
        q[j] = m[i][j] + m[j][i];
        q[k] = m[i][k] + m[k][i];
        q[3] = m[j][k] - m[k][j];
    }
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double sign = q[3] < 0 ? -1 : 1;  // q and -q are the same rotation; use w >= 0
    if (std::ranges::all_of(q.begin(), q.begin() + 3,
                            [&](double part) { return std::abs(part) < nothing / 2 * length; })) {
        return std::nullopt;
    }
    Quaternion made{};
    // Adding zero converts -0 to +0.
    std::ranges::transform(q, made.begin(),
                           [&](double part) { return static_cast<float>(sign * part / length + 0.0); });
    return made;
}

}  // namespace

NodeTransform node_transform(const scene::Placement& placement)
{
    Columns columns{};
    for (glm::length_t column = 0; column < 3; ++column) {
        for (glm::length_t row = 0; row < 3; ++row) {
            columns[static_cast<std::size_t>(column)][static_cast<std::size_t>(row)] =
                static_cast<double>(placement.rotation[column][row]);
        }
    }
    NodeTransform made{.translation = placement.position};
    // m * turns = rotation * lengths, so m = rotation * lengths * transpose(turns).
    const Columns turns = orthogonalize(columns);
    const Column lengths = take_lengths(columns);
    made.rotation = quaternion(columns);
    if (std::ranges::any_of(lengths, [](double length) { return std::abs(length - 1) > nothing; })) {
        made.scale =
            scene::Vec3{static_cast<float>(lengths[0]), static_cast<float>(lengths[1]), static_cast<float>(lengths[2])};
    }
    if (turns != identity_columns) {
        Columns back{};
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) {
                back[i][j] = turns[j][i];
            }
        }
        made.before = quaternion(back);
    }
    return made;
}

}  // namespace redforge::exchange
