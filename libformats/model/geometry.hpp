// Derived geometry of a model: radius, face normals and vertex normals, in the single precision of the game's tools.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/model.hpp"

namespace redforge::model {

/// The first three corners of a face, which define its normal. `none` if there are fewer corners or an index is out of
/// range.
struct Corners {
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    std::uint32_t a{none};
    std::uint32_t b{none};
    std::uint32_t c{none};
};

/// Returns the first corners of every face. All indices are below `vertex_count`, or the corners are `none`.
[[nodiscard]] std::vector<Corners> first_corners(const std::vector<Face>& faces, std::size_t vertex_count);

/// Conversion of real normals to integers in the game's tools.
enum class Rounding : std::uint8_t { truncate /**< v4, v5 */, nearest /**< v2 */ };

/// Computes the normals of faces; 256 is a length of one. A face without a normal gets zero. `out` has one element per
/// face.
void face_normals(std::span<const Vector> positions, std::span<const Corners> faces, Rounding rounding,
                  std::span<Vector> out);

/// Returns the largest distance of a position from the origin, rounded to single precision and truncated.
[[nodiscard]] std::uint32_t radius_of(std::span<const Vector> positions);

/// Returns the vertex normals of `count` slots: the normalised sum of the face normals of the corners that refer to the
/// slot. If the sum is zero, all three components have the bits 0xFFC00000. Without slots, the slot is the vertex
/// index.
[[nodiscard]] std::vector<std::array<float, 3>> vertex_normals(const std::vector<Face>& faces, bool by_slot,
                                                               std::span<const Vector> normals, std::size_t count);

/// Packs a normal as 10-10-10-2, with 0 in the two top bits.
[[nodiscard]] constexpr std::uint32_t pack_normal(const Vector& normal)
{
    return (static_cast<std::uint32_t>(normal.x) & 0x3FF) | (static_cast<std::uint32_t>(normal.y) & 0x3FF) << 10 |
           (static_cast<std::uint32_t>(normal.z) & 0x3FF) << 20;
}
[[nodiscard]] constexpr Vector unpack_normal(std::uint32_t packed)
{
    const auto component = [packed](unsigned shift) {
        return static_cast<std::int32_t>(packed << (22 - shift)) >> 22;  // the arithmetic right shift extends the sign
    };
    return {component(0), component(10), component(20)};
}

}  // namespace redforge::model
