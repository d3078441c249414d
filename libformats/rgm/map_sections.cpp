// The MP* sections and WDNM: those that are not plain tables of records.
#include "rgm/map_sections.hpp"

#include <fmt/format.h>

#include "core/derived_pairs.hpp"

namespace redforge::rgm {
namespace {

constexpr std::size_t marker_width = wire_size<Marker>();
constexpr std::size_t marker_position_width = marker_width - 1;
constexpr std::size_t walk_map_width = wire_size<WalkMapHeader>();
constexpr std::size_t walk_node_width = wire_size<WalkNodeHeader>();

WalkNodeHeader computed(const WalkNode& node)
{
    WalkNodeHeader header;
    header.node_length = static_cast<std::uint32_t>(walk_node_width + node.routes.size() * wire_size<NodeRoute>());
    header.route_count = static_cast<std::uint8_t>(node.routes.size());
    return header;
}

WalkMapHeader computed(const WalkMap& map)
{
    std::size_t length = walk_map_width;
    for (const WalkNode& node : map.nodes) {
        length += walk_node_width + node.routes.size() * wire_size<NodeRoute>();
    }
    WalkMapHeader header;
    header.map_length = static_cast<std::uint32_t>(length);
    header.node_count = static_cast<std::uint32_t>(map.nodes.size());
    header.node_count_dup = map.header.node_count.value_or(static_cast<std::uint32_t>(map.nodes.size()));
    return header;
}

template <class Record>
void append_header(Bytes& to, const Record& record)
{
    auto header = record.header;
    fill_computed(header, computed(record));
    append_record(to, header);
}

/// Gives on what is appended to it as soon as it is a piece.
class Pieces {
public:
    explicit Pieces(const TakeBytes& take) : take_(take) { bytes_.reserve(usual_piece); }
    /// Where the next `size` bytes are to be appended; valid until the next call.
    Bytes& room(std::size_t size)
    {
        if (bytes_.size() + size > usual_piece) {
            end();
        }
        return bytes_;
    }
    /// Gives on what is left.
    void end()
    {
        take_(bytes_);
        bytes_.clear();
    }

private:
    const TakeBytes& take_;
    Bytes bytes_;
};

/// Takes one walk map off the front of `rest`.
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

template <>
std::optional<std::string> read_section(ByteView payload, Counted<Marker>& section)
{
    std::optional<std::string> reason;
    const std::optional<std::uint32_t> said = take_count(payload, section, reason);
    if (!said) {
        return reason;
    }
    const std::size_t count = record_count(*said, payload.size(), marker_width);
    section.records.resize(count);
    const std::byte* position = payload.data();
    const std::byte* usable = position + count * marker_position_width;
    for (Marker& marker : section.records) {
        read_record(position, marker.position);
        marker.usable = static_cast<std::uint8_t>(*usable++);
        position += marker_position_width;
    }
    const ByteView tail = payload.subspan(count * marker_width);
    section.tail.assign(tail.begin(), tail.end());
    section.count.drop_if(static_cast<std::uint32_t>(count));
    return std::nullopt;
}

template <>
void write_section(const Counted<Marker>& section, const TakeBytes& take)
{
    if (!take_section_count(section, take)) {
        return;
    }
    Pieces pieces(take);
    for (const Marker& marker : section.records) {
        append_record(pieces.room(marker_position_width), marker.position);
    }
    for (const Marker& marker : section.records) {
        append_le(pieces.room(1), marker.usable);
    }
    pieces.end();
    take(section.tail);
}

template <>
std::optional<std::string> read_section(ByteView payload, Counted<WalkMap>& section)
{
    std::optional<std::string> reason;
    const std::optional<std::uint32_t> said = take_count(payload, section, reason);
    if (!said) {
        return reason;
    }
    // The count is not trusted with memory: walk maps are read as long as one fits, or the count is reached.
    while (!payload.empty() && section.records.size() < *said) {
        if (!take_walk_map(payload, section.records.emplace_back())) {
            return fmt::format("walk map {} does not fit into the bytes that are left", section.records.size() - 1);
        }
    }
    section.tail.assign(payload.begin(), payload.end());
    normalize_walk_maps(section);
    return std::nullopt;
}

template <>
void write_section(const Counted<WalkMap>& section, const TakeBytes& take)
{
    if (!take_section_count(section, take)) {
        return;
    }
    Pieces pieces(take);
    for (const WalkMap& map : section.records) {
        append_header(pieces.room(walk_map_width), map);
        for (const WalkNode& node : map.nodes) {
            append_header(pieces.room(walk_node_width), node);
            for (const NodeRoute& route : node.routes) {
                append_record(pieces.room(wire_size<NodeRoute>()), route);
            }
        }
    }
    pieces.end();
    take(section.tail);
}

void normalize_walk_maps(Counted<WalkMap>& section)
{
    normalize_section(section);
    for (WalkMap& map : section.records) {
        drop_computed(map.header, computed(map));
        for (WalkNode& node : map.nodes) {
            drop_computed(node.header, computed(node));
        }
    }
}

void complete_walk_maps(Counted<WalkMap>& section)
{
    for (WalkMap& map : section.records) {
        fill_computed(map.header, computed(map));
        for (WalkNode& node : map.nodes) {
            fill_computed(node.header, computed(node));
        }
    }
}

void read_sizes(ByteView payload, Sizes& section)
{
    constexpr std::size_t width = wire_size<Size>();
    section.records.resize(payload.size() / width);
    read_table(payload.data(), std::span<Size>(section.records));
    const ByteView tail = payload.subspan(section.records.size() * width);
    section.tail.assign(tail.begin(), tail.end());
}

void write_sizes(const Sizes& section, const TakeBytes& take)
{
    take_records(std::span<const Size>(section.records), take);
    take(section.tail);
}

}  // namespace redforge::rgm
