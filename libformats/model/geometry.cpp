// Computes a model's derived data. The results are exact only if every operation is rounded to single precision, so
// this file is compiled without fused multiply-add.
#include "model/geometry.hpp"
#include "model/model.hpp"

#include <bit>
#include <cmath>

namespace redforge::model {
namespace {

constexpr float unit = 256;
constexpr std::size_t lanes = 16;

/// Coordinates of the first three corners of several faces, as a structure of arrays for vectorisation.
struct Block {
    std::array<std::array<float, lanes>, 9> corner{};
    std::array<std::array<float, lanes>, 3> normal{};
};

/// Computes the normals of the faces, with length 256; 0 for a face without area.
void compute(Block& block)
{
    const auto& c = block.corner;
    for (std::size_t i = 0; i < lanes; ++i) {
        const float ax = c[0][i] / unit;
        const float ay = c[1][i] / unit;
        const float az = c[2][i] / unit;
        const float bx = c[3][i] / unit;
        const float by = c[4][i] / unit;
        const float bz = c[5][i] / unit;
        const float cx = c[6][i] / unit;
        const float cy = c[7][i] / unit;
        const float cz = c[8][i] / unit;
        const float px = bx - ax;
        const float py = by - ay;
        const float pz = bz - az;
        const float qx = cx - bx;
        const float qy = cy - by;
        const float qz = cz - bz;
        const float nx = py * qz - pz * qy;
        const float ny = pz * qx - px * qz;
        const float nz = px * qy - py * qx;
        const float length = std::sqrt(nx * nx + ny * ny + nz * nz);
        // For a face without area, divide zero by one.
        const float divisor = length > 0 ? length : 1;
        block.normal[0][i] = unit * nx / divisor;
        block.normal[1][i] = unit * ny / divisor;
        block.normal[2][i] = unit * nz / divisor;
    }
}

void load(Block& block, std::size_t lane, std::span<const Vector> positions, const Corners& face)
{
    const Vector zero;
    const bool whole = face.a != Corners::none;
    std::size_t row = 0;
    for (const std::uint32_t index : {face.a, face.b, face.c}) {
        const Vector& at = whole ? positions[index] : zero;
        block.corner[row++][lane] = static_cast<float>(at.x);
        block.corner[row++][lane] = static_cast<float>(at.y);
        block.corner[row++][lane] = static_cast<float>(at.z);
    }
}

template <class Round>
void store(const Block& block, std::span<Vector> out, Round round)
{
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = {round(block.normal[0][i]), round(block.normal[1][i]), round(block.normal[2][i])};
    }
}

}  // namespace

std::vector<Corners> first_corners(const std::vector<Face>& faces, std::size_t vertex_count)
{
    std::vector<Corners> result(faces.size());
    for (std::size_t i = 0; i < faces.size(); ++i) {
        const std::vector<std::uint32_t>& corners = faces[i].vertices;
        if (corners.size() >= 3 && corners[0] < vertex_count && corners[1] < vertex_count &&
            corners[2] < vertex_count) {
            result[i] = {corners[0], corners[1], corners[2]};
        }
    }
    return result;
}

void face_normals(std::span<const Vector> positions, std::span<const Corners> faces, Rounding rounding,
                  std::span<Vector> out)
{
    Block block;
    for (std::size_t at = 0; at < faces.size(); at += lanes) {
        const std::size_t count = std::min(lanes, faces.size() - at);
        for (std::size_t i = 0; i < count; ++i) {
            load(block, i, positions, faces[at + i]);
        }
        compute(block);
        if (rounding == Rounding::truncate) {
            store(block, out.subspan(at, count), [](float value) { return static_cast<std::int32_t>(value); });
        } else {
            store(block, out.subspan(at, count),
                  [](float value) { return static_cast<std::int32_t>(std::lrint(value)); });
        }
    }
}

std::uint32_t radius_of(std::span<const Vector> positions)
{
    // The sum of squares of 32-bit coordinates is exact in double for all model sizes. The square root and both
    // roundings are monotonic, so one root of the maximum is enough.
    double largest = 0;
    for (const Vector& at : positions) {
        const double x = at.x;
        const double y = at.y;
        const double z = at.z;
        largest = std::max(largest, x * x + y * y + z * z);
    }
    return static_cast<std::uint32_t>(static_cast<float>(std::sqrt(largest)));
}

std::vector<std::array<float, 3>> vertex_normals(const std::vector<Face>& faces, bool by_slot,
                                                 std::span<const Vector> normals, std::size_t count)
{
    std::vector<std::array<std::int64_t, 3>> sums(count);
    for (std::size_t i = 0; i < faces.size() && i < normals.size(); ++i) {
        for (const std::uint32_t slot : by_slot ? faces[i].slots : faces[i].vertices) {
            if (slot < count) {
                sums[slot][0] += normals[i].x;
                sums[slot][1] += normals[i].y;
                sums[slot][2] += normals[i].z;
            }
        }
    }
    constexpr float no_normal = std::bit_cast<float>(0xFFC00000U);
    std::vector<std::array<float, 3>> result(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto x = static_cast<double>(sums[i][0]);
        const auto y = static_cast<double>(sums[i][1]);
        const auto z = static_cast<double>(sums[i][2]);
        const auto length = static_cast<float>(std::sqrt(x * x + y * y + z * z));
        if (length > 0) {
            result[i] = {static_cast<float>(x) / length, static_cast<float>(y) / length,
                         static_cast<float>(z) / length};
        } else {
            result[i].fill(no_normal);
        }
    }
    return result;
}

}  // namespace redforge::model
