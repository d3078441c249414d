// Reads the segment headers of an archive, and single models.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/error.hpp"
#include "core/record/values.hpp"
#include "model/model.hpp"

namespace redforge::model {

/// Location of a segment's data in its archive file.
struct SegmentEntry {
    FixedText<9> name{};
    std::uint64_t offset{};  ///< offset of the data
    std::uint32_t size{};    ///< size of the data, in bytes; 0 for an external model
    /// Box in the segment's header: size, centre, positive, negative, each X Y Z, whole units.
    std::array<std::uint32_t, 12> box{};
};

/// Lists the segments that read_rob() finds. Errors: io, and the errors of read_rob(), with the file.
[[nodiscard]] Result<std::vector<SegmentEntry>> list_segments(const std::filesystem::path& archive);

/// Reads the model of a segment. Errors: io, and the errors of read_model(), with the file, because it can have changed
/// since it was listed.
[[nodiscard]] Result<Model> read_segment_model(const std::filesystem::path& archive, const SegmentEntry& segment);

}  // namespace redforge::model
