// The sections of records that place things: plain tables of records, and those that are not.
#include "rgm/record_sections.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include <fmt/format.h>

#include "core/binary.hpp"
#include "core/derived_pairs.hpp"
#include "rgm/flat.hpp"
#include "rgm/light.hpp"
#include "rgm/marker.hpp"
#include "rgm/object.hpp"
#include "rgm/rope.hpp"
#include "rgm/size.hpp"
#include "rgm/static_object.hpp"
#include "rgm/walk_map.hpp"

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

/// Bytes of a piece, about: few enough to stay in a processor's cache.
constexpr std::size_t usual_piece = std::size_t{64} << 10U;

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

/// Takes the count off a section. Where there is none, there is nothing more to read, and `reason` may say why.
template <class T>
std::optional<std::uint32_t> take_count(ByteView& payload, Counted<T>& section, std::optional<std::string>& reason)
{
    if (payload.empty()) {
        section.no_count = 1;
        return std::nullopt;
    }
    if (payload.size() < 4) {
        reason = "it is too short for a count";
        return std::nullopt;
    }
    const auto said = load_le<std::uint32_t>(payload.data());
    section.count = said;
    payload = payload.subspan(4);
    return said;
}

/// Begins a section with its count. False: the section has neither count nor anything else.
template <class T>
bool take_section_count(const Counted<T>& section, const TakeBytes& take)
{
    if (section.no_count != 0 && section.records.empty() && section.tail.empty()) {
        return false;
    }
    std::array<std::byte, 4> count{};
    store_le(count.data(), section.count.value_or(static_cast<std::uint32_t>(section.records.size())));
    take(count);
    return true;
}

/// Reads so many records, and what is left behind them. Section is a Counted or an Uncounted.
template <class Section>
void read_records(ByteView payload, std::size_t count, Section& section)
{
    using Record = typename decltype(section.records)::value_type;
    section.records.resize(count);
    read_table(payload.data(), std::span<Record>(section.records));
    const ByteView tail = payload.subspan(count * wire_size<Record>());
    section.tail.assign(tail.begin(), tail.end());
}

/// Writes records end to end, and what is behind them.
template <class Section>
void write_records(const Section& section, const TakeBytes& take)
{
    using Record = typename decltype(section.records)::value_type;
    constexpr std::size_t width = wire_size<Record>();
    constexpr std::size_t step = usual_piece / width;
    std::span<const Record> records = section.records;
    Bytes piece(std::min(records.size(), step) * width);
    while (!records.empty()) {
        const std::span<const Record> some = records.first(std::min(records.size(), step));
        write_table(piece.data(), some);
        take(ByteView(piece).first(some.size() * width));
        records = records.subspan(some.size());
    }
    take(section.tail);
}

// ------------------------------------------------------------------------------------ tables of records behind a count

template <class T>
std::optional<std::string> read_section(ByteView payload, Counted<T>& section)
{
    std::optional<std::string> reason;
    if (const std::optional<std::uint32_t> said = take_count(payload, section, reason)) {
        read_records(payload, record_count(*said, payload.size(), wire_size<T>()), section);
        section.count.drop_if(static_cast<std::uint32_t>(section.records.size()));
    }
    return reason;
}

template <class T>
Status check_section(const Counted<T>& /*section*/)
{
    return {};
}

/// A count of "none" means nothing once there are records, and a given count nothing when it is right.
template <class T>
void normalize_section(Counted<T>& section)
{
    section.count.drop_if(static_cast<std::uint32_t>(section.records.size()));
    if (!section.records.empty() || !section.tail.empty()) {
        section.no_count = 0;
    }
}

template <class T>
bool is_in_use(const Counted<T>& section)
{
    return !section.records.empty() || !section.tail.empty() || section.count.stored.has_value();
}

template <class T>
void write_section(const Counted<T>& section, const TakeBytes& take)
{
    if (take_section_count(section, take)) {
        write_records(section, take);
    }
}

template <class T>
void complete_section(Counted<T>& section)
{
    if (section.no_count == 0) {
        section.count = section.count.value_or(static_cast<std::uint32_t>(section.records.size()));
    }
}

template <class T>
std::optional<RecordTable> table_of(const Counted<T>& /*section*/)
{
    return RecordTable{4, wire_size<T>(), &locate_field<T>};
}

// ------------------------------------------------------------------------------------ MPMK: positions, then flags

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

std::optional<RecordTable> table_of(const Counted<Marker>& /*section*/)
{
    return RecordTable{4, marker_width, nullptr};
}

// ------------------------------------------------------------------------------------ WDNM: records of variable length

void normalize_section(Counted<WalkMap>& section)
{
    normalize_section<WalkMap>(section);
    for (WalkMap& map : section.records) {
        drop_computed(map.header, computed(map));
        for (WalkNode& node : map.nodes) {
            drop_computed(node.header, computed(node));
        }
    }
}

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
    normalize_section(section);
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

void complete_section(Counted<WalkMap>& section)
{
    complete_section<WalkMap>(section);
    for (WalkMap& map : section.records) {
        fill_computed(map.header, computed(map));
        for (WalkNode& node : map.nodes) {
            fill_computed(node.header, computed(node));
        }
    }
}

std::optional<RecordTable> table_of(const Counted<WalkMap>& /*section*/)
{
    return std::nullopt;
}

// ------------------------------------------------------------------------------------ MPSZ: no count

std::optional<std::string> read_section(ByteView payload, Uncounted<Size>& section)
{
    read_records(payload, payload.size() / wire_size<Size>(), section);
    return std::nullopt;
}

Status check_section(const Uncounted<Size>& /*section*/)
{
    return {};
}

void normalize_section(Uncounted<Size>& /*section*/)
{
}

bool is_in_use(const Uncounted<Size>& section)
{
    return !section.records.empty() || !section.tail.empty();
}

void write_section(const Uncounted<Size>& section, const TakeBytes& take)
{
    write_records(section, take);
}

void complete_section(Uncounted<Size>& /*section*/)
{
}

std::optional<RecordTable> table_of(const Uncounted<Size>& /*section*/)
{
    return RecordTable{0, wire_size<Size>(), &locate_field<Size>};
}

// ------------------------------------------------------------------------------------ all of them

/// The entry of the section that is a member of Map.
template <auto member>
RecordSection entry()
{
    using Section = std::remove_cvref_t<decltype(std::declval<Map&>().*member)>;
    return {.tag = decltype(Section::records)::value_type::section,
            .read =
                [](ByteView payload, Map& map) {
                    Section& section = map.*member = {};
                    std::optional<std::string> reason = read_section(payload, section);
                    if (reason) {
                        section = {};
                    }
                    return reason;
                },
            .check = [](const Map& map) { return check_section(map.*member); },
            .normalize = [](Map& map) { normalize_section(map.*member); },
            .in_use = [](const Map& map) { return is_in_use(map.*member); },
            .write = [](const Map& map, const TakeBytes& take) { write_section(map.*member, take); },
            .complete = [](Map& map) { complete_section(map.*member); },
            .table = table_of(Section{})};
}

}  // namespace

std::span<const RecordSection> record_sections()
{
    static const std::array sections{entry<&Map::objects>(), entry<&Map::ropes>(),   entry<&Map::statics>(),
                                     entry<&Map::lights>(),  entry<&Map::flats>(),   entry<&Map::markers>(),
                                     entry<&Map::sizes>(),   entry<&Map::walk_maps>()};
    return sections;
}

const RecordSection& record_section(std::string_view tag)
{
    return *std::ranges::find(record_sections(), tag, &RecordSection::tag);
}

}  // namespace redforge::rgm
