// Checks of map contents: objects, static objects, ropes, lights, flats, markers, sizes and walk maps.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <tuple>

#include <fmt/format.h>
#include <glm/glm.hpp>

#include "check/check.hpp"
#include "check/map_nodes.hpp"
#include "check/size_rows.hpp"
#include "core/text/letter_case.hpp"
#include "edit/operation/rotation.hpp"
#include "rgm/actor.hpp"
#include "rgm/map.hpp"
#include "rgm/object.hpp"
#include "rgm/scene_records.hpp"
#include "rgm/walk_map.hpp"
#include "scene/game_folder.hpp"
#include "scene/placement.hpp"

namespace redforge::check {
namespace {

/// Returns a fix that sets a field of a record. An empty text clears the stored value of a computed field.
Fix set_field(edit::NodePath node, std::string field, std::string text)
{
    return [node = std::move(node), field = std::move(field), text = std::move(text)](edit::Recorder& recorder) {
        const RecordHandle record = edit::record_at(recorder.root(), node);
        return recorder.set(node, *record.table().find_field(field), text);
    };
}

/// Calls `each` with the path of every record that has a world position, and its X and Z in map units.
template <class Each>
void for_each_placed(const Report& report, Each each)
{
    const rgm::Map& map = report.root_as<rgm::Map>();
    const auto all = [&](const auto& records, std::string_view section) {
        const SectionNodes nodes(report.root(), section);
        for (std::size_t i = 0; i < records.size(); ++i) {
            each(nodes[i], static_cast<double>(records[i].position.x), static_cast<double>(records[i].position.z));
        }
    };
    all(map.objects.records, "objects");
    all(map.ropes.records, "ropes");
    all(map.statics.records, "statics");
    all(map.lights.records, "lights");
    all(map.flats.records, "flats");
    all(map.markers.records, "markers");
}

/// Calls `each` for every route with its walk map, its node, the route, and a function that returns the route's path.
template <class Each>
void for_each_route(const Report& report, Each each)
{
    const auto& maps = report.root_as<rgm::Map>().walk_maps.records;
    const SectionNodes nodes(report.root(), "walk_maps");
    for (std::size_t m = 0; m < maps.size(); ++m) {
        for (std::size_t n = 0; n < maps[m].nodes.size(); ++n) {
            const rgm::WalkNode& node = maps[m].nodes[n];
            for (std::size_t r = 0; r < node.routes.size(); ++r) {
                const auto place = [&] {
                    return node_below(report.root(), node_below(report.root(), nodes[m], "nodes", n), "routes", r);
                };
                each(maps[m], node, node.routes[r], place);
            }
        }
    }
}

/// Returns the nearest rotation if the matrix is a rotation except for rounding. Returns nullopt if the matrix scales,
/// mirrors or shears.
std::optional<edit::Q28Matrix> rounded_rotation(const edit::Q28Matrix& matrix)
{
    constexpr double one = 268435456;
    constexpr double tolerance = 0.02;  // of row lengths and of dot products
    glm::dmat3 rows;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            rows[row][column] = matrix.at(static_cast<std::size_t>(row * 3 + column)) / one;
        }
    }
    for (int row = 0; row < 3; ++row) {
        const bool long_enough = std::abs(glm::length(rows[row]) - 1) <= tolerance;
        if (!long_enough || std::abs(glm::dot(rows[row], rows[(row + 1) % 3])) > tolerance) {
            return std::nullopt;
        }
    }
    if (glm::determinant(rows) <= 0) {
        return std::nullopt;
    }
    rows[0] = glm::normalize(rows[0]);
    rows[1] = glm::normalize(rows[1] - rows[0] * glm::dot(rows[0], rows[1]));
    rows[2] = glm::cross(rows[0], rows[1]);
    edit::Q28Matrix rotation{};
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            rotation.at(static_cast<std::size_t>(row * 3 + column)) =
                static_cast<std::int32_t>(std::lround(rows[row][column] * one));
        }
    }
    return edit::rotation_of(rotation) ? std::optional(rotation) : std::nullopt;
}

void find_unknown_actors(Report& report)
{
    std::set<std::string> actors;
    for (const rgm::Actor& actor : report.root_as<rgm::Map>().actors.records) {
        actors.insert(upper(actor.header.script_name.view()));
    }
    const SectionNodes nodes(report.root(), "objects");
    const auto& objects = report.root_as<rgm::Map>().objects.records;
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const std::string_view name = objects[i].script_name.view();
        if (!name.empty() && !actors.contains(upper(name))) {
            report.add({.node = nodes[i],
                        .member = "script_name",
                        .message = fmt::format("no actor {} is in this map", name)});
        }
    }
}

