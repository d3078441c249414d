// Visibility from depth maps: renders depth around each camera position, tests the statics, and merges equal cells.
#include "scene/visibility_build.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "rgm/map.hpp"
#include "rgm/scene_records.hpp"
#include "rgm/visibility_edit.hpp"

namespace redforge::scene {
namespace {

constexpr int side = 64;  // pixels per side of each of the six depth maps of a position
constexpr std::size_t faces_of_cube = 6;
constexpr float nearest = 0.05F;  // distance of the near plane, viewport units
constexpr std::size_t triangles_of_cluster = 32;
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

struct Triangle {
    std::array<Vec3, 3> corners;
};

/// Nearby triangles with a common bounding box.
struct Cluster {
    Box box;
    std::vector<Triangle> triangles;
};

/// A static to be tested: the sphere around its mesh.
struct Target {
    Vec3 centre{};
    float radius{};
    Box box;
    bool has_mesh{};  ///< a static without a mesh is visible from everywhere
};

struct VisibilityInput {
    std::vector<Cluster> clusters;
    std::vector<Target> targets;
};

/// Axes of a view direction: forward, right, up.
struct Axes {
    Vec3 forward{};
    Vec3 right{};
    Vec3 up{};
};

constexpr std::array<Axes, faces_of_cube> cube{{{{1, 0, 0}, {0, 0, 1}, {0, 1, 0}},
                                                {{-1, 0, 0}, {0, 0, -1}, {0, 1, 0}},
                                                {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}},
                                                {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}},
                                                {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}},
                                                {{0, 0, -1}, {-1, 0, 0}, {0, 1, 0}}}};

VisibilityInput make_visibility_input(const Scene& scene, std::size_t statics)
{
    VisibilityInput stage;
    stage.targets.resize(statics);
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
        for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
            if (i % triangles_of_cluster == 0) {
                stage.clusters.emplace_back();
            }
            const model::MeshTriangle& triangle = mesh.triangles[i];
            Cluster& cluster = stage.clusters.back();
            cluster.triangles.push_back({{point(triangle.a), point(triangle.b), point(triangle.c)}});
            for (const Vec3 corner : cluster.triangles.back().corners) {
                cluster.box.add(corner);
                box.add(corner);
            }
        }
        if (is_static && !mesh.triangles.empty()) {
            const Vec3 centre = (box.low + box.high) * 0.5F;
            stage.targets[instance.record] = {centre, length(box.high - centre), box, true};
        }
    }
    return stage;
}

/// One depth map, near triangles first.
class DepthPicture {
public:
    explicit DepthPicture(const Axes& axes) : axes_(axes) { depths_.fill(nothing_hit); }

    /// Returns true if a part of a box can be in the picture.
    [[nodiscard]] bool may_show(const Box& box, Vec3 place) const
    {
        const Vec3 middle = (box.low + box.high) * 0.5F - place;
        const Vec3 half = (box.high - box.low) * 0.5F;
        const auto reaches = [&](Vec3 normal) {
            constexpr float spare = 0.01F;  // tolerance for rounding
            return dot(middle, normal) + std::abs(normal.x) * half.x + std::abs(normal.y) * half.y +
                       std::abs(normal.z) * half.z >
                   -spare;
        };
        return reaches(axes_.forward) && reaches(axes_.forward + axes_.right) && reaches(axes_.forward - axes_.right) &&
               reaches(axes_.forward + axes_.up) && reaches(axes_.forward - axes_.up);
    }

    void draw(const Triangle& triangle, Vec3 place)
    {
        std::array<Vec3, 4> points;  // in axes right, up, forward; a clipped triangle has up to four corners
        std::size_t count = 0;
        std::array<Vec3, 3> seen;
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 from = triangle.corners[i] - place;
            seen[i] = {dot(from, axes_.right), dot(from, axes_.up), dot(from, axes_.forward)};
        }
        if (is_outside(seen)) {
            return;
        }
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 a = seen[i];
            const Vec3 b = seen[(i + 1) % 3];
            if (a.z >= nearest) {
                points[count++] = a;
            }
            if ((a.z >= nearest) != (b.z >= nearest)) {
                points[count++] = a + (b - a) * ((nearest - a.z) / (b.z - a.z));
            }
        }
        for (std::size_t i = 2; i < count; ++i) {
            fill(points[0], points[i - 1], points[i]);
        }
    }

    /// Returns true if a part of a sphere can be visible: at least one pixel that it can cover has nothing in front of
    /// it.
    [[nodiscard]] bool shows(Vec3 centre, float radius) const
    {
        const Vec3 seen{dot(centre, axes_.right), dot(centre, axes_.up), dot(centre, axes_.forward)};
        const float beside = radius * 1.4143F;  // the picture's field of view is 90 degrees
        if (seen.z <= -radius || std::abs(seen.x) - seen.z > beside || std::abs(seen.y) - seen.z > beside) {
            return false;
        }
        const float front = seen.z - radius;
        if (front <= nearest) {
            return true;
        }
        const auto span = [&](float middle) {
            const float low = middle - radius;
            const float high = middle + radius;
            return std::array{pixel(low / (low > 0 ? seen.z + radius : front)) - 1,
                              pixel(high / (high > 0 ? front : seen.z + radius)) + 1};
        };
        const auto [left, right] = span(seen.x);
        const auto [bottom, top] = span(seen.y);
        for (int row = std::max(bottom, 0); row <= std::min(top, side - 1); ++row) {
            for (int column = std::max(left, 0); column <= std::min(right, side - 1); ++column) {
                if (depth(column, row) >= front) {
                    return true;
                }
            }
        }
        return false;
    }

