// The sections of records that place things, MP* and WDNM: their bytes and back, for whoever need not know the records.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

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

/// Is given a section's bytes in pieces, so that a large one is never held as a whole.
using TakeBytes = std::function<void(ByteView piece)>;

/// Records of one size, one behind the other, for naming the place of a byte.
struct RecordTable {
    std::size_t head;                          ///< bytes before the first record
    std::size_t width;                         ///< of a record
    std::string (*field)(std::size_t offset);  ///< the path of the field at an offset of the record; null where the
                                               ///< fields of a record do not stand together
};

/// What can be done with one of the sections.
struct RecordSection {
    std::string_view tag;
    /// Reads it into a map, in place of what the map has there. Returns why the bytes do not fit, and then the map has
    /// nothing there; or nothing.
    std::optional<std::string> (*read)(ByteView payload, Map& map);
    /// Refuses what has no place in the file.
    Status (*check)(const Map& map);
    /// Brings it into the one form that reading gives: given values that equal the computed ones are dropped.
    void (*normalize)(Map& map);
    /// Whether it holds something that must not be left out.
    bool (*in_use)(const Map& map);
    void (*write)(const Map& map, const TakeBytes& take);
    /// Gives every count and length its computed value.
    void (*complete)(Map& map);
    std::optional<RecordTable> table;  ///< nothing for records of variable length
};

/// The entry of a section that is a member of Map; see section_codec.hpp.
template <auto member>
[[nodiscard]] RecordSection section_of();

/// All of them, in the file's usual order.
[[nodiscard]] std::span<const RecordSection> record_sections();

/// The one of that tag, which is one of them.
[[nodiscard]] const RecordSection& record_section(std::string_view tag);

}  // namespace redforge::rgm
