// The segments of an archive by their headers alone, so that one model can be read without all others.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/error.hpp"
#include "core/values.hpp"
#include "model/model.hpp"

namespace redforge::model {

/// Where a segment's data stands in the file of its archive.
struct SegmentEntry {
    FixedText<9> name{};
    std::uint64_t offset{};  ///< of the data
    std::uint32_t size{};    ///< of the data, bytes; 0 for an external model
    /// The model's box as the segment's header has it: size, centre, positive, negative, each X Y Z, whole units.
    std::array<std::uint32_t, 12> box{};
};

/// The same segments as read_rob() finds. Errors: io; those of read_rob(), with the file.
[[nodiscard]] Result<std::vector<SegmentEntry>> list_segments(const std::filesystem::path& archive);

/// The model of a segment. Errors: io; those of read_model(), with the file: it may have changed since it was listed.
[[nodiscard]] Result<Model> read_segment_model(const std::filesystem::path& archive, const SegmentEntry& segment);

}  // namespace redforge::model
