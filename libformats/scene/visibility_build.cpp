// Visibility from depth maps: renders depth around each camera position, tests the statics, and merges equal cells.
#include "scene/visibility_build.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <thread>

#include <fmt/format.h>

#include "rgm/map.hpp"
#include "rgm/scene_records.hpp"
#include "rgm/visibility_edit.hpp"

namespace redforge::scene {
namespace {

constexpr int side = 64;  // pixels per side of each of the six depth maps of a position
constexpr int tile = 8;   // pixels per side of a tile of a depth map
constexpr int tiles = side / tile;
constexpr std::size_t faces_of_cube = 6;
constexpr float nearest = 0.05F;          // distance of the near plane, viewport units
constexpr std::size_t max_triangles = 8;  // of a leaf of the tree of triangles
constexpr float nothing_hit = std::numeric_limits<float>::max();

/// The set of visible statics, one bit each.
using Bits = std::vector<std::uint64_t>;

void set_bit(Bits& bits, std::size_t number)
{
    bits[number / 64] |= std::uint64_t{1} << (number % 64);
}
bool has_bit(const Bits& bits, std::size_t number)
{
    return (bits[number / 64] >> (number % 64) & 1U) != 0;
}
void add_bits(Bits& to, const Bits& from)
{
    for (std::size_t i = 0; i < to.size(); ++i) {
        to[i] |= from[i];
    }
}

struct Box {
    Vec3 low{nothing_hit, nothing_hit, nothing_hit};
    Vec3 high{-nothing_hit, -nothing_hit, -nothing_hit};

    void add(Vec3 point)
    {
        low = {std::min(low.x, point.x), std::min(low.y, point.y), std::min(low.z, point.z)};
        high = {std::max(high.x, point.x), std::max(high.y, point.y), std::max(high.z, point.z)};
    }
    [[nodiscard]] bool is_near(Vec3 place, float distance) const
    {
        return place.x >= low.x - distance && place.x <= high.x + distance && place.z >= low.z - distance &&
               place.z <= high.z + distance;
    }
};

using Triangle = std::array<Vec3, 3>;

/// A node of a tree of triangles. A leaf has triangles, other nodes have two children.
struct TreeNode {
    Box box;
    std::uint32_t second{};  ///< number of the second child; the first child is the next node. 0: a leaf
    std::vector<Vec3> points;
    std::vector<std::array<std::uint8_t, 3>> triangles;  ///< numbers of points

    /// Returns the number of a point. Adds it if it is new.
    std::uint8_t number_of(Vec3 point)
    {
        const auto found = std::ranges::find(points, point);
        const auto number = static_cast<std::uint8_t>(found - points.begin());
        if (found == points.end()) {
            points.push_back(point);
        }
        return number;
    }
};

/// A tree of triangles: a node before its children, and the children divided along the longest side.
using Tree = std::vector<TreeNode>;

/// Appends the node of some triangles, and the nodes below it. Reorders the triangles.
void add_node(Tree& tree, std::span<Triangle> triangles)
{
    const std::size_t number = tree.size();
    TreeNode& node = tree.emplace_back();
    Box middles;
    const auto middle = [](const Triangle& triangle) { return triangle[0] + triangle[1] + triangle[2]; };
    for (const Triangle& triangle : triangles) {
        std::ranges::for_each(triangle, [&](Vec3 corner) { node.box.add(corner); });
        middles.add(middle(triangle));
    }
    if (triangles.size() <= max_triangles) {
        for (const auto& [a, b, c] : triangles) {
            node.triangles.push_back({node.number_of(a), node.number_of(b), node.number_of(c)});
        }
        return;
    }
    const Vec3 sides = middles.high - middles.low;
    const int axis = sides.x >= std::max(sides.y, sides.z) ? 0 : sides.y >= sides.z ? 1 : 2;
    const std::size_t half = triangles.size() / 2;
    std::ranges::nth_element(triangles, triangles.begin() + static_cast<std::ptrdiff_t>(half), {},
                             [&](const Triangle& triangle) { return middle(triangle)[axis]; });
    add_node(tree, triangles.first(half));
    tree[number].second = static_cast<std::uint32_t>(tree.size());
    add_node(tree, triangles.subspan(half));
}

/// A static to be tested: the sphere around its mesh.
struct Target {
    Vec3 centre{};
    float radius{};
    Box box;
    bool has_mesh{};  ///< a static without a mesh is visible from everywhere
};

struct VisibilityInput {
    Tree occluders;
    std::vector<Target> targets;
};

/// A direction along an axis of the viewport.
struct Axis {
    int number{};  ///< 0 is x, 1 is y, 2 is z
    float sign{1};
};

/// Axes of a view direction.
struct Axes {
    Axis forward;
    Axis right;
    Axis up;

