// The record sections: their members in Map, and the codecs of their records.
#include "rgm/record_sections.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <type_traits>
#include <utility>

#include "rgm/section_codec.hpp"

namespace redforge::rgm {
namespace {

// In MPMK all positions precede all flags.

constexpr std::size_t marker_width = wire_size<Marker>();
constexpr std::size_t marker_position_width = marker_width - 1;

std::optional<std::string> read_section(ByteView payload, Counted<Marker>& section)
{
    std::optional<std::string> reason;
    const std::optional<std::uint32_t> stored_count = take_count(payload, section, reason);
    if (!stored_count) {
        return reason;
    }
    const std::size_t count = record_count(*stored_count, payload.size(), marker_width);
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
    section.count.clear_if_equal(static_cast<std::uint32_t>(count));
    return std::nullopt;
}

void write_section(const Counted<Marker>& section, Bytes& to)
{
    if (!append_count(section, to)) {
        return;
    }
    for (const Marker& marker : section.records) {
        append_record(to, marker.position);
    }
    for (const Marker& marker : section.records) {
        append_le(to, marker.usable);
    }
    append(to, section.tail);
}

std::optional<RecordTable> table_of(const Counted<Marker>& /*section*/)
{
    return RecordTable{4, marker_width, nullptr};
}

template <class Section>
concept HasCount = requires(const Section& section)
{
    section.count;
};

template <class Record>
concept IsOptional = Record::optional;

/// Returns the entry for a member of Map.
template <auto member, class Section>
RecordSection section_of(const SceneSection<Section>& /*section*/)
{
    using Record = typename SceneSection<Section>::Record;
    return {.tag = Record::section,
            .has_count = HasCount<Section>,
            .is_optional = IsOptional<Record>,
            .read =
                [](ByteView payload, Map& map) {
                    map.*member = {};
                    std::optional<std::string> reason = read_section(payload, map.*member);
                    if (reason) {
                        map.*member = {};
                    }
                    return reason;
                },
            .check = [](const Map& map) { return check_section(map.*member); },
            .canonicalize = [](Map& map) { canonicalize_section(map.*member); },
            .in_use = [](const Map& map) { return is_in_use(map.*member); },
            .write = [](const Map& map, Bytes& to) { write_section(map.*member, to); },
            .complete = [](Map& map) { complete_section(map.*member); },
            .table = table_of(Section{})};
}

}  // namespace

std::span<const RecordSection> record_sections()
{
    static const std::array sections = []<std::size_t... i>(std::index_sequence<i...> /*places*/)
    {
        return std::array{section_of<std::get<i>(scene_sections).member>(std::get<i>(scene_sections))...};
    }
    (std::make_index_sequence<std::tuple_size_v<decltype(scene_sections)>>());
    return sections;
}

const RecordSection& record_section(std::string_view tag)
{
    return *std::ranges::find(record_sections(), tag, &RecordSection::tag);
}

}  // namespace redforge::rgm
