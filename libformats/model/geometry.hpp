// What a model's geometry implies: radius, face normals, vertex normals, in the game tools' own single precision.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/model.hpp"

namespace redforge::model {

/// The first three corners of a face, which give its normal; `none` where there are fewer, or one is out of range.
struct Corners {
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    std::uint32_t a{none};
    std::uint32_t b{none};
    std::uint32_t c{none};
};

/// The first corners of every face; all indices are below `vertex_count` or the face's are `none`.
[[nodiscard]] std::vector<Corners> first_corners(const std::vector<Face>& faces, std::size_t vertex_count);

/// How the tools came from a real normal to an integer one.
enum class Rounding : std::uint8_t { truncate /**< v4, v5 */, nearest /**< v2 */ };

/// Normals of faces, 256 = a length of one; zero where the face has none. `out` has one place a face.
void face_normals(std::span<const Vector> positions, std::span<const Corners> faces, Rounding rounding,
                  std::span<Vector> out);

/// The largest distance of a position from the origin, rounded to single precision and truncated.
[[nodiscard]] std::uint32_t radius_of(std::span<const Vector> positions);

/// The vertex normals of `count` slots: for each, the sum of the face normals of the corners that refer to it, scaled
/// to one; bits 0xFFC00000 three times where that sum is zero. Without slots a vertex's index is its slot.
[[nodiscard]] std::vector<std::array<float, 3>> vertex_normals(const std::vector<Face>& faces, bool by_slot,
                                                               std::span<const Vector> normals, std::size_t count);

/// A normal packed as 10-10-10-2, and its three components back. The two top bits are left alone: 0.
[[nodiscard]] constexpr std::uint32_t pack_normal(const Vector& normal)
{
    return (static_cast<std::uint32_t>(normal.x) & 0x3FF) | (static_cast<std::uint32_t>(normal.y) & 0x3FF) << 10 |
           (static_cast<std::uint32_t>(normal.z) & 0x3FF) << 20;
}
[[nodiscard]] constexpr Vector unpack_normal(std::uint32_t packed)
{
    const auto component = [packed](unsigned shift) {
        return static_cast<std::int32_t>(packed << (22 - shift)) >> 22;  // the shift back brings the sign along
    };
    return {component(0), component(10), component(20)};
}

}  // namespace redforge::model