    /// Returns a vector in these axes: right, up, forward.
    [[nodiscard]] Vec3 view(Vec3 from) const
    {
        return {from[right.number] * right.sign, from[up.number] * up.sign, from[forward.number] * forward.sign};
    }
};

constexpr std::array<Axes, faces_of_cube> cube{{{{0}, {2}, {1}},
                                                {{0, -1}, {2, -1}, {1}},
                                                {{1}, {0}, {2}},
                                                {{1, -1}, {0}, {2, -1}},
                                                {{2}, {0}, {1}},
                                                {{2, -1}, {0, -1}, {1}}}};

VisibilityInput make_visibility_input(const Scene& scene, std::size_t statics)
{
    VisibilityInput stage;
    stage.targets.resize(statics);
    std::vector<Triangle> triangles;
    for (const Instance& instance : scene.instances) {
        const bool is_static = instance.kind == Kind::static_object && instance.record < statics;
        if (!is_static && instance.kind != Kind::terrain) {
            continue;  // moving objects occlude nothing permanently
        }
        const model::Mesh& mesh = scene.meshes[instance.mesh].mesh;
        const auto point = [&](std::uint32_t number) {
            const model::MeshVertex& vertex = mesh.vertices[number];
            return place(instance.placement, {vertex.x, vertex.y, vertex.z});
        };
        Box box;
        for (const model::MeshTriangle& triangle : mesh.triangles) {
            triangles.push_back({point(triangle.a), point(triangle.b), point(triangle.c)});
            std::ranges::for_each(triangles.back(), [&](Vec3 corner) { box.add(corner); });
        }
        if (is_static && !mesh.triangles.empty()) {
            const Vec3 centre = (box.low + box.high) * 0.5F;
            stage.targets[instance.record] = {centre, length(box.high - centre), box, true};
        }
    }
    add_node(stage.occluders, triangles);
    return stage;
}

/// The pixels that a box or a sphere can cover in a depth map, and its nearest depth.
struct Covered {
    int left{};
    int right{};
    int bottom{};
    int top{};
    float front{};
};

/// One depth map of a camera position. The caller registers the pixels of statics with request(), draws the triangles,
/// and tests the same pixels with is_visible(). Triangles that are behind all registered pixels are skipped.
class DepthPicture {
public:
    void look_along(const Axes& axes) { axes_ = axes; }

    /// Returns the pixels that a sphere can cover; none if it reaches the camera. Returns nullopt if it is not in the
    /// picture.
    [[nodiscard]] std::optional<Covered> cover(Vec3 centre, float radius) const
    {
        const Vec3 seen = axes_.view(centre);
        const float beside = radius * 1.4143F;  // the picture's field of view is 90 degrees
        if (seen.z <= -radius || std::abs(seen.x) - seen.z > beside || std::abs(seen.y) - seen.z > beside) {
            return std::nullopt;
        }
        const Vec3 reach{radius, radius, radius};
        return seen.z - radius <= nearest ? Covered{.front = seen.z - radius} : cover_box(seen - reach, seen + reach);
    }

    /// Removes all registered pixels and triangles.
    void clear()
    {
        depths_.fill(0);
        outdated_ = ~std::uint64_t{0};
    }
    /// Registers pixels that is_visible() will test: every `step`-th row and column. Precondition: no triangle was
    /// drawn yet.
    void request(const Covered& pixels, int step)
    {
        for (int row = std::max(pixels.bottom, 0); row <= std::min(pixels.top, side - 1); row += step) {
            for (int column = std::max(pixels.left, 0); column <= std::min(pixels.right, side - 1); column += step) {
                float& known = depth(column, row);
                known = std::max(known, pixels.front);
            }
        }
    }
    /// Returns true if at least one of the pixels has nothing in front.
    [[nodiscard]] bool is_visible(const Covered& pixels)
    {
        return any_tile(pixels, [&](int row, int column) {
            for (int y = std::max(pixels.bottom, row * tile); y <= std::min(pixels.top, row * tile + tile - 1); ++y) {
                for (int x = std::max(pixels.left, column * tile);
                     x <= std::min(pixels.right, column * tile + tile - 1); ++x) {
                    if (depth(x, y) >= pixels.front) {
                        return true;
                    }
                }
            }
            return false;
        });
    }

