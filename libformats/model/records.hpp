// The records of a model, as a document shows them: faces, vertices, clusters, frames and what overrides them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/field.hpp"
#include "core/values.hpp"
#include "model/real.hpp"
#include "model/short_list.hpp"
#include "model/texture.hpp"
#include "model/vector.hpp"

namespace redforge::model {

/// What a frame of type 2 stores for a vertex: the frame's position is the base position minus this.
struct Delta {
    std::int16_t x{};
    std::int16_t y{};
    std::int16_t z{};
    friend bool operator==(const Delta&, const Delta&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Delta& delta, unsigned /*version*/)
{
    field(ar, "x", delta.x, {.unit = "1/256 unit", .doc = "Subtracted from the base vertex."});
    field(ar, "y", delta.y, {.unit = "1/256 unit"});
    field(ar, "z", delta.z, {.unit = "1/256 unit"});
}

/// One polygon. Corner lists run in parallel: vertices, u and v have one number a corner.
struct Face {
    std::uint8_t shade{};                          ///< 0 6 10 12 15 18 20 24 25 30 33 40 44 50 63 seen
    Texture texture{};
    std::uint32_t reserved{};                      ///< always 0
    ShortList<std::uint32_t> vertices{};           ///< indices
    ShortList<std::int16_t> u{};                   ///< 1/16 texel, as stored: see corner_uvs() in mesh.hpp
    ShortList<std::int16_t> v{};
    ShortList<std::uint32_t> slots{};              ///< vertex normal of each corner; empty without an index table
    ShortList<std::uint8_t> remainders{};          ///< v2: byte offset mod 12 of each vertex reference; empty = all 0
    Derived<std::array<std::int32_t, 3>> normal{}; ///< where it is not the one that the corners give
    std::array<std::int32_t, 3> u_gradient{};      ///< v2 .3D: gradient of U over space, times 2^33, wrapped
    std::array<std::int32_t, 3> v_gradient{};
    friend bool operator==(const Face&, const Face&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Face& face, unsigned /*version*/)
{
    field(ar, "shade", face.shade, {.label = "Shade"});
    field(ar, "texture", face.texture);
    field(ar, "reserved", face.reserved, {.kind = Role::reserved});
    field(ar, "vertices", face.vertices, {.label = "Vertices", .doc = "Index of each corner's vertex."});
    field(ar, "u", face.u,
          {.label = "U", .unit = "1/16 texel", .doc = "Steps from corner to corner; v2: only the first three are."});
    field(ar, "v", face.v, {.label = "V", .unit = "1/16 texel", .doc = "As u."});
    field(ar, "slots", face.slots, {.label = "Normal slots", .doc = "Corners with the same slot are smooth together."});
    field(ar, "remainders", face.remainders,
          {.doc = "v2: what the byte offset of each vertex leaves when divided by 12.", .max = 11});
    field(ar, "normal", face.normal, {.unit = "1/256", .kind = Role::derived});
    field(ar, "u_gradient", face.u_gradient,
          {.doc = "v2 .3D: gradient of U over space, times 2^33.", .kind = Role::reserved});
    field(ar, "v_gradient", face.v_gradient,
          {.doc = "v2 .3D: gradient of V over space, times 2^33.", .kind = Role::reserved});
}

/// A normal that is not the computed one.
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

/// A vertex normal that is not the computed one.
struct VertexNormalOverride {
    std::uint32_t slot{};  ///< the vertex's index in a model without slots
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

/// A Section4 entry: faces that are culled together. v5.0: each face in one; v2: cells of a grid, which overlap.
struct Cluster {
    std::int32_t x{};                   ///< centre, 1/256 unit
    std::int32_t y{};
    std::int32_t z{};
    std::uint32_t radius{};             ///< 1/256 unit
    std::array<Real, 3> extent{};       ///< v5.0: semi-axes of an ellipsoid in units of the radius
    std::vector<std::uint16_t> faces{}; ///< face numbers in the file's order, 0 to 16,383
    Bytes references{};                 ///< the 6-byte references as stored, where they are not those of faces
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
    field(ar, "references", cluster.references, {.doc = "The references as bytes, where they name no faces."});
}

/// How the frames of a v4/v5 model are stored.
inline constexpr std::array<Word, 4> frame_types{{
    {0, "absolute", "Absolute positions"},
    {2, "deltas", "Differences from the base frame"},
    {4, "packed_normals", "Absolute positions with packed normals"},
    {8, "single", "A single frame"},
}};

/// The frame record of the base frame. Its offsets are those of the model's own tables.
struct BaseFrame {
    std::uint32_t type{};  ///< v4/v5: 0 absolute, 2 deltas, 4 absolute with packed normals, 8 a single frame
    Derived<std::uint32_t> vertex_offset{};
    Derived<std::uint32_t> normal_offset{};
    Derived<std::uint32_t> reserved{};
    friend bool operator==(const BaseFrame&, const BaseFrame&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, BaseFrame& frame, unsigned /*version*/)
{
    field(ar, "type", frame.type, {.label = "Frame type", .words = frame_types});
    field(ar, "vertex_offset", frame.vertex_offset, {.doc = "v2: always 88.", .kind = Role::derived});
    field(ar, "normal_offset", frame.normal_offset, {.doc = "v2: size of the faces in bytes.", .kind = Role::derived});
    field(ar, "reserved", frame.reserved, {.doc = "v2: bytes between faces and vertices.", .kind = Role::derived});
}

/// The frame record of a later frame.
struct FrameRecord {
    using composite = void;
    Derived<std::uint32_t> vertex_offset{};
    Derived<std::uint32_t> normal_offset{};
    Derived<std::uint32_t> reserved{};
    Derived<std::uint32_t> type{};  ///< 0 in all records but the first
    friend bool operator==(const FrameRecord&, const FrameRecord&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, FrameRecord& record, unsigned /*version*/)
{
    field(ar, "vertex_offset", record.vertex_offset, {.kind = Role::derived});
    field(ar, "normal_offset", record.normal_offset, {.kind = Role::derived});
    field(ar, "reserved", record.reserved, {.kind = Role::derived});
    field(ar, "type", record.type, {.kind = Role::derived});
}

/// A frame after the base frame. It has either vertices (types 0 and 4) or deltas (type 2), one a base vertex.
struct Frame {
    FrameRecord record{};
    Derived<std::vector<std::uint8_t>> top_bits{};  ///< bits 30-31 of each packed normal, where the rule does not hold
    std::vector<Vector> vertices{};
    std::vector<Delta> deltas{};
    std::vector<NormalOverride> normals{};
    friend bool operator==(const Frame&, const Frame&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Frame& frame, unsigned /*version*/)
{
    field(ar, "record", frame.record);
    field(ar, "top_bits", frame.top_bits,
          {.doc = "Bits 30 and 31 of each packed normal: what the exporter's buffer held before.",
           .kind = Role::derived,
           .max = 3});
    list(ar, "vertices", "vertex", frame.vertices);
    list(ar, "deltas", "delta", frame.deltas);
    list(ar, "normals", "normal", frame.normals, {.kind = Role::derived});
}

/// Bytes that no table accounts for.
struct Gap {
    Text before{};                   ///< the table they stand before: "vertices", "frames[2].normals", "end"
    Derived<std::uint32_t> offset{}; ///< where they stand, when that is not before the table next in order
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

}  // namespace redforge::model
