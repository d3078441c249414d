// The record sections MP* and WDNM: encoding and decoding, for code that does not include the records.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "rgm/map.hpp"
#include "rgm/section_codec.hpp"

namespace redforge::rgm {

/// Operations on a record section of a map.
struct RecordSection {
    std::string_view tag;
    bool has_count{};    ///< its records follow a count
    bool is_optional{};  ///< a map without content in it does not have the section
    /// Reads a payload and replaces the section. If the bytes do not fit, returns the reason, and the section is empty.
    std::optional<std::string> (*read)(ByteView payload, Map& map);
    Status (*check)(const Map& map);  ///< rejects values that do not fit the file
    /// Converts the section to the form that reading returns: removes given values that equal the computed values.
    void (*canonicalize)(Map& map);
    bool (*in_use)(const Map& map);  ///< returns true if the section has content that must be written
    void (*write)(const Map& map, Bytes& to);
    void (*complete)(Map& map);        ///< sets every count and length to its computed value
    std::optional<RecordTable> table;  ///< nullopt for records of variable length
};

/// Returns all sections, in standard file order.
[[nodiscard]] std::span<const RecordSection> record_sections();

/// Returns the section with this tag. Precondition: it is a record section.
[[nodiscard]] const RecordSection& record_section(std::string_view tag);

}  // namespace redforge::rgm
