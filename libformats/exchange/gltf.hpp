// Models to and from binary glTF 2.0 (.glb).
//
// One vertex a face corner; a material for each texture, named by surface.hpp; later frames as morph targets, played by
// one animation. The front of a triangle is counter-clockwise in both.
#pragma once

#include <cstdint>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "exchange/export.hpp"
#include "exchange/import.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

/// Most face corners times frames that are exported, to keep files usable: originals stay below 1.5 million.
inline constexpr std::uint64_t max_corner_frames = std::uint64_t{32} << 20U;

/// Errors: out_of_range (no face that can be drawn; more than max_corner_frames).
[[nodiscard]] Result<Bytes> write_gltf(const model::Model& model, const ExportOptions& options = {});

/// Reads a .glb: all meshes of its scene in their places; polygons by the numbers of their corners (numbers.hpp), other
/// triangles joined to faces (join.hpp); every morph target becomes a frame.
/// A file of write_gltf() that kept its extras gives back the model itself, as long as its polygons, their texture
/// coordinates and materials are all there: vertices and shades may have changed (originals.hpp).
/// Errors: those of read_glb(); malformed, truncated (indices, accessors); unsupported (extensions that it requires,
/// other files, lines and points); out_of_range and unknown_name (what the game cannot hold, materials without a name
/// that says the texture).
[[nodiscard]] Result<Imported> read_gltf(ByteView bytes, const ImportOptions& options = {});

}  // namespace redforge::exchange
