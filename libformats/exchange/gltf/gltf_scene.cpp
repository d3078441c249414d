// Visits the nodes of a glTF scene.
#include "exchange/gltf/gltf_scene.hpp"

#include <fmt/format.h>

#include "exchange/gltf/gltf_check.hpp"

namespace redforge::exchange {
namespace {

using nlohmann::json;

constexpr Transform nowhere_else{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

Transform product(const Transform& a, const Transform& b)
{
    Transform out{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 4; ++column) {
            out[row][column] = a[row][0] * b[0][column] + a[row][1] * b[1][column] + a[row][2] * b[2][column] +
                               (column == 3 ? a[row][3] : 0);
        }
    }
    return out;
}

/// Returns N numbers of a node's member, or `missing` if the node does not have it. check_gltf() has checked that they
/// are numbers.
template <std::size_t N>
std::array<double, N> numbers_in(const json& node, const char* member, std::array<double, N> missing)
{
    const auto found = node.find(member);
    if (found == node.end() || !found->is_array() || found->size() != N) {
        return missing;
    }
    std::array<double, N> values{};
    for (std::size_t i = 0; i < N; ++i) {
        if (!(*found)[i].is_number()) {
            return missing;
        }
        values[i] = (*found)[i].get<double>();
    }
    return values;
}

Transform transform_of(const json& node)
{
    if (node.contains("matrix")) {
        const auto m = numbers_in<16>(node, "matrix", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
        return {{{m[0], m[4], m[8], m[12]}, {m[1], m[5], m[9], m[13]}, {m[2], m[6], m[10], m[14]}}};
    }
    const auto t = numbers_in<3>(node, "translation", {0, 0, 0});
    const auto [x, y, z, w] = numbers_in<4>(node, "rotation", {0, 0, 0, 1});
    const auto s = numbers_in<3>(node, "scale", {1, 1, 1});
    return {{{(1 - 2 * (y * y + z * z)) * s[0], 2 * (x * y - w * z) * s[1], 2 * (x * z + w * y) * s[2], t[0]},
             {2 * (x * y + w * z) * s[0], (1 - 2 * (x * x + z * z)) * s[1], 2 * (y * z - w * x) * s[2], t[1]},
             {2 * (x * z - w * y) * s[0], 2 * (y * z + w * x) * s[1], (1 - 2 * (x * x + y * y)) * s[2], t[2]}}};
}

/// Returns a member that is a list of node indices, below `count`.
Result<std::vector<std::uint32_t>> nodes_in(const json& object, const char* member, std::size_t count)
{
    std::vector<std::uint32_t> nodes;
    const auto found = object.find(member);
    if (found == object.end() || !found->is_array()) {
        return nodes;
    }
    for (const json& each : *found) {
        const std::optional<std::uint32_t> node = whole_number(each);
        if (!node || *node >= count) {
            return fail({.code = ErrorCode::malformed,
                         .message = "refers to a node that does not exist",
                         .field = member,
                         .hint = fmt::format("there are {}", count)});
        }
        nodes.push_back(*node);
    }
    return nodes;
}

/// Returns the nodes of the scene, or all nodes without a parent if there is no scene.
Result<std::vector<std::uint32_t>> roots_of(const GltfReader& reader, const json* scene)
{
    const std::size_t count = reader.count("nodes");
    if (scene != nullptr) {
        return nodes_in(*scene, "nodes", count);
    }
    std::vector<bool> child(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const json* const node = reader.find("nodes", i);
        const auto children = node != nullptr ? nodes_in(*node, "children", count) : std::vector<std::uint32_t>{};
        if (!children) {
            return children;
        }
        for (const std::uint32_t each : *children) {
            child[each] = true;
        }
    }
    std::vector<std::uint32_t> roots;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!child[i]) {
            roots.push_back(i);
        }
    }
    return roots;
}

}  // namespace

std::array<double, 3> transform_point(const Transform& m, const std::array<double, 3>& point)
{
    std::array<double, 3> out = transform_step(m, point);
    for (std::size_t row = 0; row < 3; ++row) {
        out[row] += m[row][3];
    }
    return out;
}

std::array<double, 3> transform_step(const Transform& m, const std::array<double, 3>& step)
{
    std::array<double, 3> out{};
    for (std::size_t row = 0; row < 3; ++row) {
        out[row] = m[row][0] * step[0] + m[row][1] * step[1] + m[row][2] * step[2];
    }
    return out;
}

double determinant(const Transform& m)
{
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

Result<std::vector<PlacedNode>> nodes_of_scene(const GltfReader& reader)
{
    struct Open {
        std::uint32_t node;
        std::optional<std::size_t> parent;  ///< index in the result
    };
    const json* const scene = reader.find("scenes", index_in(reader.document(), "scene").value_or(0));
    const std::size_t count = reader.count("nodes");
    const Result<std::vector<std::uint32_t>> roots = roots_of(reader, scene);
    if (!roots) {
        return fail(roots.error());
    }
    std::vector<Open> open;
    for (auto root = roots->rbegin(); root != roots->rend(); ++root) {
        open.push_back({*root, std::nullopt});
    }
    std::vector<bool> seen(count);
    std::vector<PlacedNode> nodes;
    while (!open.empty()) {
        const Open here = open.back();
        open.pop_back();
        const json* const node = reader.find("nodes", here.node);
        if (node == nullptr || seen[here.node]) {
            return fail({.code = ErrorCode::malformed,
                         .message = node == nullptr ? "is not an object" : "has two parents in the scene",
                         .field = fmt::format("nodes[{}]", here.node),
                         .hint = "nodes are a tree"});
        }
        seen[here.node] = true;
        PlacedNode& placed = nodes.emplace_back();
        placed.node = here.node;
        placed.parent = here.parent;
        placed.own = transform_of(*node);
        placed.place = here.parent ? product(nodes[*here.parent].place, placed.own) : placed.own;
        placed.plain = (!here.parent || nodes[*here.parent].plain) && placed.own == nowhere_else;
        const std::size_t index = nodes.size() - 1;
        const Result<std::vector<std::uint32_t>> children = nodes_in(*node, "children", count);
        if (!children) {
            return fail(children.error());
        }
        for (auto child = children->rbegin(); child != children->rend(); ++child) {
            open.push_back({*child, index});
        }
    }
    return nodes;
}

Result<std::vector<PlacedMesh>> meshes_of_scene(const GltfReader& reader)
{
    const Result<std::vector<PlacedNode>> nodes = nodes_of_scene(reader);
    if (!nodes) {
        return fail(nodes.error());
    }
    std::vector<PlacedMesh> meshes;
    for (const PlacedNode& placed : *nodes) {
        if (const std::optional<std::uint32_t> mesh = index_in(*reader.find("nodes", placed.node), "mesh")) {
            meshes.push_back({*mesh, placed.node, placed.place, placed.plain});
        }
    }
    return meshes;
}

}  // namespace redforge::exchange
