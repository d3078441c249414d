// Header of a model, its base frame, and its missing tables.
#pragma once

#include <array>
#include <cstdint>

#include "core/record/field.hpp"
#include "core/record/values.hpp"

namespace redforge::model {

/// Header overrides, in header order (64 bytes: version and 15 words). A given offset also moves its table.
struct Header {
    Derived<std::uint32_t> num_vertices{};
    Derived<std::uint32_t> num_faces{};
    Derived<std::uint32_t> radius{};             ///< maximum distance of a vertex from the origin, 1/256 unit
    Derived<std::uint32_t> num_frames{};         ///< 0 in a v2 .3D
    Derived<std::uint32_t> offset_frame_data{};  ///< v2 .3DC: always 64
    Derived<std::uint32_t> stale_length{};       ///< v2 .3D, at offset_frame_data: not an offset; default 0
    Derived<std::uint32_t> total_face_vertices{};
    Derived<std::uint32_t> offset_gradients{};  ///< v2, at total_face_vertices
    // A v2 .3DC has other data in this word, in section4 and its count, and in the offsets of points and normals: in
    // wide files the offsets of the first later frame, else meaningless numbers.
    Derived<std::uint32_t> offset_section4{};
    Derived<std::uint32_t> section4_count{};
    Derived<std::uint32_t> unused{};  ///< default 0
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
          {.doc = "v2 .3D: length of an earlier version of the file; 0 if absent.", .kind = Role::opaque});
    const FieldInfo not_followed{.doc = "v2 .3DC: refers to the second frame of a wide model; kept, but not used.",
                                 .kind = Role::derived};
    field(ar, "total_face_vertices", header.total_face_vertices, derived);
    field(ar, "offset_gradients", header.offset_gradients, not_followed);
    field(ar, "offset_section4", header.offset_section4, derived);
    field(ar, "section4_count", header.section4_count, derived);
    field(ar, "unused", header.unused, {.doc = "0 if absent.", .kind = Role::reserved});
    field(ar, "offset_normal_indices", header.offset_normal_indices, derived);
    field(ar, "offset_vertex_normals", header.offset_vertex_normals, derived);
    field(ar, "offset_vertex_coords", header.offset_vertex_coords, not_followed);
    field(ar, "offset_face_normals", header.offset_face_normals, not_followed);
    field(ar, "total_face_vertices_dup", header.total_face_vertices_dup, derived);
    field(ar, "offset_face_data", header.offset_face_data, derived);
}

