// Triangles back to polygons: other programs divide what the game holds as one face.
#pragma once

namespace redforge::exchange {

struct Polygons;

/// Joins triangles over common edges where nothing is lost: they lie in one plane in every frame, have one texture and
/// shade, texture coordinates and smoothing that continue, and together a convex outline of at most max_corners. No
/// vertex goes, so seams between faces that meet at a corner stay closed. Parts of two numbered polygons (numbers.hpp)
/// stay two, unless a triangle has corners of both. Triangles that follow each other as the parts
/// of one polygon are joined first. Does nothing to polygons with a face of more than three corners: somebody has drawn
/// them as they are. Positions that coincide are welded.
void join_triangles(Polygons& polygons);

}  // namespace redforge::exchange
