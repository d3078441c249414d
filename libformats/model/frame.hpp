// A later frame of a model: where its vertices are, and what its normals are where they are not the computed ones.
#pragma once

#include <cstdint>
#include <vector>

#include "core/field.hpp"
#include "core/values.hpp"
#include "model/model_header.hpp"
#include "model/vector.hpp"

namespace redforge::model {

/// What a frame stores for a vertex as the difference from the base frame. Frames of type 2 of v4: the position is the
/// base position minus this. Narrow frames of v2: the base position plus this. So a base vertex that moves takes its
/// places in all such frames along.
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

/// The frame record of a later frame.
struct FrameRecord {
    using composite = void;
    Derived<std::uint32_t> vertex_offset{};
    Derived<std::uint32_t> normal_offset{};
    Derived<std::uint32_t> face_data_offset{};  ///< v2
    Derived<std::uint32_t> reserved{};          ///< v2: only in wide records, where it is no offset
    Derived<std::uint32_t> type{};  ///< 0 in all records but the first
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

/// A frame after the base frame. It has either vertices (types 0 and 4, wide v2) or deltas (type 2, narrow v2), one a base
/// vertex.
struct Frame {
    FrameRecord record{};
    Derived<std::vector<std::uint8_t>> top_bits{};  ///< bits 30-31 of each packed normal, where the rule does not hold
    std::vector<Vector> vertices{};
    std::vector<Delta> deltas{};
    std::vector<NormalOverride> normals{};
    Bytes packed_normals{};  ///< v2, narrow: 4 bytes a face
    Bytes face_data{};       ///< v2: 12 bytes a face in narrow models, 24 in wide ones
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
    blob(ar, "packed_normals", frame.packed_normals, packed_normals_info);
    blob(ar, "face_data", frame.face_data, face_data_info);
}

}  // namespace redforge::model
