// Updates values of a model that depend on changed geometry.
//
// Normals, radius and clusters of a file are kept until the geometry that they depend on changes. Then they are
// computed. Source: reference sheet "original models", 7, "safe design".
#pragma once

#include "model/rob.hpp"

namespace redforge::model {

/// Updates `after`, which edits made from `before`:
///  * removes the stored normals of faces and slots whose corners moved or changed, and the stored radius
///  * resizes the tables of all frames to the number of vertices and faces: added entries have base frame positions;
///    undocumented data of a v2 .3DC is 0 for added faces, and copied from the previous frame for added frames
///  * renumbers the faces of clusters, and puts added faces into new clusters
///  * computes the gradients of faces whose corners or texture coordinates changed, in a v2 model with gradients
///  * fits clusters to moved faces; in v2 it rebuilds the grid
/// Keeps clusters, gradients and a radius that the same edits changed. If only texture coordinates changed, updates
/// only the gradients.
void update_dependents(const Model& before, Model& after);

/// Updates the models of an archive, and removes the header overrides of segments whose model changed. Segments are
/// matched by content, then by index and name, because two segments can have the same name.
void update_dependents(const Rob& before, Rob& after);

}  // namespace redforge::model