private:
    static bool is_outside(const std::array<Vec3, 3>& seen)
    {
        const auto all = [&](auto test) { return test(seen[0]) && test(seen[1]) && test(seen[2]); };
        return all([](Vec3 p) { return p.z < nearest; }) || all([](Vec3 p) { return p.x > p.z; }) ||
               all([](Vec3 p) { return -p.x > p.z; }) || all([](Vec3 p) { return p.y > p.z; }) ||
               all([](Vec3 p) { return -p.y > p.z; });
    }
    /// Converts the tangent of the angle from the centre to a pixel, clamped to the picture.
    static int pixel(float tangent)
    {
        return static_cast<int>(std::floor((std::clamp(tangent, -1.5F, 1.5F) + 1) * (0.5F * side)));
    }
    [[nodiscard]] float depth(int column, int row) const
    {
        return depths_[static_cast<std::size_t>(row * side + column)];
    }

    void fill(Vec3 a, Vec3 b, Vec3 c)
    {
        struct Corner {
            float x{};
            float y{};
            float inverse{};
        };
        const auto project = [](Vec3 p) {
            const float inverse = 1 / p.z;
            return Corner{(p.x * inverse + 1) * (0.5F * side), (p.y * inverse + 1) * (0.5F * side), inverse};
        };
        const Corner p = project(a);
        const Corner q = project(b);
        const Corner r = project(c);
        const float area = (q.x - p.x) * (r.y - p.y) - (r.x - p.x) * (q.y - p.y);
        if (area == 0 || !std::isfinite(area)) {
            return;
        }
        const auto first = [](float low) {
            return static_cast<int>(std::ceil(std::clamp(low - 0.5F, 0.0F, 1.0F * side)));
        };
        const auto last = [](float high) {
            return static_cast<int>(std::floor(std::clamp(high - 0.5F, -1.0F, side - 1.0F)));
        };
        for (int row = first(std::min({p.y, q.y, r.y})); row <= last(std::max({p.y, q.y, r.y})); ++row) {
            for (int column = first(std::min({p.x, q.x, r.x})); column <= last(std::max({p.x, q.x, r.x})); ++column) {
                const float x = static_cast<float>(column) + 0.5F;
                const float y = static_cast<float>(row) + 0.5F;
                const float of_q = ((x - p.x) * (r.y - p.y) - (r.x - p.x) * (y - p.y)) / area;
                const float of_r = ((q.x - p.x) * (y - p.y) - (x - p.x) * (q.y - p.y)) / area;
                if (of_q < 0 || of_r < 0 || of_q + of_r > 1) {
                    continue;
                }
                const float inverse = p.inverse + of_q * (q.inverse - p.inverse) + of_r * (r.inverse - p.inverse);
                float& known = depths_[static_cast<std::size_t>(row * side + column)];
                known = std::min(known, 1 / inverse);
            }
        }
    }

    Axes axes_;
    std::array<float, side * side> depths_;
};