    /// Draws the triangles within `distance` of a place along x and z that can be in front of registered pixels.
    void draw(const Tree& tree, Vec3 place, float distance, std::size_t number = 0)
    {
        const TreeNode& node = tree[number];
        if (!node.box.is_near(place, distance) || !may_hide(node.box, place)) {
            return;
        }
        if (node.second != 0) {
            const bool is_second_first =
                distance_to(tree[node.second].box, place) < distance_to(tree[number + 1].box, place);
            draw(tree, place, distance, is_second_first ? node.second : number + 1);
            draw(tree, place, distance, is_second_first ? number + 1 : node.second);
            return;
        }
        for (std::size_t i = 0; i < node.points.size(); ++i) {
            corners_[i] = corner_at(axes_.view(node.points[i] - place));
        }
        for (const auto& [a, b, c] : node.triangles) {
            draw(corners_[a], corners_[b], corners_[c]);
        }
    }

private:
    /// A corner of a triangle.
    struct Corner {
        Vec3 seen;          ///< right, up, forward
        unsigned beyond{};  ///< a bit for each side of the picture, and for the near plane, if the corner is beyond it
        float x{};          ///< in pixels; not set if it is beyond the near plane
        float y{};
        float inverse{};  ///< of the depth
    };
    static constexpr unsigned is_near = 1;

    static float distance_to(const Box& box, Vec3 place)
    {
        const Vec3 way = glm::clamp(place, box.low, box.high) - place;
        return dot(way, way);
    }
    /// Returns true if a part of a box can be in the picture, in front of registered pixels.
    [[nodiscard]] bool may_hide(const Box& box, Vec3 place)
    {
        const Vec3 a = axes_.view(box.low - place);
        const Vec3 b = axes_.view(box.high - place);
        const Vec3 low = glm::min(a, b);
        const Vec3 high = glm::max(a, b);
        constexpr float spare = 0.01F;  // tolerance for rounding
        if (std::min({high.x, -low.x, high.y, -low.y, 0.0F}) + high.z <= -spare) {
            return false;  // outside of a side of the picture, or behind the camera
        }
        if (low.z <= nearest) {
            return true;
        }
        // A triangle covers a pixel if it contains the centre of the pixel.
        const auto position = [](float tangent) { return (std::clamp(tangent, -1.5F, 1.5F) + 1) * (0.5F * side); };
        const auto first = [&](float from) {
            return first_pixel(position(from / (from > 0 ? high.z : low.z)) - spare);
        };
        const auto last = [&](float to) { return last_pixel(position(to / (to > 0 ? low.z : high.z)) + spare); };
        return is_visible({first(low.x), last(high.x), first(low.y), last(high.y), low.z * tolerance});
    }
    static Corner corner_at(Vec3 seen)
    {
        Corner corner{.seen = seen};
        corner.beyond = (seen.z < nearest ? is_near : 0U) | (seen.x > seen.z ? 2U : 0U) | (-seen.x > seen.z ? 4U : 0U) |
                        (seen.y > seen.z ? 8U : 0U) | (-seen.y > seen.z ? 16U : 0U);
        if ((corner.beyond & is_near) == 0) {
            project(corner);
        }
        return corner;
    }
    static void project(Corner& corner)
    {
        corner.inverse = 1 / corner.seen.z;
        corner.x = (corner.seen.x * corner.inverse + 1) * (0.5F * side);
        corner.y = (corner.seen.y * corner.inverse + 1) * (0.5F * side);
    }

    void draw(const Corner& a, const Corner& b, const Corner& c)
    {
        if ((a.beyond & b.beyond & c.beyond) != 0) {
            return;
        }
        if (((a.beyond | b.beyond | c.beyond) & is_near) == 0) {
            return fill(a, b, c);
        }
        std::array<Corner, 4> corners;  // a clipped triangle has up to four corners
        std::size_t count = 0;
        for (const auto& [from, to] : {std::pair(&a, &b), std::pair(&b, &c), std::pair(&c, &a)}) {
            if ((from->beyond & is_near) == 0) {
                corners[count++] = *from;
            }
            if (((from->beyond ^ to->beyond) & is_near) != 0) {
                const float part = (nearest - from->seen.z) / (to->seen.z - from->seen.z);
                corners[count].seen = from->seen + (to->seen - from->seen) * part;
                project(corners[count++]);
            }
        }
        for (std::size_t i = 2; i < count; ++i) {
            fill(corners[0], corners[i - 1], corners[i]);
        }
    }
    static constexpr float tolerance = 0.9999F;  ///< of a depth, for rounding

