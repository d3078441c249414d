// Filling triangles, and looking at what is before a box.
#include "render/occlusion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace redforge::render {
namespace {

using scene::Vec3;

constexpr float nothing = std::numeric_limits<float>::max();
constexpr float least_w = 1e-5F;  ///< of what is cut off, which has hardly any digits left
constexpr double least_area = 8;  ///< pixels, doubled: what is smaller hides nothing to speak of

/// Double, as what is cut off at the near plane is many thousand pixels away.
struct Point {
    double x{};  ///< pixels
    double y{};
    double z{};
};

Point seen(const std::array<float, 4>& corner)
{
    const double part = 1 / static_cast<double>(corner[3]);
    return {(static_cast<double>(corner[0]) * part + 1) * (Occlusion::width / 2.0),
            (static_cast<double>(corner[1]) * part + 1) * (Occlusion::height / 2.0),
            static_cast<double>(corner[2]) * part};
}

/// The row or column at a place of the picture.
int line_at(double at, int most)
{
    return static_cast<int>(std::clamp(at, 0.0, static_cast<double>(most)));
}

/// How far behind the near plane, which is where z is -w.
float behind_near(const std::array<float, 4>& corner)
{
    return corner[2] + corner[3];
}

/// a * x + b * y + c, positive on one side of a line.
struct Edge {
    double a{};
    double b{};
    double c{};
    Edge(const Point& from, const Point& to) : a(from.y - to.y), b(to.x - from.x), c(from.x * to.y - from.y * to.x) {}
};

/// Pixels of a row whose middles are on the right side of an edge.
void narrow(const Edge& edge, double y, double& from, double& to)
{
    const double rest = edge.b * y + edge.c;
    if (edge.a > 0) {
        from = std::max(from, -rest / edge.a);
    } else if (edge.a < 0) {
        to = std::min(to, -rest / edge.a);
    } else if (rest < 0) {
        to = from - 1;
    }
}

}  // namespace

Occlusion::Corner Occlusion::clip(Vec3 place) const
{
    const std::array<float, 16>& m = camera_.matrix.m;
    Corner at{};
    for (std::size_t i = 0; i < 4; ++i) {
        at[i] = m[i] * place.x + m[4 + i] * place.y + m[8 + i] * place.z + m[12 + i];
    }
    return at;
}

void Occlusion::add(const Triangle& triangle, const std::array<float, 12>& rows)
{
    std::array<Corner, 3> corners{};
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 at = triangle[i];
        corners[i] = clip({rows[0] * at.x + rows[1] * at.y + rows[2] * at.z + rows[3],
                           rows[4] * at.x + rows[5] * at.y + rows[6] * at.z + rows[7],
                           rows[8] * at.x + rows[9] * at.y + rows[10] * at.z + rows[11]});
    }
    // What is before the near plane is cut off: at most four corners are left.
    std::array<Corner, 4> left{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const Corner& from = corners[i];
        const Corner& to = corners[(i + 1) % 3];
        const float here = behind_near(from);
        const float there = behind_near(to);
        if (here >= 0) {
            left[count++] = from;
        }
        if ((here >= 0) != (there >= 0)) {
            const float part = here / (here - there);
            for (std::size_t k = 0; k < 4; ++k) {
                left[count][k] = from[k] + (to[k] - from[k]) * part;
            }
            left[count][3] = std::max(left[count][3], least_w);
            ++count;
        }
    }
    for (std::size_t i = 2; i < count; ++i) {
        fill(left[0], left[i - 1], left[i]);
    }
}

void Occlusion::fill(const Corner& first, const Corner& second, const Corner& third)
{
    const Point a = seen(first);
    const Point b = seen(second);
    const Point c = seen(third);
    const double area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    if (!(area > least_area)) {  // seen from behind, too small, or no number
        return;
    }
    if (depths_.empty()) {
        depths_.assign(std::size_t{width} * height, nothing);
    }
    // How z grows along x and y; a pixel has the farthest of its corners.
    const double along_x = ((b.z - a.z) * (c.y - a.y) - (c.z - a.z) * (b.y - a.y)) / area;
    const double along_y = ((c.z - a.z) * (b.x - a.x) - (b.z - a.z) * (c.x - a.x)) / area;
    const double at_origin = a.z - along_x * a.x - along_y * a.y + (std::abs(along_x) + std::abs(along_y)) / 2;
    const auto farthest = static_cast<float>(std::max({a.z, b.z, c.z}));
    const std::array<Edge, 3> edges{Edge(a, b), Edge(b, c), Edge(c, a)};
    const auto step = static_cast<float>(along_x);
    const int end = line_at(std::ceil(std::max({a.y, b.y, c.y}) - 0.5), height);
    for (int row = line_at(std::ceil(std::min({a.y, b.y, c.y}) - 0.5), height); row < end; ++row) {
        const double y = row + 0.5;
        double from = std::min({a.x, b.x, c.x});
        double to = std::max({a.x, b.x, c.x});
        for (const Edge& edge : edges) {
            narrow(edge, y, from, to);
        }
        const int left = line_at(std::ceil(from - 0.5), width);
        const int right = line_at(std::ceil(to - 0.5), width);
        auto z = static_cast<float>(at_origin + along_x * (left + 0.5) + along_y * y);
        float* const depths = &depths_[static_cast<std::size_t>(row) * width];
        for (int column = left; column < right; ++column, z += step) {
            depths[column] = std::min(depths[column], std::min(z, farthest));
        }
    }
}

bool Occlusion::hides(Vec3 middle, const std::array<Vec3, 3>& half) const
{
    if (depths_.empty()) {
        return false;
    }
    Point low{nothing, nothing, nothing};
    Point high{-nothing, -nothing, -nothing};
    for (unsigned i = 0; i < 8; ++i) {
        const auto sign = [i](unsigned bit) { return (i & bit) != 0 ? 1.0F : -1.0F; };
        const Corner corner = clip(middle + half[0] * sign(1) + half[1] * sign(2) + half[2] * sign(4));
        if (behind_near(corner) < 0) {
            return false;
        }
        const Point at = seen(corner);
        low = {std::min(low.x, at.x), std::min(low.y, at.y), std::min(low.z, at.z)};
        high = {std::max(high.x, at.x), std::max(high.y, at.y), high.z};
    }
    // A pixel more at each side: of those at an edge a part is open.
    const auto nearest = static_cast<float>(low.z);
    const int left = line_at(low.x - 1, width - 1);
    const int right = line_at(high.x + 1, width - 1);
    const int top = line_at(high.y + 1, height - 1);
    for (int row = line_at(low.y - 1, height - 1); row <= top; ++row) {
        const float* const depths = &depths_[static_cast<std::size_t>(row) * width];
        for (int column = left; column <= right; ++column) {
            if (!(depths[column] < nearest)) {
                return false;
            }
        }
    }
    return true;
}

}  // namespace redforge::render
