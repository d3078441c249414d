// Converts terrain planes to pictures and back: exactly by indices, or from any grey height map.
#pragma once

#include "art/terrain.hpp"
#include "art/terrain_planes.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"

namespace redforge::art {

/// Returns a plane as an indexed PNG of 256 x 256 pixels, with x to the right and rows down, so that the map's Z grows
/// upwards. An index is a byte of the plane. A height is a grey in proportion to its units. Each pair of texture and
/// rotation has its own colour. Bytes of other planes are greys.
[[nodiscard]] Result<Bytes> terrain_to_png(const Terrain& terrain, TerrainPlane plane);

/// Sets a plane from a PNG of 256 x 256 pixels. If it is indexed and has the colours of terrain_to_png(), its indices
/// are the plane. Otherwise its colours are converted: heights from black (0) to white (7760 units), to the nearest
/// step, keeping the marker bit of each point; other planes need the exact colours of terrain_to_png(). Errors: those
/// of read_png(); out_of_range (another size); mismatch (a colour without a meaning in this plane).
[[nodiscard]] Status terrain_from_png(Terrain& terrain, TerrainPlane plane, ByteView png);

}  // namespace redforge::art