    /// Rounds down. Faster than std::floor, which is a call.
    static int round_down(float value)
    {
        const int whole = static_cast<int>(value);
        return static_cast<float>(whole) > value ? whole - 1 : whole;
    }
    /// Converts the tangent of the angle from the centre to a pixel, clamped to the picture.
    static int pixel(float tangent) { return round_down((std::clamp(tangent, -1.5F, 1.5F) + 1) * (0.5F * side)); }
    /// Returns the first and last pixel whose centre is not before or after a position in the picture.
    static int first_pixel(float low) { return -round_down(-std::clamp(low - 0.5F, 0.0F, 1.0F * side)); }
    static int last_pixel(float high) { return round_down(std::clamp(high - 0.5F, -1.0F, side - 1.0F)); }
    /// Returns the pixels of a box in the axes of the picture, with one pixel of tolerance.
    static Covered cover_box(Vec3 low, Vec3 high)
    {
        const auto span = [&](float from, float to) {
            return std::array{pixel(from / (from > 0 ? high.z : low.z)) - 1, pixel(to / (to > 0 ? low.z : high.z)) + 1};
        };
        const auto [left, right] = span(low.x, high.x);
        const auto [bottom, top] = span(low.y, high.y);
        return {left, right, bottom, top, low.z};
    }
    [[nodiscard]] float& depth(int column, int row) { return depths_[static_cast<std::size_t>(row * side + column)]; }

    /// Calls `test` for the tiles with these pixels that have a depth behind them. Returns true if a call does.
    template <class Test>
    bool any_tile(const Covered& pixels, Test test)
    {
        for (int row = std::max(pixels.bottom, 0) / tile; row <= std::min(pixels.top, side - 1) / tile; ++row) {
            for (int column = std::max(pixels.left, 0) / tile; column <= std::min(pixels.right, side - 1) / tile;
                 ++column) {
                if (farthest(row, column) >= pixels.front && test(row, column)) {
                    return true;
                }
            }
        }
        return false;
    }
    /// Returns the greatest depth in a tile.
    float farthest(int row, int column)
    {
        const auto number = static_cast<std::size_t>(row * tiles + column);
        if ((outdated_ >> number & 1U) != 0) {
            std::array<float, tile> most{};  // of each column, so that the compiler can vectorise the loop
            for (int y = row * tile; y < row * tile + tile; ++y) {
                const float* const depths = &depth(column * tile, y);
                for (std::size_t x = 0; x < tile; ++x) {
                    most[x] = std::max(most[x], depths[x]);
                }
            }
            farthest_[number] = std::ranges::max(most);
            outdated_ &= ~(std::uint64_t{1} << number);
        }
        return farthest_[number];
    }

    void fill(const Corner& p, const Corner& q, const Corner& r)
    {
        const float area = (q.x - p.x) * (r.y - p.y) - (r.x - p.x) * (q.y - p.y);
        if (area == 0 || !std::isfinite(area)) {
            return;
        }
        const int bottom = first_pixel(std::min({p.y, q.y, r.y}));
        const int top = last_pixel(std::max({p.y, q.y, r.y}));
        const int left = first_pixel(std::min({p.x, q.x, r.x}));
        const int right = last_pixel(std::max({p.x, q.x, r.x}));
        const float front = tolerance / std::max({p.inverse, q.inverse, r.inverse});
        for (int row = bottom; row <= top; ++row) {
            for (int column = left; column <= right; ++column) {
                float& known = depth(column, row);
                if (known < front) {
                    continue;
                }
                const float x = static_cast<float>(column) + 0.5F;
                const float y = static_cast<float>(row) + 0.5F;
                const float of_q = ((x - p.x) * (r.y - p.y) - (r.x - p.x) * (y - p.y)) / area;
                const float of_r = ((q.x - p.x) * (y - p.y) - (x - p.x) * (q.y - p.y)) / area;
                if (of_q < 0 || of_r < 0 || of_q + of_r > 1) {
                    continue;
                }
                const float inverse = p.inverse + of_q * (q.inverse - p.inverse) + of_r * (r.inverse - p.inverse);
                if (1 / inverse < known) {
                    known = 1 / inverse;
                    outdated_ |= std::uint64_t{1} << static_cast<unsigned>(row / tile * tiles + column / tile);
                }
            }
        }
    }

