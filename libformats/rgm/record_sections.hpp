// The sections of records that place things, MP* and WDNM: their bytes and back, for whoever need not know the records.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "rgm/map.hpp"
#include "rgm/section_codec.hpp"

namespace redforge::rgm {

/// What can be done with one of the sections of a map.
struct RecordSection {
    std::string_view tag;
    bool has_count{};  ///< its records stand behind a count
    /// Reads it in place of what is there. Returns why the bytes do not fit, and then nothing is there; or nothing.
    std::optional<std::string> (*read)(ByteView payload, Map& map);
    Status (*check)(const Map& map);  ///< refuses what has no place in the file
    /// Brings it into the one form that reading gives: given values that equal the computed ones are dropped.
    void (*canonicalize)(Map& map);
    bool (*in_use)(const Map& map);  ///< whether it holds something that must not be left out
    void (*write)(const Map& map, Bytes& to);
    void (*complete)(Map& map);        ///< gives every count and length its computed value
    std::optional<RecordTable> table;  ///< nothing for records of variable length
};

/// All of them, in the file's usual order.
[[nodiscard]] std::span<const RecordSection> record_sections();

/// The one of that tag, which is one of them.
[[nodiscard]] const RecordSection& record_section(std::string_view tag);

}  // namespace redforge::rgm