/// Returns the statics visible from a position.
Bits find_visible_statics(const VisibilityInput& stage, Vec3 place, float distance)
{
    std::vector<DepthPicture> pictures(cube.begin(), cube.end());
    for (const Cluster& cluster : stage.clusters) {
        if (!cluster.box.is_near(place, distance)) {
            continue;
        }
        for (DepthPicture& picture : pictures) {
            if (picture.may_show(cluster.box, place)) {
                for (const Triangle& triangle : cluster.triangles) {
                    picture.draw(triangle, place);
                }
            }
        }
    }
    Bits seen((stage.targets.size() + 63) / 64);
    for (std::size_t i = 0; i < stage.targets.size(); ++i) {
        const Target& target = stage.targets[i];
        const auto shows = [&](const DepthPicture& picture) {
            return picture.shows(target.centre - place, target.radius);
        };
        if (!target.has_mesh || (target.box.is_near(place, distance) && std::ranges::any_of(pictures, shows))) {
            set_bit(seen, i);
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

/// Writes the leaves as runs of one list: numbers in groups, with each distinct selection of a group stored once.
void write_leaves(rgm::Visibility& file, const Leaves& leaves, std::size_t statics,
                  const std::vector<std::uint32_t>& always)
{
    constexpr std::size_t max_groups = 250;
    const std::size_t group = std::max<std::size_t>(32, (statics + max_groups - 1) / max_groups);
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
        for (std::size_t begin = 0; begin < statics; begin += group) {
            std::vector<std::uint32_t> numbers;
            for (std::size_t number = begin; number < std::min(begin + group, statics); ++number) {
                if (has_bit(leaves.set(i), number)) {
                    numbers.push_back(static_cast<std::uint32_t>(number));
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
                     .message = fmt::format("a map of {} statics", statics),
                     .field = "statics",
                     .hint = "a visibility has numbers for 65536"});
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

    // Grid points are the corners of cells, and a slice of points has one x. A cell uses the points in and next to it,
    // so four slices are kept at a time.
    const auto rows = static_cast<std::size_t>(grid.count(1)) + 1;
    const auto columns = static_cast<std::size_t>(grid.count(2)) + 1;
    const std::size_t slices = static_cast<std::size_t>(grid.count(0)) + 1;
    std::map<std::size_t, std::vector<Bits>> seen;
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stop{false};
    const unsigned wanted = options.threads != 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
    const auto look_at_slice = [&](std::size_t slice) {
        std::vector<Bits> bits(rows * columns);
        next = 0;
        const auto report_progress = [&](std::size_t places) {
            const double done =
                static_cast<double>(slice) + static_cast<double>(places) / static_cast<double>(bits.size());
            return progress.step(done / static_cast<double>(slices), "looking around").has_value();
        };
        const auto work = [&](bool reports) {
            for (std::size_t i = next++; i < bits.size() && !stop; i = next++) {
                bits[i] = find_visible_statics(stage,
                                               grid.view(grid.first[0] + static_cast<std::int32_t>(slice),
                                                         grid.first[1] + static_cast<std::int32_t>(i / columns),
                                                         grid.first[2] + static_cast<std::int32_t>(i % columns)),
                                               distance);
                stop = stop || (reports && !report_progress(i));
            }
        };
        {
            std::vector<std::jthread> others;
            for (unsigned i = 1; i < wanted; ++i) {
                others.emplace_back(work, false);
            }
            work(true);
        }
        seen[slice] = std::move(bits);
    };
    Leaves leaves;
    const std::uint32_t outside =
        leaves.number_of(statics_within(stage,
                                        Box{{-nothing_hit / 4, -nothing_hit / 4, -nothing_hit / 4},
                                            {nothing_hit / 4, nothing_hit / 4, nothing_hit / 4}},
                                        distance));
    std::vector<std::uint32_t> leaf_of_cell;
    for (std::size_t x = 0; x + 1 < slices; ++x) {
        for (std::size_t slice = x == 0 ? 0 : x - 1; slice <= std::min(x + 2, slices - 1); ++slice) {
            if (!seen.contains(slice)) {
                look_at_slice(slice);
            }
        }
        if (stop) {
            return fail(cancelled_error());
        }
        std::erase_if(seen, [&](const auto& each) { return each.first + 1 < x; });
        for (std::size_t y = 0; y + 1 < rows; ++y) {
            for (std::size_t z = 0; z + 1 < columns; ++z) {
                Bits bits((statics + 63) / 64);
                for (const auto& [slice, places] : seen) {
                    for (std::size_t row = y == 0 ? 0 : y - 1; row <= std::min(y + 2, rows - 1); ++row) {
                        for (std::size_t column = z == 0 ? 0 : z - 1; column <= std::min(z + 2, columns - 1);
                             ++column) {
                            add_bits(bits, places[row * columns + column]);
                        }
                    }
                }
                leaf_of_cell.push_back(leaves.number_of(bits));
            }
        }
    }
    file.nodes = Octree(grid, leaf_of_cell, outside).build();
    write_leaves(file, leaves, statics, always);
    return file;
}

}  // namespace redforge::scene