    Axes axes_;
    std::array<Corner, 3 * max_triangles> corners_;         ///< of the leaf that is drawn
    std::array<float, std::size_t{side} * side> depths_{};  ///< depth of the nearest triangle at each pixel
    std::array<float, std::size_t{tiles} * tiles> farthest_{};
    std::uint64_t outdated_{};  ///< a bit for each tile whose `farthest_` is out of date
};

/// Returns the statics visible from a position, except those of `known`, which need no test.
Bits find_visible_statics(const VisibilityInput& stage, Vec3 place, float distance, const Bits& known)
{
    Bits seen((stage.targets.size() + 63) / 64);
    std::vector<std::size_t> tested;
    for (std::size_t i = 0; i < stage.targets.size(); ++i) {
        if (!stage.targets[i].has_mesh) {
            set_bit(seen, i);
        } else if (!has_bit(known, i) && stage.targets[i].box.is_near(place, distance)) {
            tested.push_back(i);
        }
    }
    if (tested.empty()) {
        return seen;
    }
    std::vector<std::pair<std::size_t, Covered>> asked;
    DepthPicture picture;
    for (const Axes& axes : cube) {
        picture.look_along(axes);
        asked.clear();
        for (const std::size_t i : tested) {
            const Target& target = stage.targets[i];
            const auto covered = has_bit(seen, i) ? std::nullopt : picture.cover(target.centre - place, target.radius);
            if (covered && covered->front <= nearest) {
                set_bit(seen, i);  // the camera is in its sphere
            } else if (covered) {
                asked.emplace_back(i, *covered);
            }
        }
        // Most statics are visible at some of their pixels, and fewer triangles are in front of some than of all.
        for (const int step : {tile, 1}) {
            if (asked.empty()) {
                break;
            }
            picture.clear();
            for (const auto& [i, covered] : asked) {
                picture.request(covered, step);
            }
            picture.draw(stage.occluders, place, distance);
            std::erase_if(asked, [&](const auto& each) {
                const bool is_visible = picture.is_visible(each.second);
                if (is_visible) {
                    set_bit(seen, each.first);
                }
                return is_visible;
            });
        }
    }
    return seen;
}

/// Returns the statics within `distance` of any point of a box.
Bits statics_within(const VisibilityInput& stage, const Box& box, float distance)
{
    Bits near((stage.targets.size() + 63) / 64);
    for (std::size_t i = 0; i < stage.targets.size(); ++i) {
        const Target& target = stage.targets[i];
        const bool is_apart = target.box.low.x > box.high.x + distance || target.box.high.x < box.low.x - distance ||
                              target.box.low.z > box.high.z + distance || target.box.high.z < box.low.z - distance;
        if (!target.has_mesh || !is_apart) {
            set_bit(near, i);
        }
    }
    return near;
}

/// Camera grid: cells of `step` that fill the root cell. Only cells near statics are tested.
struct Grid {
    std::array<std::int32_t, 3> origin{};  ///< lowest corner of the root cell, in map units
    std::int32_t step{};
    std::int32_t cells{};                 ///< per side; a power of two
    std::array<std::int32_t, 3> first{};  ///< first and last cells to test
    std::array<std::int32_t, 3> end{};

    [[nodiscard]] std::int32_t count(std::size_t axis) const { return end[axis] - first[axis]; }
    [[nodiscard]] Vec3 view(std::int32_t x, std::int32_t y, std::int32_t z) const
    {
        return view_position(double{origin[0] + 1.0 * x * step}, double{origin[1] + 1.0 * y * step},
                             double{origin[2] + 1.0 * z * step});
    }
};

/// A point of a slice. A slice is the grid points with the same x.
struct GridPoint {
    std::size_t row{};
    std::size_t column{};
};

/// Returns the points of a slice whose coordinates are multiples of `step`. For steps less than 4, leaves out the
/// points at multiples of 2 * step, which are returned for larger steps.
std::vector<GridPoint> points_of(std::size_t rows, std::size_t columns, std::size_t step)
{
    std::vector<GridPoint> points;
    for (std::size_t row = 0; row < rows; row += step) {
        for (std::size_t column = 0; column < columns; column += step) {
            if (step == 4 || row % (2 * step) != 0 || column % (2 * step) != 0) {
                points.push_back({row, column});
            }
        }
    }
    return points;
}

/// The cells between two slices, and the statics that are visible from the points in and next to each cell, as far as
/// they are known.
class Layer {
public:
    Layer(std::size_t rows, std::size_t columns, std::size_t statics)
        : rows_(rows - 1), columns_(columns - 1), cells_(rows_ * columns_, Bits((statics + 63) / 64))
    {
    }

    /// Removes the objects from `known` that are invisible in at least one of the cells around a point.
    void limit(Bits& known, const GridPoint& point) const
    {
        for_each_cell(point, [&](std::size_t cell) {
            for (std::size_t i = 0; i < known.size(); ++i) {
                known[i] &= cells_[cell][i];
            }
        });
    }
    /// Adds the statics visible from a point to the cells around it.
    void add(const GridPoint& point, const Bits& visible)
    {
        for_each_cell(point, [&](std::size_t cell) { add_bits(cells_[cell], visible); });
    }
    [[nodiscard]] const std::vector<Bits>& cells() const { return cells_; }

private:
    /// Calls `each` with the cells that a point is in or next to.
    template <class Each>
    void for_each_cell(const GridPoint& point, Each each) const
    {
        for (std::size_t row = point.row < 2 ? 0 : point.row - 2; row < std::min(point.row + 2, rows_); ++row) {
            for (std::size_t column = point.column < 2 ? 0 : point.column - 2;
                 column < std::min(point.column + 2, columns_); ++column) {
                each(row * columns_ + column);
            }
        }
    }

