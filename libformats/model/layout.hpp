// Layout of a model's tables: presence, order, sizes, and header values.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace redforge::model {

constexpr std::size_t header_size = 64;
constexpr std::size_t header_words = 15;    ///< after the version
constexpr std::size_t animation_size = 24;  ///< the six words after the header of a v2 .3DC
constexpr std::size_t vector_size = 12;
constexpr std::size_t gradient_size = 24;

/// Table layouts, by version and number of frames.
enum class Family : std::uint8_t {
    v2_still,     ///< v2.6, v2.7 .3D: without a frame record, for any frame count
    v2_animated,  ///< v2.6, v2.7 .3DC
    v4,           ///< v4.0
    v5,           ///< v5.0
};
[[nodiscard]] constexpr bool is_v2(Family family)
{
    return family <= Family::v2_animated;
}

/// The tables. sections_of() returns their standard order.
enum class Table : std::uint8_t {
    animation,
    frame_records,
    vertices,
    faces,
    face_normals,
    gradients,
    face_data,  ///< for the base frame of a v2 .3DC
    frame_vertices,
    frame_normals,
    frame_face_data,
    section4,
    normal_indices,  ///< in a menu model, with its copies
    vertex_normals,  ///< in a menu model: the beginning of another copy of the index table
};

struct Section {
    Table table{};
    std::uint32_t frame{};  ///< index in Model::frames, for frame_vertices, frame_normals and frame_face_data
    std::uint64_t size{};
    std::uint64_t offset{};
    std::uint64_t natural{};  ///< its default offset
};

/// Returns the name of a table in gaps: "vertices", "frames[2].normals".
[[nodiscard]] std::string section_name(const Section& section);

/// Storage of later frames: bytes per vertex and per face; 0 if unknown.
struct FrameForm {
    std::size_t vertex{};     ///< 6: deltas to the base frame; 12: positions
    std::size_t normal{};     ///< 4: packed; 12: three numbers
    std::size_t face_data{};  ///< for a v2 .3DC
    bool v2{};                ///< deltas are added, and the packed data is undocumented

    [[nodiscard]] bool deltas() const { return vertex == 6; }
    [[nodiscard]] bool packs_normals() const { return normal == 4 && !v2; }
    [[nodiscard]] bool opaque_normals() const { return normal == 4 && v2; }
};
[[nodiscard]] FrameForm frame_form(const Model& model);

/// Returns the number of corners of all faces.
[[nodiscard]] std::uint64_t total_corners(const Model& model);

/// Properties of the layout that follow from the tables of the model.
struct Shape {
    Family family{};
    std::uint64_t num_frames{};  ///< as in the header
    std::uint64_t corners{};
    bool slots{};                    ///< it has an index table
    bool menu{};                     ///< v4.0 with frames and an index table
    std::uint64_t vertex_normals{};  ///< number of slots in the vertex normal table
};
[[nodiscard]] Shape shape_of(const Model& model);

/// Returns the tables of a model with their sizes, in standard order.
[[nodiscard]] std::vector<Section> sections_of(const Model& model, const Shape& shape);

/// Returns the given offset of a table in the document, or null if the table has no offset field.
[[nodiscard]] const Derived<std::uint32_t>* given_offset(const Model& model, Family family, const Section& section);

/// Tables and gaps with their offsets.
struct Plan {
    Shape shape{};
    std::vector<Section> sections{};
    std::vector<std::uint64_t> gaps{};  ///< offset of each of Model::gaps
    std::uint64_t size{};               ///< size of the file, in bytes

    /// Returns the offset of a table, or 0 if the model does not have it.
    [[nodiscard]] std::uint64_t offset(Table table, std::uint32_t frame = 0) const;
    [[nodiscard]] const Section* find(Table table, std::uint32_t frame = 0) const;
};

/// Computes the offset of every table: consecutive, each after the gaps before it, unless an offset is given.
[[nodiscard]] Result<Plan> plan_layout(const Model& model);

/// Returns the default values of the 15 header words.
[[nodiscard]] std::array<std::uint32_t, header_words> computed_header(const Model& model, const Plan& plan);

/// Returns the overrides of the 15 header words, in header order.
[[nodiscard]] std::array<Derived<std::uint32_t>*, header_words> header_fields(Header& header, Family family);

/// Offsets of a frame's tables; 0 for a missing table.
struct FramePlace {
    std::uint32_t vertices{};
    std::uint32_t normals{};
    std::uint32_t face_data{};
};

/// Returns the default record of the base frame.
[[nodiscard]] FramePlace computed_base_record(const Plan& plan);

/// Returns the table offsets of each later frame.
[[nodiscard]] std::vector<FramePlace> frame_places(const Model& model, const Plan& plan);

/// Returns the default record of each later frame.
[[nodiscard]] std::vector<FramePlace> computed_records(const Model& model, const Plan& plan);

/// Returns the default values of the first four words of a v2 .3DC's Animation.
[[nodiscard]] std::array<std::uint32_t, 4> computed_animation(const Model& model, const Plan& plan);

/// Indices of the header words.
namespace word {
constexpr std::size_t num_vertices = 0;
constexpr std::size_t num_faces = 1;
constexpr std::size_t radius = 2;
constexpr std::size_t num_frames = 3;
constexpr std::size_t frame_data = 4;
constexpr std::size_t total_face_vertices = 5;
constexpr std::size_t gradients = 5;  // v2
constexpr std::size_t section4 = 6;
constexpr std::size_t section4_count = 7;
constexpr std::size_t unused = 8;
constexpr std::size_t normal_indices = 9;
constexpr std::size_t vertex_normals = 10;
constexpr std::size_t vertex_coords = 11;
constexpr std::size_t face_normals = 12;
constexpr std::size_t total_face_vertices_dup = 13;
constexpr std::size_t face_data = 14;
}  // namespace word

}  // namespace redforge::model
