// Redguard .3D and .3DC models (v2.6, v2.7, v4.0, v5.0): document, records, reading and writing.
//
// Sources: the public 3D format notes and measurements on original models; the measurements take precedence. A document
// contains the essential data. Offsets, counts, radius, normals, references and packed bits are computed on writing,
// and are given only if a file has other values.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"
#include "model/model_header.hpp"
#include "model/real.hpp"

namespace redforge::model {

/// Palette index of a face without a colour.
inline constexpr std::int16_t no_colour = -1;

/// Surface of a face: an image of a texture bank, or one palette colour. See texture_code.hpp.
struct Texture {
    using composite = void;
    static constexpr std::int16_t no_colour = model::no_colour;

    std::uint16_t bank{};            ///< v4/v5: 0 to 2599; v2: 2 to 511
    std::uint16_t image{};           ///< v4/v5: 0 to 999; v2: 0 to 127
    std::int16_t colour{no_colour};  ///< palette index, for a face without an image
    std::uint8_t low{};              ///< lowest byte of a solid face's code (v4/v5), 0 in all but 4 known faces
    Derived<std::uint32_t> code{};   ///< v4/v5: a code that is neither an image nor a colour
    friend bool operator==(const Texture&, const Texture&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Texture& texture, unsigned /*version*/)
{
    field(
        ar, "bank", texture.bank,
        {.label = "Texture bank", .doc = "Number of the TEXBSI file.", .refers_to = Target::texture_bank, .max = 2599});
    field(ar, "image", texture.image, {.label = "Image", .refers_to = Target::texture, .max = 999});
    field(ar, "colour", texture.colour,
          {.label = "Colour", .doc = "Palette index of a solid face; -1: textured.", .min = -1, .max = 255});
    field(ar, "low", texture.low, {.label = "Low byte", .kind = Role::opaque});
    field(ar, "code", texture.code,
          {.label = "Texture code", .doc = "The stored code, if it is neither an image nor a colour."});
}

/// Position in 1/256 unit, or normal with 256 for a length of one.
struct Vector {
    std::int32_t x{};
    std::int32_t y{};
    std::int32_t z{};
    friend bool operator==(const Vector&, const Vector&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Vector& vector, unsigned /*version*/)
{
    field(ar, "x", vector.x, {.unit = "1/256 unit"});
    field(ar, "y", vector.y, {.unit = "1/256 unit"});
    field(ar, "z", vector.z, {.unit = "1/256 unit"});
}

/// One polygon of at most 255 corners. The lists vertices, u and v have one entry per corner.
struct Face {
    std::uint8_t shade{};  ///< known values: 0 6 10 12 15 18 20 24 25 30 33 40 44 50 63
    Texture texture{};
    std::uint32_t reserved{};               ///< always 0
    std::vector<std::uint32_t> vertices{};  ///< indices
    std::vector<std::int16_t> u{};          ///< 1/16 texel, as stored: see corner_uvs() in mesh.hpp
    std::vector<std::int16_t> v{};
    std::vector<std::uint32_t> slots{};             ///< vertex normal of each corner; empty without an index table
    std::vector<std::uint8_t> remainders{};         ///< v2: byte offset mod 12 of each vertex reference; empty = all 0
    Derived<std::array<std::int32_t, 3>> normal{};  ///< if it differs from the computed normal
    std::array<std::int32_t, 3> u_gradient{};       ///< v2 .3D: gradient of U over space, times 2^33, wrapped
    std::array<std::int32_t, 3> v_gradient{};
    friend bool operator==(const Face&, const Face&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Face& face, unsigned /*version*/)
{
    field(ar, "shade", face.shade, {.label = "Shade"});
    field(ar, "texture", face.texture);
    field(ar, "reserved", face.reserved, {.kind = Role::reserved});
    field(ar, "vertices", face.vertices, {.label = "Vertices", .doc = "Index of the vertex of each corner."});
    field(ar, "u", face.u,
          {.label = "U",
           .unit = "1/16 texel",
           .doc = "Differences from corner to corner; in v2 for the first three corners only."});
    field(ar, "v", face.v, {.label = "V", .unit = "1/16 texel", .doc = "Like u."});
    field(ar, "slots", face.slots,
          {.label = "Normal slots", .doc = "Corners with the same slot share a smooth normal."});
    field(ar, "remainders", face.remainders,
          {.doc = "v2: remainder of the byte offset of each vertex, divided by 12.", .max = 11});
    field(ar, "normal", face.normal, {.unit = "1/256", .kind = Role::derived});
    field(ar, "u_gradient", face.u_gradient,
          {.doc = "v2 .3D: gradient of U over space, times 2^33.", .kind = Role::reserved});
    field(ar, "v_gradient", face.v_gradient,
          {.doc = "v2 .3D: gradient of V over space, times 2^33.", .kind = Role::reserved});
}

/// A vertex normal that differs from the computed one.
struct VertexNormalOverride {
    std::uint32_t slot{};  ///< the vertex index in a model without slots
    Real x{};
    Real y{};
    Real z{};
    friend bool operator==(const VertexNormalOverride&, const VertexNormalOverride&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, VertexNormalOverride& normal, unsigned /*version*/)
{
    field(ar, "slot", normal.slot);
    field(ar, "x", normal.x);
    field(ar, "y", normal.y);
    field(ar, "z", normal.z);
}

/// A Section4 entry: faces that are culled together. v5.0: each face is in one entry. v2: overlapping grid cells.
struct Cluster {
    std::int32_t x{};  ///< centre, 1/256 unit
    std::int32_t y{};
    std::int32_t z{};
    std::uint32_t radius{};              ///< 1/256 unit
    std::array<Real, 3> extent{};        ///< v5.0: semi-axes of an ellipsoid in units of the radius
    std::vector<std::uint16_t> faces{};  ///< face numbers in file order, 0 to 16,383
    Bytes references{};                  ///< the stored 6-byte references, if they do not refer to faces
    friend bool operator==(const Cluster&, const Cluster&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Cluster& cluster, unsigned /*version*/)
{
    field(ar, "x", cluster.x, {.unit = "1/256 unit"});
    field(ar, "y", cluster.y, {.unit = "1/256 unit"});
    field(ar, "z", cluster.z, {.unit = "1/256 unit"});
    field(ar, "radius", cluster.radius, {.unit = "1/256 unit"});
    field(ar, "extent_x", cluster.extent[0], {.unit = "radii", .doc = "v5.0 only."});
    field(ar, "extent_y", cluster.extent[1], {.unit = "radii", .doc = "v5.0 only."});
    field(ar, "extent_z", cluster.extent[2], {.unit = "radii", .doc = "v5.0 only."});
    field(ar, "faces", cluster.faces, {.label = "Faces", .max = 16383});
    field(ar, "references", cluster.references, {.doc = "The references as bytes, if they do not refer to faces."});
}

/// Difference of a frame's vertex from the base frame. Type 2 frames of v4: position = base - delta. Narrow frames of
/// v2: position = base + delta. So moving a base vertex moves it in all such frames.
struct Delta {
    std::int16_t x{};
    std::int16_t y{};
    std::int16_t z{};
    friend bool operator==(const Delta&, const Delta&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Delta& delta, unsigned /*version*/)
{
    field(ar, "x", delta.x, {.unit = "1/256 unit", .doc = "v4: subtracted from the base vertex; v2: added to it."});
    field(ar, "y", delta.y, {.unit = "1/256 unit"});
    field(ar, "z", delta.z, {.unit = "1/256 unit"});
}

/// A normal that differs from the computed one.
struct NormalOverride {
    std::uint32_t face{};
    std::int32_t x{};
    std::int32_t y{};
    std::int32_t z{};
    friend bool operator==(const NormalOverride&, const NormalOverride&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, NormalOverride& normal, unsigned /*version*/)
{
    field(ar, "face", normal.face);
    field(ar, "x", normal.x, {.unit = "1/256"});
    field(ar, "y", normal.y, {.unit = "1/256"});
    field(ar, "z", normal.z, {.unit = "1/256"});
}

/// The frame record of a later frame.
struct FrameRecord {
    using composite = void;
    Derived<std::uint32_t> vertex_offset{};
    Derived<std::uint32_t> normal_offset{};
    Derived<std::uint32_t> face_data_offset{};  ///< v2
    Derived<std::uint32_t> reserved{};          ///< v2: only in wide records, where it is not an offset
    Derived<std::uint32_t> type{};              ///< 0 except in the first record
    friend bool operator==(const FrameRecord&, const FrameRecord&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, FrameRecord& record, unsigned /*version*/)
{
    field(ar, "vertex_offset", record.vertex_offset, {.kind = Role::derived});
    field(ar, "normal_offset", record.normal_offset, {.kind = Role::derived});
    field(ar, "face_data_offset", record.face_data_offset, {.doc = "Only in v2 .3DC.", .kind = Role::derived});
    field(ar, "reserved", record.reserved, {.kind = Role::derived});
    field(ar, "type", record.type, {.kind = Role::derived});
}

/// A frame after the base frame. It has either vertices (types 0 and 4, wide v2) or deltas (type 2, narrow v2), one per
/// base vertex.
struct Frame {
    FrameRecord record{};
    Derived<std::vector<std::uint8_t>> top_bits{};  ///< bits 30-31 of each packed normal, if the rule does not give
                                                    ///< them
    std::vector<Vector> vertices{};
    std::vector<Delta> deltas{};
    std::vector<NormalOverride> normals{};
    Bytes packed_normals{};  ///< v2, narrow: 4 bytes per face
    Bytes face_data{};       ///< v2: 12 bytes per face in narrow models, 24 in wide models
    friend bool operator==(const Frame&, const Frame&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Frame& frame, unsigned /*version*/)
{
    field(ar, "record", frame.record);
    field(ar, "top_bits", frame.top_bits,
          {.doc = "Bits 30 and 31 of each packed normal: leftover bits of the exporter's buffer.",
           .kind = Role::derived,
           .max = 3});
    list(ar, "vertices", "vertex", frame.vertices);
    list(ar, "deltas", "delta", frame.deltas);
    list(ar, "normals", "normal", frame.normals, {.kind = Role::derived});
    blob(ar, "packed_normals", frame.packed_normals, packed_normals_info);
    blob(ar, "face_data", frame.face_data, face_data_info);
}

/// Bytes that no table covers.
struct Gap {
    Text before{};                    ///< the table after the gap: "vertices", "frames[2].normals", "end"
    Derived<std::uint32_t> offset{};  ///< its offset, if it is not before the next table in order
    Bytes bytes{};
    friend bool operator==(const Gap&, const Gap&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Gap& gap, unsigned /*version*/)
{
    field(ar, "before", gap.before);
    field(ar, "offset", gap.offset);
    blob(ar, "bytes", gap.bytes);
}

/// A model file.
struct Model {
    static constexpr std::string_view root = "model";