/// Tables that do not match the header: 1 = missing. Their bytes, if any, are in gaps.
struct MissingTables {
    std::uint8_t frame_records{};
    std::uint8_t vertices{};
    std::uint8_t faces{};
    std::uint8_t face_normals{};
    std::uint8_t gradients{};
    std::uint8_t face_data{};  ///< v2 .3DC
    std::uint8_t frames{};
    std::uint8_t section4{};
    std::uint8_t normal_indices{};
    std::uint8_t index_copies{};  ///< menu models: copies of the index table for the later frames
    std::uint8_t vertex_normals{};
    friend bool operator==(const MissingTables&, const MissingTables&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, MissingTables& missing, unsigned /*version*/)
{
    const FieldInfo flag{.max = 1};
    field(ar, "frame_records", missing.frame_records, flag);
    field(ar, "vertices", missing.vertices, flag);
    field(ar, "faces", missing.faces, flag);
    field(ar, "face_normals", missing.face_normals, flag);
    field(ar, "gradients", missing.gradients, flag);
    field(ar, "face_data", missing.face_data, flag);
    field(ar, "frames", missing.frames, flag);
    field(ar, "section4", missing.section4, flag);
    field(ar, "normal_indices", missing.normal_indices, flag);
    field(ar, "index_copies", missing.index_copies, flag);
    field(ar, "vertex_normals", missing.vertex_normals, flag);
}

/// Frame storage of a v2 .3DC: the words of a frame record.
inline constexpr std::array<EnumName, 3> animation_layouts{{
    {0, "none", "No v2 animation"},
    {3, "narrow", "16-bit differences, added to the base frame"},
    {4, "wide", "32-bit positions"},
}};

/// Data of a v2 .3DC between its header and its frame records. Source: reference sheet "retail facts", 3.
struct Animation {
    std::uint32_t layout{};                 ///< 0 in all other models
    Derived<std::uint32_t> table_offset{};  ///< 88
    Derived<std::uint32_t> faces_size{};    ///< bytes
    Derived<std::uint32_t> gap_size{};      ///< bytes that no table covers
    Derived<std::uint32_t> mark{};          ///< 8209 in narrow models, 16402 in half of the wide models
    std::uint32_t unknown_50{};             ///< the word at 0x50
    std::uint32_t unknown_54{};
    friend bool operator==(const Animation&, const Animation&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Animation& animation, unsigned /*version*/)
{
    field(ar, "layout", animation.layout,
          {.label = "Frame layout", .doc = "v2 .3DC: storage of all frames.", .enum_names = animation_layouts});
    field(ar, "table_offset", animation.table_offset, {.kind = Role::derived});
    field(ar, "faces_size", animation.faces_size, {.unit = "bytes", .kind = Role::derived});
    field(ar, "gap_size", animation.gap_size, {.unit = "bytes", .kind = Role::derived});
    field(ar, "mark", animation.mark,
          {.doc = "If absent: 8209 in narrow models, 16402 in wide models.", .kind = Role::opaque});
    field(ar, "unknown_50", animation.unknown_50, {.kind = Role::opaque});
    field(ar, "unknown_54", animation.unknown_54, {.kind = Role::opaque});
}

/// Frame storage of v4/v5 models.
inline constexpr std::array<EnumName, 4> frame_types{{
    {0, "absolute", "Absolute positions"},
    {2, "deltas", "Differences from the base frame"},
    {4, "packed_normals", "Absolute positions with packed normals"},
    {8, "single", "A single frame"},
}};

/// Undocumented blobs of every frame of a v2 .3DC, including the base frame.
inline constexpr BlobInfo packed_normals_info{
    .label = "Packed normals", .doc = "v2, narrow: 4 bytes per face with unknown meaning; all 0 if absent."};
inline constexpr BlobInfo face_data_info{
    .label = "Face data",
    .doc = "v2 .3DC: 12 bytes per face in narrow models, 24 in wide models, with unknown meaning; all 0 if absent.",
    .bytes_per_line = 24};

/// Frame record of the base frame, with the offsets of the model's own tables. In a v2 .3DC, it also has the other data
/// of a Frame.
struct BaseFrame {
    std::uint32_t type{};  ///< v4/v5: 0 absolute, 2 deltas, 4 absolute with packed normals, 8 a single frame
    Derived<std::uint32_t> vertex_offset{};
    Derived<std::uint32_t> normal_offset{};
    Derived<std::uint32_t> face_data_offset{};  ///< v2
    Derived<std::uint32_t> reserved{};
    Bytes packed_normals{};  ///< v2, narrow
    Bytes face_data{};       ///< v2
    friend bool operator==(const BaseFrame&, const BaseFrame&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, BaseFrame& frame, unsigned /*version*/)
{
    field(ar, "type", frame.type, {.label = "Frame type", .enum_names = frame_types});
    field(ar, "vertex_offset", frame.vertex_offset, {.kind = Role::derived});
    field(ar, "normal_offset", frame.normal_offset, {.kind = Role::derived});
    field(ar, "face_data_offset", frame.face_data_offset, {.doc = "Only in v2 .3DC.", .kind = Role::derived});
    field(ar, "reserved", frame.reserved, {.kind = Role::derived});
    blob(ar, "packed_normals", frame.packed_normals, packed_normals_info);
    blob(ar, "face_data", frame.face_data, face_data_info);
}

}  // namespace redforge::model
