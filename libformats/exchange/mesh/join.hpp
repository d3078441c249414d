// Joins triangles to polygons, because other programs divide the game's faces into triangles.
#pragma once

namespace redforge::exchange {

struct Polygons;

/// Joins triangles along common edges if the join is lossless: they are coplanar in every frame, have one texture and
/// shade, continuous texture coordinates and smoothing, and form a convex outline of at most max_corners. No vertex is
/// removed, so seams between faces that share a corner stay closed. Parts of two numbered polygons (numbers.hpp) stay
/// separate, unless a triangle has corners of both. Consecutive triangles of one polygon are joined first. Does nothing
/// if a face has more than three corners, because then the file has polygons as the author made them. Coincident
/// positions are welded.
void join_triangles(Polygons& polygons);

}  // namespace redforge::exchange
