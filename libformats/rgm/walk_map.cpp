// WDNM: the section of walk maps, with records of variable length.
#include "rgm/walk_map.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/record/derived_pairs.hpp"
#include "rgm/section_codec.hpp"

namespace redforge::rgm {

namespace {

constexpr std::size_t walk_map_width = wire_size<WalkMapHeader>();
constexpr std::size_t walk_node_width = wire_size<WalkNodeHeader>();
constexpr std::size_t length_width = 4;  ///< size of length words, which do not count themselves

std::size_t size_of(const WalkNode& node)
{
    return walk_node_width + node.routes.size() * wire_size<NodeRoute>();
}

WalkNodeHeader computed(const WalkNode& node)
{
    WalkNodeHeader header;
    header.node_length = static_cast<std::uint32_t>(size_of(node) - length_width);
    header.route_count = static_cast<std::uint8_t>(node.routes.size());
    return header;
}

WalkMapHeader computed(const WalkMap& map)
{
    std::size_t length = walk_map_width - length_width;
    for (const WalkNode& node : map.nodes) {
        length += size_of(node);
    }
    WalkMapHeader header;
    header.map_length = static_cast<std::uint32_t>(length);
    header.node_count = static_cast<std::uint32_t>(map.nodes.size());
    header.node_count_dup = map.header.node_count.value_or(static_cast<std::uint32_t>(map.nodes.size()));
    return header;
}

/// Returns the given or computed cost of a route.
std::uint16_t cost_of(const WalkMap& map, const WalkNode& from, const NodeRoute& route)
{
    return route.cost.stored ? *route.cost.stored : route_cost(map, from, route.target_node_id);
}

void append_routes(Bytes& to, const WalkMap& map, const WalkNode& node)
{
    const std::size_t at = to.size();
    to.resize(at + node.routes.size() * wire_size<NodeRoute>());
    std::byte* place = to.data() + at;
    for (const NodeRoute& route : node.routes) {
        write_record(place, NodeRoute{route.target_node_id, cost_of(map, node, route)});
        place += wire_size<NodeRoute>();
    }
}

template <class Record>
void append_header(Bytes& to, const Record& record)
{
    auto header = record.header;
    fill_computed(header, computed(record));
    append_record(to, header);
}

/// Reads one walk map from the front of `rest`.
bool take_walk_map(ByteView& rest, WalkMap& map)
{
    if (rest.size() < walk_map_width) {
        return false;
    }
    read_record(rest.data(), map.header);
    ByteView inside = rest.subspan(walk_map_width);
    const std::uint32_t nodes = *map.header.node_count.stored;
    if (nodes > inside.size() / walk_node_width) {
        return false;
    }
    map.nodes.resize(nodes);
    for (WalkNode& node : map.nodes) {
        if (inside.size() < walk_node_width) {
            return false;
        }
        read_record(inside.data(), node.header);
        inside = inside.subspan(walk_node_width);
        const std::size_t routes = *node.header.route_count.stored;
        if (inside.size() < routes * wire_size<NodeRoute>()) {
            return false;
        }
        node.routes.resize(routes);
        read_table(inside.data(), std::span<NodeRoute>(node.routes));
        inside = inside.subspan(routes * wire_size<NodeRoute>());
    }
    rest = inside;
    return true;
}

}  // namespace

std::uint16_t route_cost(const WalkMap& map, const WalkNode& from, std::size_t target)
{
    if (target >= map.nodes.size()) {
        return 0;
    }
    const WalkNodeHeader& a = from.header;
    const WalkNodeHeader& b = map.nodes[target].header;
    const double x = a.node_pos_x - b.node_pos_x;
    const double y = a.node_pos_y - b.node_pos_y;
    const double z = a.node_pos_z - b.node_pos_z;
    // The sum of squares is exact in double, and so is the root of a square. The fraction is cut off.
    return static_cast<std::uint16_t>(std::min(std::sqrt(x * x + y * y + z * z), 65535.0));
}

void canonicalize_section(Counted<WalkMap>& section)
{
    canonicalize_count(section);
    for (WalkMap& map : section.records) {
        clear_computed(map.header, computed(map));
        for (WalkNode& node : map.nodes) {
            clear_computed(node.header, computed(node));
            for (NodeRoute& route : node.routes) {
                if (route.cost.stored) {
                    route.cost.clear_if_equal(route_cost(map, node, route.target_node_id));
                }
            }
        }
    }
}

std::optional<std::string> read_section(ByteView payload, Counted<WalkMap>& section)
{
    std::optional<std::string> reason;
    const std::optional<std::uint32_t> stored_count = take_count(payload, section, reason);
    if (!stored_count) {
        return reason;
    }
    // The count is not trusted for allocation: walk maps are read while one fits, up to the count.
    while (!payload.empty() && section.records.size() < *stored_count) {
        if (!take_walk_map(payload, section.records.emplace_back())) {
            return fmt::format("walk map {} does not fit into the bytes that are left", section.records.size() - 1);
        }
    }
    section.tail.assign(payload.begin(), payload.end());
    canonicalize_section(section);
    return std::nullopt;
}

Status check_section(const Counted<WalkMap>& section)
{
    for (std::size_t m = 0; m < section.records.size(); ++m) {
        for (std::size_t n = 0; n < section.records[m].nodes.size(); ++n) {
            const std::size_t routes = section.records[m].nodes[n].routes.size();
            if (routes > 255) {
                return fail({.code = ErrorCode::out_of_range,
                             .message = fmt::format("{} routes from one node", routes),
                             .section = "WDNM",
                             .field = fmt::format("walk_maps[{}].nodes[{}].routes", m, n),
                             .hint = "a node has at most 255"});
            }
        }
    }
    return {};
}

void write_section(const Counted<WalkMap>& section, Bytes& to)
{
    if (!append_count(section, to)) {
        return;
    }
    for (const WalkMap& map : section.records) {
        append_header(to, map);
        for (const WalkNode& node : map.nodes) {
            append_header(to, node);
            append_routes(to, map, node);
        }
    }
    append(to, section.tail);
}

void complete_section(Counted<WalkMap>& section)
{
    complete_count(section);
    for (WalkMap& map : section.records) {
        fill_computed(map.header, computed(map));
        for (WalkNode& node : map.nodes) {
            fill_computed(node.header, computed(node));
            for (NodeRoute& route : node.routes) {
                route.cost = cost_of(map, node, route);
            }
        }
    }
}

std::optional<RecordTable> table_of(const Counted<WalkMap>& /*section*/)
{
    return std::nullopt;
}

}  // namespace redforge::rgm
