// The MP* sections and WDNM: payloads to records and back.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>
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

/// Is given a section's bytes in pieces, so that a large one is never held as a whole.
using TakeBytes = std::function<void(ByteView piece)>;

/// Bytes of a piece, about: few enough to stay in a processor's cache.
inline constexpr std::size_t usual_piece = std::size_t{64} << 10U;

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

/// Writes records end to end.
template <class T>
void take_records(std::span<const T> records, const TakeBytes& take)
{
    constexpr std::size_t width = wire_size<T>();
    constexpr std::size_t step = usual_piece / width;
    Bytes piece(std::min(records.size(), step) * width);
    while (!records.empty()) {
        const std::span<const T> some = records.first(std::min(records.size(), step));
        write_table(piece.data(), some);
        take(ByteView(piece).first(some.size() * width));
        records = records.subspan(some.size());
    }
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
void write_section(const Counted<T>& section, const TakeBytes& take)
{
    if (take_section_count(section, take)) {
        take_records(std::span<const T>(section.records), take);
        take(section.tail);
    }
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
void write_section(const Counted<Marker>& section, const TakeBytes& take);

/// WDNM: records of variable length.
template <>
std::optional<std::string> read_section(ByteView payload, Counted<WalkMap>& section);
template <>
void write_section(const Counted<WalkMap>& section, const TakeBytes& take);
void normalize_walk_maps(Counted<WalkMap>& section);
/// Gives every length and count its computed value.
void complete_walk_maps(Counted<WalkMap>& section);

/// MPSZ: no count.
void read_sizes(ByteView payload, Sizes& section);
void write_sizes(const Sizes& section, const TakeBytes& take);

}  // namespace redforge::rgm
