// The tables of the frames after the base frame: positions or deltas, and normals, packed or not.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/geometry.hpp"
#include "model/layout.hpp"

namespace redforge::model {

struct Delta;

/// All frames unpacked in the way of the exporter: for each frame its absolute positions, then its normals. The
/// exporter packed this buffer in place, so two bits of each packed normal still show what stood there before.
class Unpacked {
public:
    Unpacked(std::size_t vertices, std::size_t faces, std::size_t frames);

    [[nodiscard]] std::span<Vector> positions(std::size_t frame);
    [[nodiscard]] std::span<Vector> normals(std::size_t frame);

    /// Bits 30 and 31 that the packed normals of a frame have by the exporter's way, one value (0 to 3) a face.
    /// `packed_offset` is the place of the first one, counted from the start of the packed data of the first frame.
    void top_bits(std::uint64_t packed_offset, std::span<std::uint8_t> out) const;

private:
    std::size_t vertices_;
    std::size_t faces_;
    std::vector<Vector> words_;
};

/// Where the packed normals of a frame begin, counted from the start of the first frame's tables.
[[nodiscard]] std::uint64_t packed_normal_offset(const FrameForm& form, std::size_t vertices, std::size_t faces,
                                                 std::size_t frame);

/// Fills a frame's positions from what the document holds: vertices, or deltas from the base, which v4 subtracts and v2
/// adds.
void frame_positions(const Model& model, const Frame& frame, std::span<Vector> out);

/// The inverse where frames hold deltas; nothing when one does not fit in 16 bits.
[[nodiscard]] std::optional<std::vector<Delta>> frame_deltas(const Model& model, std::span<const Vector> positions);

/// Takes the bytes of a table that no reading is known of. None are kept of one that is all 0.
void read_opaque(ByteView bytes, std::uint64_t at, std::uint64_t size, Bytes& out);

/// Writes them where all is 0.
void write_opaque(const Bytes& bytes, std::byte* to);

/// Reads all frames' tables from their places; what differs from the computed goes into each frame's overrides.
void read_frame_tables(ByteView bytes, std::span<const FramePlace> places, std::span<const Corners> corners,
                       Model& model);

/// Writes all frames' tables to their places.
void write_frame_tables(const Model& model, std::span<const FramePlace> places, std::span<const Corners> corners,
                        std::span<std::byte> bytes);

}  // namespace redforge::model
