// What follows from an edit of a model's geometry: the values that were true of the old one and are none of the new.
//
// A file's own normals, radius and clusters are kept as long as nobody changes what they were computed from; then they
// are computed anew. Source: reference/redguard-original-models, section 7 ("safe design").
#pragma once

#include "model/rob.hpp"

namespace redforge::model {

/// Takes `after`, which edits have made of `before`, and
///  * forgets given normals of faces and slots whose corners moved or changed, and the given radius if any did;
///  * keeps the tables of all frames as long as vertices and faces: what is added is where the base frame has it, and
///    what no reading is known of (v2 .3DC) is 0 for added faces, and as in the frame before for added frames;
///  * renumbers the faces of clusters when faces were added or removed, and puts added ones into clusters of their own;
///  * computes the gradients of faces whose corners or texture coordinates changed, in a v2 model that has any;
///  * fits clusters around their faces where these moved; in v2 the grid is made anew.
/// Clusters and gradients that the same edits changed are left as they are, and so is a model whose geometry did not
/// change.
void update_dependents(const Model& before, Model& after);

/// The same for the models of an archive; segments whose model changed forget what their headers held of it. Which was
/// which is seen by content, then by place and name: two segments may have one name.
void update_dependents(const Rob& before, Rob& after);

}  // namespace redforge::model