void find_twins(Report& report)
{
    const auto report_equal = [&](std::string_view section, const auto& records, auto key_of) {
        const SectionNodes nodes(report.root(), section);
        std::map<decltype(key_of(records[0])), std::size_t> first;
        for (std::size_t i = 0; i < records.size(); ++i) {
            if (records[i].model_name.view().empty()) {
                continue;
            }
            const auto [there, is_first] = first.try_emplace(key_of(records[i]), i);
            if (!is_first) {
                report.add(
                    {.node = nodes[i],
                     .message = fmt::format("{} has the same position and rotation as {}", records[i].model_name.view(),
                                            edit::path_text(report.root(), nodes[there->second]))});
            }
        }
    };
    report_equal("objects", report.root_as<rgm::Map>().objects.records, [](const rgm::Object& o) {
        constexpr std::int32_t turn = 2047;
        return std::tuple(scene::model_stem(o.model_name.view()), o.position.x.raw, o.position.y.raw, o.position.z.raw,
                          o.angle.x & turn, o.angle.y & turn, o.angle.z & turn);
    });
    report_equal("statics", report.root_as<rgm::Map>().statics.records, [](const rgm::StaticObject& o) {
        return std::tuple(scene::model_stem(o.model_name.view()), o.position.x, o.position.y, o.position.z,
                          o.rotation_matrix);
    });
}

void find_invalid_rotations(Report& report)
{
    const SectionNodes nodes(report.root(), "statics");
    const auto& statics = report.root_as<rgm::Map>().statics.records;
    for (std::size_t i = 0; i < statics.size(); ++i) {
        const edit::Q28Matrix& matrix = statics[i].rotation_matrix;
        if (edit::rotation_of(matrix)) {
            continue;
        }
        const std::optional<edit::Q28Matrix> rounded = rounded_rotation(matrix);
        report.add({.node = nodes[i],
                    .member = "rotation_matrix",
                    .message = rounded ? "the matrix differs slightly from a rotation"
                                       : "the matrix is not a rotation: it scales, mirrors or shears",
                    .fix = rounded ? set_field(nodes[i], "rotation_matrix", fmt::format("{}", fmt::join(*rounded, " ")))
                                   : Fix{}});
    }
}

void find_records_outside(Report& report)
{
    constexpr double side = 65536;
    for_each_placed(report, [&](const edit::NodePath& node, double x, double z) {
        for (const auto& [name, value] : {std::pair("position.x", x), std::pair("position.z", z)}) {
            if (value < 0 || value >= side) {
                report.add({.node = node,
                            .member = name,
                            .message = fmt::format("{} is outside the world (0 to 65535)", value)});
            }
        }
    });
}

void find_size_rows(Report& report)
{
    const rgm::Map& map = report.root_as<rgm::Map>();
    const SectionNodes nodes(report.root(), "objects");
    const std::size_t rows = map.sizes.records.size();
    // Number of objects by row and mesh. The most frequent mesh owns the row.
    std::map<std::int16_t, std::map<std::string, std::size_t>> meshes;
    for (const rgm::Object& object : map.objects.records) {
        if (has_mesh(object)) {
            ++meshes[object.size_row][scene::model_stem(object.model_name.view())];
        }
    }
    for (std::size_t i = 0; i < map.objects.records.size(); ++i) {
        const rgm::Object& object = map.objects.records[i];
        if (!has_mesh(object)) {
            continue;
        }
        const bool is_there = object.size_row >= 0 && static_cast<std::size_t>(object.size_row) < rows;
        const std::string stem = scene::model_stem(object.model_name.view());
        const std::map<std::string, std::size_t>& users = meshes[object.size_row];
        const auto most = std::ranges::max_element(users, {}, [](const auto& user) { return user.second; });
        const bool is_another = most->first != stem && most->second > users.at(stem);
        if (is_there && !is_another) {
            continue;
        }
        const std::optional<std::size_t> row = find_mesh_row(map, stem, std::array{i});
        const bool mends = row && static_cast<std::int64_t>(*row) != object.size_row;
        report.add({.node = nodes[i],
                    .member = "size_row",
                    .message = is_there ? fmt::format("row {} of sizes is the box of {}, not of {}", object.size_row,
                                                      most->first, stem)
                                        : fmt::format("{} is not a row of sizes; there are {}", object.size_row, rows),
                    .fix = mends ? set_field(nodes[i], "size_row", std::to_string(*row)) : Fix{}});
    }
}

