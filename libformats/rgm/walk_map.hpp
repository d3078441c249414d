// WDNM: walk maps, their nodes and routes. Spec: "WDNM (Walk Node Map)".
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/record/field.hpp"
#include "core/record/values.hpp"
#include "rgm/position.hpp"

namespace redforge::rgm {

/// A route from one node to another, 4 bytes. Spec: "NodeRoute Record".
struct NodeRoute {
    std::uint16_t target_node_id{};  ///< index of a node in the same walk map
    Derived<std::uint16_t> cost;     ///< map units: the distance between the nodes, rounded down

    friend bool operator==(const NodeRoute&, const NodeRoute&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, NodeRoute& route, unsigned /*version*/)
{
    field(ar, "target_node_id", route.target_node_id, {.label = "To node", .invalidates = "cost", .index_in = "nodes"});
    field(ar, "cost", route.cost,
          {.label = "Cost",
           .unit = "map units",
           .doc = "Distance to the target node, rounded down; 0 if the node does not exist.",
           .kind = Role::derived});
}

/// Fixed part of a walk node. Its length (without the length word) and number of routes are derived. Its position is in
/// map coordinates, not relative to the walk map. Source: reference sheet "retail facts", 2, "WDNM" [measured].
struct WalkNodeHeader {
    Derived<std::uint32_t> node_length;
    std::uint16_t node_pos_x{};
    std::int16_t node_pos_y{};
    std::uint16_t node_pos_z{};
    std::uint8_t reserved{};
    Derived<std::uint8_t> route_count;

    friend bool operator==(const WalkNodeHeader&, const WalkNodeHeader&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, WalkNodeHeader& header, unsigned /*version*/)
{
    field(ar, "node_length", header.node_length, {.unit = "bytes", .kind = Role::derived});
    field(ar, "node_pos_x", header.node_pos_x, {.label = "X", .unit = "map units"});
    field(ar, "node_pos_y", header.node_pos_y, {.label = "Y", .unit = "map units", .doc = "Grows downwards."});
    field(ar, "node_pos_z", header.node_pos_z, {.label = "Z", .unit = "map units"});
    field(ar, "reserved", header.reserved, {.kind = Role::reserved});
    field(ar, "route_count", header.route_count, {.kind = Role::derived});
}

/// A walk node. Spec: "WalkNode Record".
struct WalkNode {
    WalkNodeHeader header;
    std::vector<NodeRoute> routes;

    friend bool operator==(const WalkNode&, const WalkNode&) = default;
};

template <class Archive>
void serialize(Archive& ar, WalkNode& node, unsigned version)
{
    serialize(ar, node.header, version);
    list(ar, "routes", "route", node.routes, {.label = "Routes"});
}

/// Fixed part of a walk map. Its length (without the length word) and counts are derived.
struct WalkMapHeader {
    Derived<std::uint32_t> map_length;
    Derived<std::uint32_t> node_count;
    Derived<std::uint32_t> node_count_dup;
    Position position;
    std::uint32_t radius{};

    friend bool operator==(const WalkMapHeader&, const WalkMapHeader&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, WalkMapHeader& header, unsigned /*version*/)
{
    field(ar, "map_length", header.map_length, {.unit = "bytes", .kind = Role::derived});
    field(ar, "node_count", header.node_count, {.kind = Role::derived});
    field(ar, "node_count_dup", header.node_count_dup, {.kind = Role::derived});
    field(ar, "position", header.position, {.label = "Position"});
    field(ar, "radius", header.radius, {.label = "Radius", .unit = "map units"});
}

/// A walk map. Spec: "WalkMap Record".
struct WalkMap {
    static constexpr std::string_view element = "walk_map";
    static constexpr std::string_view section = "WDNM";

    WalkMapHeader header;
    std::vector<WalkNode> nodes;

    friend bool operator==(const WalkMap&, const WalkMap&) = default;
};

template <class Archive>
void serialize(Archive& ar, WalkMap& map, unsigned version)
{
    serialize(ar, map.header, version);
    list(ar, "nodes", "node", map.nodes, {.label = "Nodes"});
}

/// Returns the cost of a route to node `target`: the distance, rounded down, at most 65,535. Returns 0 if the node does
/// not exist. Source: reference sheet "retail facts", 2, "WDNM" [measured on all 93,780 routes of shipped maps].
[[nodiscard]] std::uint16_t route_cost(const WalkMap& map, const WalkNode& from, std::size_t target);

}  // namespace redforge::rgm