    std::size_t rows_;
    std::size_t columns_;
    std::vector<Bits> cells_;
};

/// Leaves, with equal leaves merged.
class Leaves {
public:
    std::uint32_t number_of(const Bits& bits)
    {
        const auto [found, is_new] = numbers_.try_emplace(bits, static_cast<std::uint32_t>(sets_.size()));
        if (is_new) {
            sets_.push_back(&found->first);
        }
        return found->second;
    }
    [[nodiscard]] const Bits& set(std::size_t number) const { return *sets_[number]; }
    [[nodiscard]] std::size_t size() const { return sets_.size(); }

private:
    std::map<Bits, std::uint32_t> numbers_;
    std::vector<const Bits*> sets_;
};

/// The octree over the leaves of cells, in preorder. Cells with equal content are merged.
class Octree {
public:
    Octree(const Grid& grid, const std::vector<std::uint32_t>& leaf_of_cell, std::uint32_t outside)
        : grid_(grid), leaf_of_cell_(leaf_of_cell), outside_(outside)
    {
    }

    std::vector<rgm::VisibilityNode> build()
    {
        add({0, 0, 0}, grid_.cells);
        return std::move(nodes_);
    }

private:
    using Corner = std::array<std::int32_t, 3>;

    [[nodiscard]] std::uint32_t leaf_at(const Corner& cell) const
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (cell[axis] < grid_.first[axis] || cell[axis] >= grid_.end[axis]) {
                return outside_;
            }
        }
        const auto in = [&](std::size_t axis) { return static_cast<std::size_t>(cell[axis] - grid_.first[axis]); };
        return leaf_of_cell_[(in(0) * static_cast<std::size_t>(grid_.count(1)) + in(1)) *
                                 static_cast<std::size_t>(grid_.count(2)) +
                             in(2)];
    }
    /// Returns the common leaf of all cells in a cube, or nullopt if they differ.
    [[nodiscard]] std::optional<std::uint32_t> one_leaf(const Corner& corner, std::int32_t size) const
    {
        bool is_apart = false;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            is_apart = is_apart || corner[axis] >= grid_.end[axis] || corner[axis] + size <= grid_.first[axis];
        }
        if (is_apart) {
            return outside_;
        }
        const std::uint32_t leaf = leaf_at(corner);
        for (std::int32_t x = 0; x < size; ++x) {
            for (std::int32_t y = 0; y < size; ++y) {
                for (std::int32_t z = 0; z < size; ++z) {
                    if (leaf_at({corner[0] + x, corner[1] + y, corner[2] + z}) != leaf) {
                        return std::nullopt;
                    }
                }
            }
        }
        return leaf;
    }

    std::uint32_t add(const Corner& corner, std::int32_t size)
    {
        const auto number = static_cast<std::uint32_t>(nodes_.size());
        nodes_.emplace_back();
        if (const auto leaf = one_leaf(corner, size)) {
            nodes_[number].leaf = *leaf;
            return number;
        }
        std::vector<std::uint32_t> children;
        const std::int32_t half = size / 2;
        for (std::int32_t octant = 0; octant < 8; ++octant) {  // bit 0 is z, 1 is y, 2 is x
            children.push_back(add({corner[0] + (octant & 4) / 4 * half, corner[1] + (octant & 2) / 2 * half,
                                    corner[2] + (octant & 1) * half},
                                   half));
        }
        nodes_[number].mask = 0xFF;
        nodes_[number].children = std::move(children);
        return number;
    }

    const Grid& grid_;
    const std::vector<std::uint32_t>& leaf_of_cell_;
    std::uint32_t outside_;
    std::vector<rgm::VisibilityNode> nodes_;
};

/// Returns the numbers of the statics in an order in which neighbours are near each other: along a Z-order curve.
std::vector<std::uint32_t> neighbours_together(const std::vector<rgm::StaticObject>& statics)
{
    const auto along_curve = [&](std::uint32_t number) {
        constexpr std::int32_t cell = 64;  // map units, so that the coordinates of a map have 16 bits
        std::uint64_t key = 0;
        for (int bit = 0; bit < 32; ++bit) {
            const auto bit_of = [&](std::int32_t at) {
                return std::uint64_t{(static_cast<std::uint32_t>(at / cell) ^ 0x80000000U) >> bit & 1U};
            };
            const rgm::Position& position = statics[number].position;
            key |= bit_of(position.x) << (2 * bit) | bit_of(position.z) << (2 * bit + 1);
        }
        return key;
    };
    std::vector<std::uint32_t> numbers(statics.size());
    std::iota(numbers.begin(), numbers.end(), 0U);
    std::ranges::stable_sort(numbers, {}, along_curve);
    return numbers;
}

