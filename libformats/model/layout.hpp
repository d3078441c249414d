// Where a model's tables stand: which it has, in what order, how long each is, and what the header says of them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace redforge::model {

constexpr std::size_t header_size = 64;
constexpr std::size_t header_words = 15;  ///< after the version
constexpr std::size_t animation_size = 24;    ///< the six words behind the header of a v2 .3DC
constexpr std::size_t vector_size = 12;
constexpr std::size_t gradient_size = 24;

/// What a version and a frame count make of the tables.
enum class Family : std::uint8_t {
    v2_still,     ///< v2.6, v2.7 .3D: no frame record, whatever its frame count
    v2_animated,  ///< v2.6, v2.7 .3DC
    v4,           ///< v4.0
    v5,           ///< v5.0
};
[[nodiscard]] constexpr bool is_v2(Family family)
{
    return family <= Family::v2_animated;
}

/// The tables; sections_of() gives the order in which an ordinary file has them.
enum class Table : std::uint8_t {
    animation,
    frame_records,
    vertices,
    faces,
    face_normals,
    gradients,
    face_data,  ///< of the base frame of a v2 .3DC
    frame_vertices,
    frame_normals,
    frame_face_data,
    section4,
    normal_indices,  ///< with its copies, in a menu model
    vertex_normals,  ///< in a menu model: the beginning of one more copy of the index table
};

struct Section {
    Table table{};
    std::uint32_t frame{};  ///< index in Model::frames, of frame_vertices, frame_normals and frame_face_data
    std::uint64_t size{};
    std::uint64_t offset{};
    std::uint64_t natural{};  ///< where it would stand if the document did not say
};

/// "vertices", "frames[2].normals": as gaps name them.
[[nodiscard]] std::string section_name(const Section& section);

/// How a model stores its later frames: bytes of each vertex, and of each face; all 0 where that is not known.
struct FrameForm {
    std::size_t vertex{};     ///< 6: differences from the base frame; 12: positions
    std::size_t normal{};     ///< 4: packed, 12: three numbers
    std::size_t face_data{};  ///< of a v2 .3DC
    bool v2{};                ///< differences are added, and what is packed is not known

    [[nodiscard]] bool deltas() const { return vertex == 6; }
    [[nodiscard]] bool packs_normals() const { return normal == 4 && !v2; }
    [[nodiscard]] bool opaque_normals() const { return normal == 4 && v2; }
};
[[nodiscard]] FrameForm frame_form(const Model& model);

/// Corners of all faces.
[[nodiscard]] std::uint64_t total_corners(const Model& model);

/// All that the tables present in a model imply of its layout.
struct Shape {
    Family family{};
    std::uint64_t num_frames{};     ///< as the header says
    std::uint64_t corners{};
    bool slots{};                   ///< has an index table
    bool menu{};                    ///< v4.0 with frames and an index table
    std::uint64_t vertex_normals{}; ///< slots that the vertex normal table has
};
[[nodiscard]] Shape shape_of(const Model& model);

/// The tables that the model has, with sizes, in their usual order.
[[nodiscard]] std::vector<Section> sections_of(const Model& model, const Shape& shape);

/// Where a document says that a table stands; null for one whose place is unknown.
[[nodiscard]] const Derived<std::uint32_t>* given_offset(const Model& model, Family family, const Section& section);

/// Tables and gaps with their places.
struct Plan {
    Shape shape{};
    std::vector<Section> sections{};
    std::vector<std::uint64_t> gaps{};  ///< offset of each of Model::gaps
    std::uint64_t size{};               ///< of the file

    /// The place of a table; 0 when the model does not have it.
    [[nodiscard]] std::uint64_t offset(Table table, std::uint32_t frame = 0) const;
    [[nodiscard]] const Section* find(Table table, std::uint32_t frame = 0) const;
};

/// Places every table: one after the other, behind the gaps that stand before it, unless an offset is given.
[[nodiscard]] Result<Plan> plan_layout(const Model& model);

/// The 15 header words that are computed when none is given.
[[nodiscard]] std::array<std::uint32_t, header_words> computed_header(const Model& model, const Plan& plan);

/// The overrides of the 15 header words, in the header's order.
[[nodiscard]] std::array<Derived<std::uint32_t>*, header_words> header_fields(Header& header, Family family);

/// The places of the tables of a frame, 0 where it has none.
struct FramePlace {
    std::uint32_t vertices{};
    std::uint32_t normals{};
    std::uint32_t face_data{};
};

/// What the record of the base frame says when nothing is given.
[[nodiscard]] FramePlace computed_base_record(const Plan& plan);

/// The places of the tables of each later frame.
[[nodiscard]] std::vector<FramePlace> frame_places(const Model& model, const Plan& plan);

/// What its record says of each later frame when nothing is given.
[[nodiscard]] std::vector<FramePlace> computed_records(const Model& model, const Plan& plan);

/// The first four words of a v2 .3DC's Animation that are computed when none is given.
[[nodiscard]] std::array<std::uint32_t, 4> computed_animation(const Model& model, const Plan& plan);

/// Positions of the header's words.
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