    Text version{};  ///< "v2.6", "v2.7", "v4.0" or "v5.0"
    Header header{};
    MissingTables missing{};
    Animation animation{};  ///< for a v2 .3DC
    BaseFrame base_frame{};
    std::vector<Face> faces;
    std::vector<Vector> vertices;
    std::vector<VertexNormalOverride> vertex_normals;
    std::vector<Cluster> clusters;  ///< Section4
    std::vector<Frame> frames;      ///< without the base frame
    std::vector<Gap> gaps;
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
    list(ar, "vertices", "vertex", model.vertices, {.indexed_by = "face.vertices"});
    list(ar, "vertex_normals", "vertex_normal", model.vertex_normals, {.kind = Role::derived});
    list(ar, "clusters", "cluster", model.clusters);
    list(ar, "frames", "frame", model.frames);
    list(ar, "gaps", "gap", model.gaps);
}

/// Returns true if the bytes begin like a model: one of the four versions, and a 64-byte header.
[[nodiscard]] bool is_model(ByteView bytes);

/// Reads a model. Fails only without a header or with an unknown version. Tables that do not match the header are kept
/// as gaps and reported in `kept`. write_model() returns the same bytes.
[[nodiscard]] Result<Model> read_model(ByteView bytes, RawFallbacks* kept = nullptr);

/// Writes a model and computes all derived values. Fails if reading would not return the same document.
[[nodiscard]] Result<Bytes> write_model(const Model& model);

}  // namespace redforge::model
