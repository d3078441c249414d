// Tables of the frames after the base frame: positions or deltas, and normals, packed or unpacked.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/geometry.hpp"
#include "model/layout.hpp"

namespace redforge::model {

struct Delta;

/// All frames, unpacked as by the exporter: for each frame its absolute positions, then its normals. The exporter
/// packed this buffer in place, so two bits of each packed normal contain the previous content.
class Unpacked {
public:
    Unpacked(std::size_t vertices, std::size_t faces, std::size_t frames);

    [[nodiscard]] std::span<Vector> positions(std::size_t frame);
    [[nodiscard]] std::span<Vector> normals(std::size_t frame);

    /// Computes bits 30 and 31 of a frame's packed normals by the exporter's method, one value (0 to 3) per face.
    /// `packed_offset` is the offset of the first one in the packed data of the first frame.
    void top_bits(std::uint64_t packed_offset, std::span<std::uint8_t> out) const;

private:
    std::size_t vertices_;
    std::size_t faces_;
    std::vector<Vector> words_;
};

/// Returns the offset of a frame's packed normals from the start of the first frame's tables.
[[nodiscard]] std::uint64_t packed_normal_offset(const FrameForm& form, std::size_t vertices, std::size_t faces,
                                                 std::size_t frame);

/// Fills a frame's positions from its vertices, or from deltas to the base frame, which v4 subtracts and v2 adds.
void frame_positions(const Model& model, const Frame& frame, std::span<Vector> out);

/// Converts positions to deltas. Returns nullopt if a delta does not fit in 16 bits.
[[nodiscard]] std::optional<std::vector<Delta>> frame_deltas(const Model& model, std::span<const Vector> positions);

/// Reads the bytes of an undocumented table. Returns no bytes if all are 0.
void read_opaque(ByteView bytes, std::uint64_t at, std::uint64_t size, Bytes& out);

/// Writes an undocumented table to a zeroed buffer.
void write_opaque(const Bytes& bytes, std::byte* to);

/// Reads all frames' tables. Values that differ from the computed values become overrides of the frame.
void read_frame_tables(ByteView bytes, std::span<const FramePlace> places, std::span<const Corners> corners,
                       Model& model);

/// Writes all frames' tables at their offsets.
void write_frame_tables(const Model& model, std::span<const FramePlace> places, std::span<const Corners> corners,
                        std::span<std::byte> bytes);

}  // namespace redforge::model
