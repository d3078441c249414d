// Survey of a map's bytes, for `info` and for describing the position of a difference.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"

namespace redforge::rgm {

/// One section of a file.
struct SectionSurvey {
    std::string tag;                            ///< printable
    std::size_t offset{};                       ///< of the tag, in the file
    std::size_t size{};                         ///< bytes of data
    std::optional<std::uint32_t> record_count;  ///< its stored count, if it has one
};

/// Returns the sections of a file, END last. "(cut off)" is the rest after the last complete section.
[[nodiscard]] std::vector<SectionSurvey> survey(ByteView bytes);

/// Describes the byte at an offset: "MPOB record 3, position.x".
[[nodiscard]] std::string locate(ByteView bytes, std::size_t offset);

}  // namespace redforge::rgm
