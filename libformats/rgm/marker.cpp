// MPMK: the table of markers, and their section: all positions stand before all flags.
#include "rgm/marker.hpp"

#include "core/record_list_members.hpp"
#include "rgm/record_sources.hpp"
#include "rgm/section_codec_members.hpp"

namespace redforge {

template class RecordList<rgm::Marker>;
template const RecordType& record_type<rgm::Marker>(unsigned);
template const RecordType& record_type<rgm::Counted<rgm::Marker>>(unsigned);

}  // namespace redforge

namespace redforge::rgm {

namespace {

constexpr std::size_t marker_width = wire_size<Marker>();
constexpr std::size_t marker_position_width = marker_width - 1;

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
std::optional<RecordTable> table_of(const Counted<Marker>& /*section*/)
{
    return RecordTable{4, marker_width, nullptr};
}

template const SectionCodec<Counted<Marker>>& codec_of();

}  // namespace redforge::rgm