void find_size_sums(Report& report)
{
    const SectionNodes nodes(report.root(), "sizes");
    const auto& sizes = report.root_as<rgm::Map>().sizes.records;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const rgm::Size& size = sizes[i];
        const auto look = [&](const char* axis, std::int32_t total, std::int32_t positive, std::int32_t negative) {
            const std::int64_t sum = std::int64_t{positive} + negative;
            if (total == sum) {
                return;
            }
            const std::string member = fmt::format("total.{}", axis);
            report.add({.node = nodes[i],
                        .member = member,
                        .message = fmt::format("{} is not {}, the sum of {} and {}", total, sum, positive, negative),
                        .fix = set_field(nodes[i], member, std::to_string(sum))});
        };
        look("x", size.total.x, size.positive.x, size.negative.x);
        look("y", size.total.y, size.positive.y, size.negative.y);
        look("z", size.total.z, size.positive.z, size.negative.z);
    }
}

void find_dangling_routes(Report& report)
{
    for_each_route(report, [&](const rgm::WalkMap& map, const rgm::WalkNode& /*node*/, const rgm::NodeRoute& route,
                               const auto& place) {
        if (route.target_node_id < map.nodes.size()) {
            return;
        }
        const edit::NodePath node = place();
        report.add(
            {.node = node,
             .member = "target_node_id",
             .message = fmt::format("there is no node {}; the walk map has {}", route.target_node_id, map.nodes.size()),
             .fix = [node](edit::Recorder& recorder) {
                 edit::NodePath parent = node;
                 const edit::Step last = parent.back();
                 parent.pop_back();
                 const RecordHandle record = edit::record_at(recorder.root(), parent);
                 recorder.erase(parent, record.table().children[last.child], {last.index});
                 return Status{};
             }});
    });
}

void find_wrong_costs(Report& report)
{
    for_each_route(report, [&](const rgm::WalkMap& map, const rgm::WalkNode& node, const rgm::NodeRoute& route,
                               const auto& place) {
        if (!route.cost.stored || route.target_node_id >= map.nodes.size()) {
            return;
        }
        const std::uint16_t length = rgm::route_cost(map, node, route.target_node_id);
        if (*route.cost.stored != length) {
            const edit::NodePath at = place();
            report.add({.node = at,
                        .member = "cost",
                        .message = fmt::format("{} is not the distance to node {}, which is {}", *route.cost.stored,
                                               route.target_node_id, length),
                        .fix = set_field(at, "cost", "")});
        }
    });
}

}  // namespace

std::span<const Check> map_checks()
{
    static constexpr Check rows[]{
        {"unknown-actor", Severity::error, "An object of an actor that is not in the map",
         "Every object is an instance of an actor of the same map. The actor contains the script of its objects. Add "
         "the actor, or set script_name to an actor of the map.",
         "map", "", &find_unknown_actors},
        {"twins", Severity::warning, "Two objects with one model in one place",
         "The two objects overlap, and their faces flicker. Remove or move one of them.", "map", "", &find_twins},
        {"no-rotation", Severity::warning, "A matrix that is not a rotation",
         "The matrix of a static object rotates it. All matrices in the game's maps are rotations. If the matrix "
         "differs from a rotation only by rounding, the fix sets the nearest rotation.",
         "map", "", &find_invalid_rotations},
        {"outside-world", Severity::warning, "A record outside the world",
         "X and Z of a map are 0 to 65,535. The game ignores records outside this range.", "map", "",
         &find_records_outside},
        {"size-row", Severity::error, "An object with a mesh, but without the size row of this mesh",
         "The size_row of an object with a mesh is the number of a record of MPSZ, which contains the box of the mesh. "
         "The game uses the box for collisions. The fix sets the row that other objects of the mesh have.",
         "map", "", &find_size_rows},
        {"size-sum", Severity::warning, "A size that is not the sum of its parts",
         "In all rows of MPSZ in the game's maps, the total is the sum of the positive and the negative part. The fix "
         "sets the total to this sum.",
         "map", "", &find_size_sums},
        {"route-nowhere", Severity::error, "A route to a node that does not exist",
         "Routes name a node of their own walk map by its number, from 0. The fix removes the route.", "map", "",
         &find_dangling_routes},
        {"route-cost", Severity::warning, "A route with a cost that is not its length",
         "The cost of a route is the distance between its nodes, rounded down. The fix removes the stored cost; "
         "Redforge then computes it.",
         "map", "", &find_wrong_costs},
    };
    return rows;
}

}  // namespace redforge::check
