// The sections of records that place things, MP* and WDNM: their bytes and back, for whoever need not know the records.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "rgm/map_fwd.hpp"
#include "rgm/section_codec.hpp"

namespace redforge::rgm {

/// What can be done with one of the sections of a map: see SectionCodec.
struct RecordSection {
    std::string_view tag;
    bool has_count{};  ///< its records stand behind a count
    std::optional<std::string> (*read)(ByteView payload, Map& map);
    Status (*check)(const Map& map);
    void (*normalize)(Map& map);
    bool (*in_use)(const Map& map);
    void (*write)(const Map& map, const TakeBytes& take);
    void (*complete)(Map& map);
    std::optional<RecordTable> table;
};

/// All of them, in the file's usual order.
[[nodiscard]] std::span<const RecordSection> record_sections();

/// The one of that tag, which is one of them.
[[nodiscard]] const RecordSection& record_section(std::string_view tag);

}  // namespace redforge::rgm
