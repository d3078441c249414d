// Checks of a model's document before writing, and comparison of two documents.
#include "model/check.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/text/counts.hpp"
#include "model/model.hpp"
#include "model/texture_code.hpp"

namespace redforge::model {

bool operator==(const Model& a, const Model& b) = default;

namespace {

constexpr std::size_t max_corners = 255;
constexpr std::size_t max_clustered_face = 16383;  // a cluster refers to a face by 4 x its index, in 16 bits
constexpr std::uint32_t max_v2_vertex = 0xFFFFFFFFU / 12;

[[nodiscard]] tl::unexpected<Error> make_error(std::string path, std::string message, std::string hint,
                                               ErrorCode code = ErrorCode::mismatch)
{
    return fail({.code = code, .message = std::move(message), .field = std::move(path), .hint = std::move(hint)});
}

Status check_parallel(std::size_t face, std::string_view name, std::size_t found, std::size_t corners)
{
    if (found == corners) {
        return {};
    }
    return make_error(fmt::format("faces[{}].{}", face, name), fmt::format("has {}", plural(found, "number")),
                      fmt::format("the face has {} vertices; each needs one number", corners));
}

Status check_face(const Model& model, const Shape& shape, std::size_t index)
{
    const Face& face = model.faces[index];
    const std::size_t corners = face.vertices.size();
    const bool v2 = is_v2(shape.family);
    if (corners > max_corners) {
        return make_error(fmt::format("faces[{}].vertices", index), fmt::format("has {} numbers", corners),
                          "at most 255: a face's corners are counted in 8 bits", ErrorCode::out_of_range);
    }
    if (face.u.size() != corners || face.v.size() != corners) {
        const Status u = check_parallel(index, "u", face.u.size(), corners);
        return u ? check_parallel(index, "v", face.v.size(), corners) : u;
    }
    if (face.slots.size() != (shape.slots ? corners : 0)) {
        if (shape.slots) {
            return check_parallel(index, "slots", face.slots.size(), corners);
        }
        return make_error(fmt::format("faces[{}].slots", index), "is given",
                          v2 ? "v2 models have no slots" : "the model has no index table");
    }
    if (const std::optional<TextureError> error = texture_error(face.texture, v2)) {
        return make_error(fmt::format("faces[{}].texture.{}", index, error->field), error->message, error->hint,
                          ErrorCode::out_of_range);
    }
    if (!face.remainders.empty()) {
        if (!v2) {
            return make_error(fmt::format("faces[{}].remainders", index), "is given",
                              "only v2 vertices are byte offsets");
        }
        if (const Status same = check_parallel(index, "remainders", face.remainders.size(), corners); !same) {
            return same;
        }
        if (std::ranges::any_of(face.remainders, [](std::uint8_t value) { return value > 11; })) {
            return make_error(fmt::format("faces[{}].remainders", index), "has a number above 11",
                              "the remainder of a division by 12 is 0 to 11", ErrorCode::out_of_range);
        }
    }
    if (v2) {
        for (const std::uint32_t vertex : face.vertices) {
            if (vertex > max_v2_vertex) {
                return make_error(fmt::format("faces[{}].vertices", index), fmt::format("has {}", vertex),
                                  fmt::format("at most {}: 12 times it is stored in 32 bits", max_v2_vertex),
                                  ErrorCode::out_of_range);
            }
        }
    }
    if (face.normal.stored && frame_form(model).opaque_normals()) {
        return make_error(fmt::format("faces[{}].normal", index), "is given", "narrow frames have packed_normals");
    }
    constexpr std::array<std::int32_t, 3> none{};
    if (shape.family != Family::v2_still && (face.u_gradient != none || face.v_gradient != none)) {
        return make_error(fmt::format("faces[{}].u_gradient", index), "is given", "only v2 .3D models have gradients");
    }
    return {};
}

Status check_cluster(const Model& model, const Shape& shape, std::size_t index)
{
    const Cluster& cluster = model.clusters[index];
    const std::string path = fmt::format("clusters[{}]", index);
    if (shape.family != Family::v5 && !(cluster.extent == std::array<Real, 3>{})) {
        return make_error(path + ".extent_x", "is given", "only v5.0 clusters have an extent");
    }
    if (!cluster.references.empty() && !cluster.faces.empty()) {
        return make_error(path + ".references", "cannot be combined with faces", "keep one of them");
    }
    if (cluster.references.size() % 6 != 0) {
        return make_error(path + ".references", fmt::format("has {} bytes", cluster.references.size()),
                          "a reference has 6 bytes");
    }
    const std::size_t count = std::max(cluster.faces.size(), cluster.references.size() / 6);
    if (count > 0xFFFF) {
        return make_error(path + ".faces", fmt::format("has {} numbers", count), "at most 65,535",
                          ErrorCode::out_of_range);
    }
    for (const std::uint16_t face : cluster.faces) {
        if (face >= model.faces.size() || face > max_clustered_face) {
            return make_error(path + ".faces", fmt::format("has {}", face),
                              fmt::format("the model has {} faces, and only the first 16,384 are possible here",
                                          model.faces.size()),
                              ErrorCode::out_of_range);
        }
    }
    return {};
}

/// Checks the byte tables of a v2 .3DC frame: empty, or one entry per face.
Status check_opaque(const Model& model, const auto& frame, bool normals, bool data, const std::string& path)
{
    const FrameForm form = frame_form(model);
    const auto check = [&](std::string_view name, std::size_t found, std::size_t each) -> Status {
        if (found == 0 || found == each * model.faces.size()) {
            return {};
        }
        return make_error(fmt::format("{}.{}", path, name), fmt::format("has {} bytes", found),
                          each == 0 ? "the model has no such table"
                                    : fmt::format("{} bytes for each of {} faces, or none", each, model.faces.size()));
    };
    const Status good =
        check("packed_normals", frame.packed_normals.size(), normals && form.opaque_normals() ? form.normal : 0);
    return good ? check("face_data", frame.face_data.size(), data ? form.face_data : 0) : good;
}

Status check_frame(const Model& model, std::size_t index)
{
    const Frame& frame = model.frames[index];
    const FrameForm form = frame_form(model);
    const bool tables = model.missing.frames == 0 && form.vertex != 0;
    const std::size_t vertices = tables && !form.deltas() ? model.vertices.size() : 0;
    const std::size_t deltas = tables && form.deltas() ? model.vertices.size() : 0;
    if (frame.vertices.size() != vertices || frame.deltas.size() != deltas) {
        const bool first = frame.vertices.size() != vertices;
        const std::size_t found = first ? frame.vertices.size() : frame.deltas.size();
        return make_error(fmt::format("frames[{}].{}", index, first ? "vertices" : "deltas"),
                          fmt::format("has {}", plural(found, "record")),
                          fmt::format("{} frames of {} {} have {} vertices and {} deltas here", model.version.bytes,
                                      form.v2 ? "layout" : "type",
                                      form.v2 ? model.animation.layout : model.base_frame.type, vertices, deltas));
    }
    if (form.opaque_normals() && !frame.normals.empty()) {
        return make_error(fmt::format("frames[{}].normals", index), "is given", "narrow frames have packed_normals");
    }
    if (!form.packs_normals() && frame.top_bits.stored) {
        return make_error(fmt::format("frames[{}].top_bits", index), "is given", "only packed normals of v4 have them");
    }
    if (const Status good = check_opaque(model, frame, tables, tables, fmt::format("frames[{}]", index)); !good) {
        return good;
    }
    if (!tables && (!frame.normals.empty() || frame.top_bits.stored)) {
        return make_error(fmt::format("frames[{}].normals", index), "is given", "the frame has no tables");
    }
    return {};
}

Status check_whole(const Model& model, const Shape& shape)
{
    const MissingTables& missing = model.missing;
    const auto absent = [](std::string_view table) {
        return make_error(fmt::format("missing.{}", table), "is 1, but the table has records", "keep one of them");
    };
    if (missing.vertices != 0 && !model.vertices.empty()) {
        return absent("vertices");
    }
    if (missing.faces != 0 && !model.faces.empty()) {
        return absent("faces");
    }
    if (missing.section4 != 0 && !model.clusters.empty()) {
        return absent("section4");
    }
    if (missing.frame_records != 0 && (!model.frames.empty() || !(model.base_frame == BaseFrame{}))) {
        return absent("frame_records");
    }
    const bool still = shape.family == Family::v2_still;
    if (missing.frame_records == 0 && !still && shape.num_frames > 0 && shape.num_frames != model.frames.size() + 1) {
        return make_error("header.num_frames", fmt::format("is {}", shape.num_frames),
                          fmt::format("there are {} frames, including the base frame", model.frames.size() + 1));
    }
    if ((still || shape.num_frames == 0) && (!model.frames.empty() || !(model.base_frame == BaseFrame{}))) {
        return make_error("base_frame", "is given", "a model without frames has no frame records");
    }
    const bool v2 = is_v2(shape.family);
    if (!still && model.header.stale_length.stored) {
        return make_error("header.stale_length", "is given", "only v2 .3D models have it");
    }
    if (still && model.header.offset_frame_data.stored) {
        return make_error("header.offset_frame_data", "is given", "v2 .3D models have stale_length in its place");
    }
    if (!v2 && model.header.offset_gradients.stored) {
        return make_error("header.offset_gradients", "is given", "only v2 models have it");
    }
    if (v2 ? model.animation.layout != 0 && model.animation.layout != 3 && model.animation.layout != 4
           : model.animation.layout != 0) {
        return make_error("animation.layout", fmt::format("is {}", model.animation.layout),
                          v2 ? "3 (narrow), 4 (wide), or 0 in a .3D" : "only v2 .3DC models have one",
                          ErrorCode::out_of_range);
    }
    if (model.animation.layout == 0 && !(model.animation == Animation{})) {
        return make_error("animation", "is given", "only a v2 model with frames has it, and it has a layout");
    }
    if (v2 && model.base_frame.type != 0) {
        return make_error("base_frame.type", fmt::format("is {}", model.base_frame.type),
                          "v2 models have animation.layout in its place");
    }
    if (const Status good =
            check_opaque(model, model.base_frame, missing.face_normals == 0, missing.face_data == 0, "base_frame");
        !good) {
        return good;
    }
    if (v2 && model.header.total_face_vertices.stored) {
        return make_error("header.total_face_vertices", "is given", "v2 models have offset_gradients in its place");
    }
    return {};
}

}  // namespace

Status check_model(const Model& model)
{
    constexpr std::string_view versions = "v2.6 v2.7 v4.0 v5.0";
    if (model.version.bytes.empty() || !is_choice(model.version.bytes, versions)) {
        return make_error("version", fmt::format("is \"{}\"", model.version.bytes), fmt::format("one of: {}", versions),
                          ErrorCode::out_of_range);
    }
    const Shape shape = shape_of(model);
    Status good = check_whole(model, shape);
    for (std::size_t i = 0; good && i < model.faces.size(); ++i) {
        good = check_face(model, shape, i);
    }
    for (std::size_t i = 0; good && i < model.clusters.size(); ++i) {
        good = check_cluster(model, shape, i);
    }
    for (std::size_t i = 0; good && i < model.frames.size(); ++i) {
        good = check_frame(model, i);
    }
    return good;
}

bool has_overrides(const Model& model, const Shape& shape)
{
    const auto in_record = [](const Frame& frame) {
        return !(frame.record == FrameRecord{}) || frame.top_bits.stored || !frame.normals.empty();
    };
    const BaseFrame plain{.type = model.base_frame.type};
    return !(model.header == Header{}) || !(model.missing == MissingTables{}) || !(model.base_frame == plain) ||
           !model.gaps.empty() || !model.vertex_normals.empty() || shape.family == Family::v2_animated ||
           std::ranges::any_of(model.faces,
                               [](const Face& face) { return face.normal.stored || !face.remainders.empty(); }) ||
           std::ranges::any_of(model.clusters, [](const Cluster& cluster) { return !cluster.references.empty(); }) ||
           std::ranges::any_of(model.frames, in_record);
}

}  // namespace redforge::model
