// The MP* sections and WDNM: payloads to records and back.
#pragma once

#include <optional>
#include <string>

#include "core/binary.hpp"
#include "core/bytes.hpp"
#include "core/error.hpp"
#include "rgm/map.hpp"

namespace redforge::rgm {

/// Calls `take` for each section of records behind a count: `Counted<T>` of the tag `T::section`.
template <class AnyMap, class Take>
void for_each_counted(AnyMap& map, Take take)
{
    take(map.objects);
    take(map.ropes);
    take(map.statics);
    take(map.lights);
    take(map.flats);
    take(map.markers);
    take(map.walk_maps);
}

/// How many records a counted payload holds: as many as its count says, or as fit when they fill it to the last
/// byte or the count promises too many.
[[nodiscard]] inline std::size_t record_count(std::uint32_t said, std::size_t bytes, std::size_t width)
{
    const std::size_t fitting = bytes / width;
    return bytes % width == 0 || said > fitting ? fitting : said;
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
bool put_count(Bytes& payload, const Counted<T>& section)
{
    if (section.no_count != 0 && section.records.empty() && section.tail.empty()) {
        return false;
    }
    append_le(payload, section.count.value_or(static_cast<std::uint32_t>(section.records.size())));
    return true;
}

/// Reads a counted section. Returns why it does not fit, or nothing.
template <class T>
std::optional<std::string> read_section(ByteView payload, Counted<T>& section)
{
    std::optional<std::string> reason;
    const std::optional<std::uint32_t> said = take_count(payload, section, reason);
    if (!said) {
        return reason;
    }
    constexpr std::size_t width = wire_size<T>();
    section.records.resize(record_count(*said, payload.size(), width));
    read_table(payload.data(), std::span<T>(section.records));
    const ByteView tail = payload.subspan(section.records.size() * width);
    section.tail.assign(tail.begin(), tail.end());
    section.count.drop_if(static_cast<std::uint32_t>(section.records.size()));
    return std::nullopt;
}

template <class T>
Bytes write_section(const Counted<T>& section)
{
    Bytes payload;
    if (!put_count(payload, section)) {
        return payload;
    }
    constexpr std::size_t width = wire_size<T>();
    const std::size_t head = payload.size();
    payload.resize(head + section.records.size() * width);
    write_table(payload.data() + head, std::span<const T>(section.records));
    append(payload, section.tail);
    return payload;
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

/// MPMK: all positions stand before all flags.
template <>
std::optional<std::string> read_section(ByteView payload, Counted<Marker>& section);
template <>
Bytes write_section(const Counted<Marker>& section);

/// WDNM: records of variable length.
template <>
std::optional<std::string> read_section(ByteView payload, Counted<WalkMap>& section);
template <>
Bytes write_section(const Counted<WalkMap>& section);
void normalize_walk_maps(Counted<WalkMap>& section);
/// Gives every length and count its computed value.
void complete_walk_maps(Counted<WalkMap>& section);

/// MPSZ: no count.
void read_sizes(ByteView payload, Sizes& section);
[[nodiscard]] Bytes write_sizes(const Sizes& section);

}  // namespace redforge::rgm
