// Exports and imports models as binary glTF 2.0 (.glb).
//
// Each corner of a face becomes a vertex. Each texture becomes a material, named as in surface.hpp. Each frame after
// the first becomes a morph target of one animation. The front of a triangle is counter-clockwise in both formats.
#pragma once

#include <cstdint>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "exchange/mesh/export.hpp"
#include "exchange/mesh/import.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

/// Maximum number of face corners times frames in an export; originals have less than 1.5 million.
inline constexpr std::uint64_t max_corner_frames = std::uint64_t{32} << 20U;

/// Returns a model as a .glb. Errors: out_of_range (no face that can be drawn; more than max_corner_frames).
[[nodiscard]] Result<Bytes> write_gltf(const model::Model& model, const ExportOptions& options = {});

/// Reads a .glb: all meshes of its scene with their transforms. Restores polygons by the numbers of their corners
/// (numbers.hpp), and joins other triangles to faces (join.hpp). Each morph target becomes a frame. If the file was
/// exported with `originals` and still has all polygons, texture coordinates and materials, the result is the original
/// model, with moved vertices and changed shades if there are any (originals.hpp). Errors: those of read_glb();
/// malformed, truncated (indices, accessors); unsupported (required extensions, external files, lines or points);
/// out_of_range and unknown_name (data that the game cannot store, a material whose name is not a texture).
[[nodiscard]] Result<Imported> read_gltf(ByteView bytes, const ImportOptions& options = {});

}  // namespace redforge::exchange
