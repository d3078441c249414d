// Redguard .3D and .3DC models, v2.6, v2.7, v4.0 and v5.0: the document, reading and writing.
//
// Sources: the public 3D format notes, and measurements on original models, which win. A document holds what a model
// must keep; offsets, counts, radius, normals, references and packed bits are computed when writing, and given only
// where a file has other ones.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/raw_fallback.hpp"
#include "model/records.hpp"

namespace redforge::model {

/// Header fields that are not what is computed, in the order of the header (64 bytes: version and 15 words).
/// An offset given here also moves the table that it names.
struct Header {
    Derived<std::uint32_t> num_vertices{};
    Derived<std::uint32_t> num_faces{};
    Derived<std::uint32_t> radius{};               ///< largest distance of a vertex from the origin, 1/256 unit
    Derived<std::uint32_t> num_frames{};           ///< 0 in v2 .3D
    Derived<std::uint32_t> offset_frame_data{};
    Derived<std::uint32_t> stale_length{};         ///< v2 .3D, in place of offset_frame_data: no offset; 0 unless given
    Derived<std::uint32_t> total_face_vertices{};
    Derived<std::uint32_t> offset_gradients{};     ///< v2, in place of total_face_vertices
    Derived<std::uint32_t> offset_section4{};
    Derived<std::uint32_t> section4_count{};
    Derived<std::uint32_t> unused{};               ///< 0 unless given
    Derived<std::uint32_t> offset_normal_indices{};
    Derived<std::uint32_t> offset_vertex_normals{};  ///< v2: 0 in a .3D, 1 in a .3DC
    Derived<std::uint32_t> offset_vertex_coords{};
    Derived<std::uint32_t> offset_face_normals{};
    Derived<std::uint32_t> total_face_vertices_dup{};
    Derived<std::uint32_t> offset_face_data{};
    friend bool operator==(const Header&, const Header&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Header& header, unsigned /*version*/)
{
    const FieldInfo derived{.kind = Role::derived};
    field(ar, "num_vertices", header.num_vertices, derived);
    field(ar, "num_faces", header.num_faces, derived);
    field(ar, "radius", header.radius, {.unit = "1/256 unit", .kind = Role::derived});
    field(ar, "num_frames", header.num_frames, derived);
    field(ar, "offset_frame_data", header.offset_frame_data, derived);
    field(ar, "stale_length", header.stale_length,
          {.doc = "v2 .3D: a length of the file from an earlier state; 0 unless given.", .kind = Role::opaque});
    field(ar, "total_face_vertices", header.total_face_vertices, derived);
    field(ar, "offset_gradients", header.offset_gradients, derived);
    field(ar, "offset_section4", header.offset_section4, derived);
    field(ar, "section4_count", header.section4_count, derived);
    field(ar, "unused", header.unused, {.doc = "0 unless given.", .kind = Role::reserved});
    field(ar, "offset_normal_indices", header.offset_normal_indices, derived);
    field(ar, "offset_vertex_normals", header.offset_vertex_normals, derived);
    field(ar, "offset_vertex_coords", header.offset_vertex_coords, derived);
    field(ar, "offset_face_normals", header.offset_face_normals, derived);
    field(ar, "total_face_vertices_dup", header.total_face_vertices_dup, derived);
    field(ar, "offset_face_data", header.offset_face_data, derived);
}

/// Tables that a file does not hold in the place and shape that its header says: 1 = missing. Their bytes, if there
/// are any, stand in gaps.
struct Missing {
    std::uint8_t frame_records{};
    std::uint8_t vertices{};
    std::uint8_t faces{};
    std::uint8_t face_normals{};
    std::uint8_t gradients{};
    std::uint8_t frames{};
    std::uint8_t section4{};
    std::uint8_t normal_indices{};
    std::uint8_t index_copies{};  ///< menu models: the copies of the index table for the later frames
    std::uint8_t vertex_normals{};
    friend bool operator==(const Missing&, const Missing&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Missing& missing, unsigned /*version*/)
{
    const FieldInfo flag{.max = 1};
    field(ar, "frame_records", missing.frame_records, flag);
    field(ar, "vertices", missing.vertices, flag);
    field(ar, "faces", missing.faces, flag);
    field(ar, "face_normals", missing.face_normals, flag);
    field(ar, "gradients", missing.gradients, flag);
    field(ar, "frames", missing.frames, flag);
    field(ar, "section4", missing.section4, flag);
    field(ar, "normal_indices", missing.normal_indices, flag);
    field(ar, "index_copies", missing.index_copies, flag);
    field(ar, "vertex_normals", missing.vertex_normals, flag);
}

/// A whole model.
struct Model {
    static constexpr std::string_view root = "model";

    Text version{};  ///< "v2.6", "v2.7", "v4.0" or "v5.0"
    Header header{};
    Missing missing{};
    BaseFrame base_frame{};
    std::vector<Face> faces{};
    std::vector<Vector> vertices{};
    std::vector<VertexNormalOverride> vertex_normals{};
    std::vector<Cluster> clusters{};  ///< Section4
    std::vector<Frame> frames{};      ///< those after the base frame
    std::vector<Gap> gaps{};
    friend bool operator==(const Model&, const Model&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Model& model, unsigned /*version*/)
{
    field(ar, "version", model.version, {.label = "Version", .choices = "v2.6 v2.7 v4.0 v5.0"});
    group(ar, "header", model.header, {.kind = Role::derived});
    group(ar, "missing", model.missing);
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
