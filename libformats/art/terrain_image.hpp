// Terrain planes as pictures: exact as indices, and readable from any grey height map.
#pragma once

#include "art/terrain.hpp"
#include "art/terrain_planes.hpp"
#include "core/bytes.hpp"
#include "core/error.hpp"

namespace redforge::art {

/// A plane as an indexed PNG of 256 x 256 pixels, x to the right and rows down, so that the map's Z goes
/// up; index = byte of the plane.
/// Heights are shown as greys by their units; each texture with its turns has a colour of its own; a byte of another
/// plane is its own grey.
[[nodiscard]] Result<Bytes> terrain_to_png(const Terrain& terrain, TerrainPlane plane);

/// Takes a plane from a PNG of 256 x 256 pixels. When it is indexed and has the colours of terrain_to_png(), its
/// indices are the plane. Otherwise colours count: heights from black for 0 to white for 7760 units, each pixel giving
/// the nearest step while the mark of its point stays; other planes from the very colours of terrain_to_png().
/// Errors: those of read_png(); out_of_range (another size); mismatch (a colour that stands for nothing in that plane).
[[nodiscard]] Status terrain_from_png(Terrain& terrain, TerrainPlane plane, ByteView png);

}  // namespace redforge::art
