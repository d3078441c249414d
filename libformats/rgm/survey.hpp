// What stands where in the bytes of a map: for `info`, and for naming the place of a difference.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"

namespace redforge::rgm {

/// One section of a file.
struct SectionSurvey {
    std::string tag;                            ///< readable
    std::size_t offset{};                       ///< of the tag, in the file
    std::size_t size{};                         ///< bytes of data
    std::optional<std::uint32_t> record_count;  ///< what its count says, for sections that have one
};

/// The sections of a file, END last; "(cut off)" stands for what is left behind the last whole section.
[[nodiscard]] std::vector<SectionSurvey> survey(ByteView bytes);

/// What stands at a byte of a file: "MPOB record 3, position.x".
[[nodiscard]] std::string locate(ByteView bytes, std::size_t offset);

}  // namespace redforge::rgm
