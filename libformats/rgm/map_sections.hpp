// The MP* sections and WDNM: payloads to records and back.
#pragma once

#include <optional>
#include <string>

#include "core/binary.hpp"
#include "core/bytes.hpp"
#include "core/error.hpp"
#include "rgm/map.hpp"

namespace redforge::rgm {

/// How many records a counted payload holds: as many as its count says, or as fit when they fill it to the last
/// byte or the count promises too many.
[[nodiscard]] inline std::size_t record_count(std::uint32_t said, std::size_t bytes, std::size_t width)
{
    const std::size_t fitting = bytes / width;
    return bytes % width == 0 || said > fitting ? fitting : said;
}

/// Reads a counted section. Returns why it does not fit, or nothing.
template <class T>
std::optional<std::string> read_section(ByteView payload, Counted<T>& section)
{
    if (payload.empty()) {
        section.no_count = 1;
        return std::nullopt;
    }
    if (payload.size() < 4) {
        return "it is too short for a count";
    }
    const auto said = load_le<std::uint32_t>(payload.data());
    const ByteView data = payload.subspan(4);
    constexpr std::size_t width = wire_size<T>();
    section.records.resize(record_count(said, data.size(), width));
    read_table(data.data(), std::span<T>(section.records));
    const ByteView tail = data.subspan(section.records.size() * width);
    section.tail.assign(tail.begin(), tail.end());
    section.count = said;
    section.count.drop_if(static_cast<std::uint32_t>(section.records.size()));
    return std::nullopt;
}

template <class T>
Bytes write_section(const Counted<T>& section)
{
    Bytes payload;
    if (section.no_count != 0 && section.records.empty() && section.tail.empty()) {
        return payload;
    }
    constexpr std::size_t width = wire_size<T>();
    payload.resize(4 + section.records.size() * width);
    store_le(payload.data(), section.count.value_or(static_cast<std::uint32_t>(section.records.size())));
    write_table(payload.data() + 4, std::span<const T>(section.records));
    append(payload, section.tail);
    return payload;
}

/// A count of "none" means nothing once there are records, and a given count nothing when it is right.
template <class T>
void settle_section(Counted<T>& section)
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
void settle_walk_maps(Counted<WalkMap>& section);

/// MPSZ: no count.
void read_sizes(ByteView payload, Sizes& section);
[[nodiscard]] Bytes write_sizes(const Sizes& section);

}  // namespace redforge::rgm
