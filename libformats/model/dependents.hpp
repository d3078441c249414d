// Updates values of a model that depend on changed geometry.
//
// Normals, radius and clusters of a file are kept until the geometry that they depend on changes. Then they are
// computed. Source: reference/redguard-original-models, section 7 ("safe design").
#pragma once

#include "model/rob.hpp"

namespace redforge::model {

/// Updates `after`, which edits made from `before`:
///  * removes the given normals of faces and slots whose corners moved or changed, and the given radius if any corner
///    did
///  * resizes the tables of all frames to the number of vertices and faces: added entries have base frame positions;
///    undocumented v2 .3DC data
///    is 0 for added faces, and copied from the previous frame for added frames
///  * renumbers the faces of clusters, and puts added faces into new clusters
///  * computes the gradients of faces whose corners or texture coordinates changed, in a v2 model with gradients
///  * fits clusters to moved faces; in v2 it rebuilds the grid. Clusters and gradients that the same edits changed do
///    not change, and neither does a model with unchanged geometry.
void update_dependents(const Model& before, Model& after);

/// Updates the models of an archive, and removes the header overrides of segments whose model changed. Segments are
/// matched by content, then by index and name, because two segments can have the same name.
void update_dependents(const Rob& before, Rob& after);

}  // namespace redforge::model
