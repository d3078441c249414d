// What a model says of its tables: its header, its base frame, and which tables are missing.
#pragma once

#include <array>
#include <cstdint>

#include "core/field.hpp"
#include "core/values.hpp"

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

}  // namespace redforge::model