/// Writes the leaves as runs of one list: neighbouring statics in groups, with each distinct selection of a group
/// stored once. Groups of 64 made the smallest file for a map of 5,200 statics.
void write_leaves(rgm::Visibility& file, const Leaves& leaves, const std::vector<rgm::StaticObject>& statics,
                  const std::vector<std::uint32_t>& always)
{
    constexpr std::size_t max_groups = 250;
    const std::size_t group = std::max<std::size_t>(64, (statics.size() + max_groups - 1) / max_groups);
    const std::vector<std::uint32_t> order = neighbours_together(statics);
    std::map<std::vector<std::uint32_t>, std::uint32_t> known;
    const auto run_of = [&](const std::vector<std::uint32_t>& numbers) {
        const auto [found, is_new] = known.try_emplace(numbers, static_cast<std::uint32_t>(file.objects.size()));
        if (is_new) {
            file.objects.insert(file.objects.end(), numbers.begin(), numbers.end());
        }
        return found->second;
    };
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        rgm::VisibilityLeaf& leaf = file.leaves.emplace_back();
        const auto add = [&](const std::vector<std::uint32_t>& numbers) {
            if (!numbers.empty()) {
                leaf.runs.insert(leaf.runs.end(), {static_cast<std::uint32_t>(numbers.size()), run_of(numbers)});
            }
        };
        for (std::size_t begin = 0; begin < order.size(); begin += group) {
            std::vector<std::uint32_t> numbers;
            for (std::size_t at = begin; at < std::min(begin + group, order.size()); ++at) {
                if (has_bit(leaves.set(i), order[at])) {
                    numbers.push_back(order[at]);
                }
            }
            add(numbers);
        }
        add(always);
    }
}

/// Returns the root cell, and the cells in it to test.
Grid grid_of(const rgm::Map& map, const VisibilityOptions& options, rgm::Visibility& file, bool has_root)
{
    std::array<std::int32_t, 3> low{INT32_MAX, INT32_MAX, INT32_MAX};
    std::array<std::int32_t, 3> high{INT32_MIN, INT32_MIN, INT32_MIN};
    for (const rgm::StaticObject& object : map.statics.records) {
        const std::array<std::int32_t, 3> at{object.position.x, object.position.y, object.position.z};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], std::clamp(at[axis], -65536, 131072));
            high[axis] = std::max(high[axis], std::clamp(at[axis], -65536, 131072));
        }
    }
    Grid grid{.step = options.step};
    if (!has_root) {
        std::int32_t half = 8192;
        while (half < 65536 && std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]}) + 1024 > 2 * half) {
            half *= 2;
        }
        const auto centre = [&](std::size_t axis) { return (low[axis] + high[axis]) / 2 / 256 * 256; };
        file.half_size = static_cast<std::uint32_t>(half);
        file.x = centre(0);
        file.y = centre(1);
        file.z = centre(2);
    }
    const auto half = static_cast<std::int32_t>(file.half_size);
    grid.origin = {file.x - half, file.y - half, file.z - half};
    const auto wanted = static_cast<unsigned>(std::max(1, 2 * half / options.step));
    grid.cells = static_cast<std::int32_t>(std::bit_floor(wanted));
    grid.step = 2 * half / grid.cells;
    constexpr std::int32_t around = 1024;  // camera range beyond the statics' origins, in map units
    for (std::size_t axis = 0; axis < 3; ++axis) {
        grid.first[axis] = std::clamp((low[axis] - around - grid.origin[axis]) / grid.step, 0, grid.cells);
        grid.end[axis] =
            std::clamp((high[axis] + around - grid.origin[axis]) / grid.step + 1, grid.first[axis], grid.cells);
    }
    return grid;
}

}  // namespace

