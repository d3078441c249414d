// Redguard .3D and .3DC models, v2.6, v2.7, v4.0 and v5.0: the document, reading and writing.
//
// Sources: the public 3D format notes, and measurements on original models, which win. A document holds what a model
// must keep; offsets, counts, radius, normals, references and packed bits are computed when writing, and given only
// where a file has other ones.
//
// The records of its lists are in headers of their own, which are to be included by who looks into them: so a change of
// one compiles little else again.
#pragma once

#include <string_view>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/raw_fallback.hpp"
#include "core/record_list.hpp"
#include "model/model_fwd.hpp"
#include "model/model_header.hpp"

namespace redforge::model {

/// A whole model.
struct Model {
    static constexpr std::string_view root = "model";

    Text version{};  ///< "v2.6", "v2.7", "v4.0" or "v5.0"
    Header header{};
    Missing missing{};
    Animation animation{};  ///< of a v2 .3DC
    BaseFrame base_frame{};
    RecordList<Face> faces;
    RecordList<Vector> vertices;
    RecordList<VertexNormalOverride> vertex_normals;
    RecordList<Cluster> clusters;  ///< Section4
    RecordList<Frame> frames;      ///< those after the base frame
    RecordList<Gap> gaps;
    friend bool operator==(const Model& a, const Model& b);
};

template <class Archive>
constexpr void serialize(Archive& ar, Model& model, unsigned /*version*/)
{
    field(ar, "version", model.version, {.label = "Version", .choices = "v2.6 v2.7 v4.0 v5.0"});
    group(ar, "header", model.header, {.kind = Role::derived});
    group(ar, "missing", model.missing);
    group(ar, "animation", model.animation);
    group(ar, "base_frame", model.base_frame);
    list(ar, "faces", "face", model.faces);
    list(ar, "vertices", "vertex", model.vertices);
    list(ar, "vertex_normals", "vertex_normal", model.vertex_normals, {.kind = Role::derived});
    list(ar, "clusters", "cluster", model.clusters);
    list(ar, "frames", "frame", model.frames);
    list(ar, "gaps", "gap", model.gaps);
}

/// Whether the bytes begin as a model does: one of the four versions, and a header's 64 bytes.
[[nodiscard]] bool is_model(ByteView bytes);

/// Reads a model. Refused only without a header or with an unknown version; tables that can't be read as what the
/// header says are kept as gaps and told in `kept`. write_model() gives back the same bytes.
[[nodiscard]] Result<Model> read_model(ByteView bytes, RawFallbacks* kept = nullptr);

/// Writes a model, computing all that is derived. Refuses what reading would not give back.
[[nodiscard]] Result<Bytes> write_model(const Model& model);

}  // namespace redforge::model
