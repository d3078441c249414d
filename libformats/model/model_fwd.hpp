// The names of the records of models and archives, for what holds them or passes them on without looking into them: such
// a source is not compiled again when one of them changes.
#pragma once

namespace redforge::model {

// Of models.
struct Cluster;
struct Face;
struct Frame;
struct Gap;
struct Header;
struct Model;
struct Texture;
struct Vector;
struct VertexNormalOverride;

// Of archives.
struct Rob;
struct Segment;

}  // namespace redforge::model