Result<rgm::Visibility> build_visibility(const rgm::Map& map, const Scene& scene, const rgm::Visibility* before,
                                         const VisibilityOptions& options, const Progress& progress)
{
    const std::size_t statics = map.statics.records.size();
    constexpr std::uint32_t max_half_size = 65536;
    const bool has_root = before != nullptr && before->half_size >= 256 && before->half_size <= max_half_size &&
                          std::abs(before->x) <= 131072 && std::abs(before->y) <= 131072 &&
                          std::abs(before->z) <= 131072;
    if (statics == 0 || statics > 0x10000) {
        return fail({.code = statics == 0 ? ErrorCode::not_found : ErrorCode::out_of_range,
                     .message = fmt::format("the map has {} statics", statics),
                     .field = "statics",
                     .hint = "a PVO needs a static and can number at most 65536"});
    }
    rgm::Visibility file;
    if (has_root) {
        file.half_size = before->half_size;
        file.x = before->x;
        file.y = before->y;
        file.z = before->z;
    }
    std::vector<std::uint32_t> always;  // objects that scripts make visible
    if (before != nullptr) {
        std::ranges::copy_if(before->objects, std::back_inserter(always),
                             [&](std::uint32_t number) { return number >= statics; });
        std::ranges::sort(always);
        always.erase(std::unique(always.begin(), always.end()), always.end());
    }
    const Grid grid = grid_of(map, options, file, has_root);
    const VisibilityInput stage = make_visibility_input(scene, statics);
    const float distance = static_cast<float>(options.distance) / units_per_view;

    // Grid points are the corners of cells. A slice has all points with one x. A cell uses the points of four slices,
    // four rows and four columns around it. The points at multiples of four are tested first, because each cell uses
    // one of them. An object that is visible in all cells around a point need not be tested from this point.
    const auto rows = static_cast<std::size_t>(grid.count(1)) + 1;
    const auto columns = static_cast<std::size_t>(grid.count(2)) + 1;
    const std::size_t slices = static_cast<std::size_t>(grid.count(0)) + 1;
    std::map<std::size_t, Layer> layers;  // by the slice before them
    const auto layers_at = [&](std::size_t slice) {
        std::vector<Layer*> found;
        for (std::size_t x = slice < 2 ? 0 : slice - 2; x < std::min(slice + 2, slices - 1); ++x) {
            found.push_back(&layers.try_emplace(x, rows, columns, statics).first->second);
        }
        return found;
    };
    std::atomic<bool> stop{false};
    const unsigned wanted = options.threads != 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
    std::size_t done = 0;  // points
    const auto look_from = [&](std::size_t slice, const std::vector<GridPoint>& points) {
        const std::vector<Layer*> around = layers_at(slice);
        std::vector<Bits> found(points.size());
        std::atomic<std::size_t> next{0};
        const auto position_of_point = [&](const GridPoint& point) {
            return grid.view(grid.first[0] + static_cast<std::int32_t>(slice),
                             grid.first[1] + static_cast<std::int32_t>(point.row),
                             grid.first[2] + static_cast<std::int32_t>(point.column));
        };
        const auto work = [&](bool reports) {
            constexpr std::size_t together = 8;
            for (std::size_t i = next.fetch_add(together); i < points.size() && !stop; i = next.fetch_add(together)) {
                for (std::size_t each = i; each < std::min(i + together, points.size()); ++each) {
                    Bits known((statics + 63) / 64, ~std::uint64_t{0});
                    std::ranges::for_each(around, [&](const Layer* layer) { layer->limit(known, points[each]); });
                    found[each] = find_visible_statics(stage, position_of_point(points[each]), distance, known);
                }
                stop = stop || (reports && !progress.step(static_cast<double>(done + i) /
                                                              static_cast<double>(slices * rows * columns),
                                                          "testing camera positions"));
            }
        };
        {
            std::vector<std::jthread> others;
            for (unsigned i = 1; i < wanted; ++i) {
                others.emplace_back(work, false);
            }
            work(true);
        }
        for (std::size_t i = 0; i < points.size() && !stop; ++i) {
            std::ranges::for_each(around, [&](Layer* layer) { layer->add(points[i], found[i]); });
        }
        done += points.size();
    };
    Leaves leaves;
    const std::uint32_t outside =
        leaves.number_of(statics_within(stage,
                                        Box{{-nothing_hit / 4, -nothing_hit / 4, -nothing_hit / 4},
                                            {nothing_hit / 4, nothing_hit / 4, nothing_hit / 4}},
                                        distance));
    std::vector<std::uint32_t> leaf_of_cell;
    const std::size_t last = (slices + 2) / 4 * 4;  // the last slice, rounded up
    for (std::size_t first = 0; first <= last; first += 4) {
        for (const std::size_t back : std::array<std::size_t, 4>{0, 2, 3, 1}) {
            for (const std::size_t step : std::array<std::size_t, 3>{4, 2, 1}) {
                if (back <= first && first - back < slices) {
                    look_from(first - back, points_of(rows, columns, step));
                }
            }
        }
        if (stop) {
            return fail(cancelled_error());
        }
        // All slices up to `first` are done.
        while (!layers.empty() && (layers.begin()->first + 2 <= first || first == last)) {
            for (const Bits& cell : layers.begin()->second.cells()) {
                leaf_of_cell.push_back(leaves.number_of(cell));
            }
            layers.erase(layers.begin());
        }
    }
    file.nodes = Octree(grid, leaf_of_cell, outside).build();
    write_leaves(file, leaves, map.statics.records, always);
    return file;
}

}  // namespace redforge::scene
