// A model of one face with four corners, in one colour, for tests of positions.
#pragma once

#include <utility>

#include "model/model.hpp"

namespace redforge::test {

/// Returns the model. `corners`: four vertices in units of the file, in the order of the face's corners.
[[nodiscard]] inline model::Model flat_face(decltype(model::Model::vertices) corners)
{
    model::Model made;
    made.version = "v5.0";
    made.vertices = std::move(corners);
    model::Face face;
    face.texture.colour = 9;
    face.vertices = {0, 1, 2, 3};
    face.u = {0, 0, 0, 0};
    face.v = {0, 0, 0, 0};
    face.slots = {0, 1, 2, 3};
    made.faces = {face};
    return made;
}

}  // namespace redforge::test
