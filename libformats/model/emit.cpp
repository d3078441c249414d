// Writes a model's tables at their offsets.
#include "model/emit.hpp"

#include <cstring>

#include "core/record/binary.hpp"
#include "model/frames.hpp"
#include "model/model.hpp"
#include "model/texture_code.hpp"

namespace redforge::model {
namespace {

/// Writes consecutive numbers to a preallocated buffer.
class Pen {
public:
    explicit Pen(std::byte* at) : at_(at) {}
    template <std::integral T>
    void put(T value)
    {
        store_le(at_, value);
        at_ += sizeof value;
    }
    void put(Real value)
    {
        std::memcpy(at_, &value.value, sizeof value.value);
        at_ += sizeof value.value;
    }
    void put(ByteView bytes)
    {
        if (!bytes.empty()) {
            std::memcpy(at_, bytes.data(), bytes.size());
            at_ += bytes.size();
        }
    }

private:
    std::byte* at_;
};

void write_faces(const Model& model, bool v2, Pen pen)
{
    for (const Face& face : model.faces) {
        const std::size_t corners = face.vertices.size();
        pen.put(static_cast<std::uint8_t>(corners));
        pen.put(face.shade);
        if (v2) {
            pen.put(encode_texture_v2(face.texture));
        } else {
            pen.put(encode_texture(face.texture));
        }
        pen.put(face.reserved);
        const std::uint32_t* const vertices = face.vertices.data();
        const std::int16_t* const u = face.u.data();
        const std::int16_t* const v = face.v.data();
        for (std::size_t i = 0; i < corners; ++i) {
            const std::uint32_t remainder = face.remainders.empty() ? 0 : face.remainders[i];
            pen.put(v2 ? 12 * vertices[i] + remainder : vertices[i]);
            pen.put(u[i]);
            pen.put(v[i]);
        }
    }
}

void write_gradients(const Model& model, Pen pen)
{
    for (const Face& face : model.faces) {
        for (const auto* gradient : {&face.u_gradient, &face.v_gradient}) {
            for (const std::int32_t part : *gradient) {
                pen.put(part);
            }
        }
    }
}

/// Returns the file offsets of the face records.
std::vector<std::uint32_t> face_offsets(const Model& model, bool v2, std::uint64_t first)
{
    std::vector<std::uint32_t> offsets;
    for (const Face& face : model.faces) {
        offsets.push_back(static_cast<std::uint32_t>(first));
        first += (v2 ? 8U : 10U) + 8 * face.vertices.size();
    }
    return offsets;
}

void write_clusters(const Model& model, const Plan& plan, Pen pen)
{
    const std::vector<std::uint32_t> offsets = face_offsets(model, is_v2(plan.shape.family), plan.offset(Table::faces));
    for (const Cluster& cluster : model.clusters) {
        pen.put(cluster.x);
        pen.put(cluster.y);
        pen.put(cluster.z);
        pen.put(cluster.radius);
        pen.put(static_cast<std::uint16_t>(cluster.references.empty() ? cluster.faces.size()
                                                                      : cluster.references.size() / 6));
        if (plan.shape.family == Family::v5) {
            for (const Real extent : cluster.extent) {
                pen.put(extent);
            }
        }
        pen.put(ByteView(cluster.references));
        if (cluster.references.empty()) {
            for (const std::uint16_t face : cluster.faces) {
                pen.put(offsets[face]);
                pen.put(static_cast<std::uint16_t>(4 * face));
            }
        }
    }
}

void write_frame_records(const Model& model, const Plan& plan, Pen pen)
{
    const bool v2 = is_v2(plan.shape.family);
    const auto put = [&](const auto& record, const FramePlace& place, std::uint32_t type) {
        pen.put(record.vertex_offset.value_or(place.vertices));
        pen.put(record.normal_offset.value_or(place.normals));
        if (v2) {
            pen.put(record.face_data_offset.value_or(place.face_data));
        }
        if (!v2 || model.animation.layout == 4) {
            pen.put(record.reserved.value_or(0));
        }
        if (!v2) {
            pen.put(type);
        }
    };
    const std::vector<FramePlace> places = computed_records(model, plan);
    put(model.base_frame, computed_base_record(plan), model.base_frame.type);
    for (std::size_t i = 0; i < model.frames.size(); ++i) {
        put(model.frames[i].record, places[i], model.frames[i].record.type.value_or(0));
    }
}

void write_animation(const Model& model, const Plan& plan, Pen pen)
{
    const std::array<std::uint32_t, 4> words = computed_animation(model, plan);
    const Animation& given = model.animation;
    pen.put(given.table_offset.value_or(words[0]));
    pen.put(given.faces_size.value_or(words[1]));
    pen.put(given.gap_size.value_or(words[2]));
    pen.put(given.mark.value_or(words[3]));
    pen.put(given.unknown_50);
    pen.put(given.unknown_54);
}

void write_indices(const Model& model, const Plan& plan, Bytes& bytes)
{
    const Section* const indices = plan.find(Table::normal_indices);
    const Section* const last = plan.find(Table::vertex_normals);
    const bool tail = plan.shape.menu && last != nullptr;
    if (indices == nullptr && !tail) {
        return;
    }
    const auto target =
        model.header.offset_vertex_normals.value_or(static_cast<std::uint32_t>(last == nullptr ? 0 : last->offset));
    const Bytes table = index_table(model, plan.shape.corners, target);
    if (indices != nullptr) {
        for (std::uint64_t at = 0; at < indices->size; at += table.size()) {
            std::memcpy(bytes.data() + indices->offset + at, table.data(), table.size());
        }
    }
    if (tail) {
        std::memcpy(bytes.data() + last->offset, table.data(), std::min<std::size_t>(table.size(), last->size));
    }
}

void write_vertex_normals(const Model& model, const Plan& plan, std::span<const Vector> normals, std::byte* to)
{
    const std::size_t count = plan.shape.vertex_normals;
    std::vector<std::array<float, 3>> table = vertex_normals(model.faces, plan.shape.slots, normals, count);
    for (const VertexNormalOverride& given : model.vertex_normals) {
        if (given.slot < count) {
            table[given.slot] = {given.x, given.y, given.z};
        }
    }
    for (const std::array<float, 3>& normal : table) {
        std::memcpy(to, normal.data(), vector_size);
        to += vector_size;
    }
}

}  // namespace

std::vector<Vector> computed_normals(const Model& model, Family family, std::span<const Corners> corners)
{
    std::vector<Vector> normals(corners.size());
    face_normals(model.vertices, corners, is_v2(family) ? Rounding::nearest : Rounding::truncate, normals);
    return normals;
}

Bytes index_table(const Model& model, std::uint64_t corners, std::uint32_t vertex_normals_offset)
{
    Bytes table(4 * corners);
    Pen pen(table.data());
    for (const Face& face : model.faces) {
        for (const std::uint32_t slot : face.slots) {
            pen.put(static_cast<std::uint32_t>(vertex_normals_offset + vector_size * slot));
        }
    }
    return table;
}

Bytes emit(const Model& model, const Plan& plan)
{
    Bytes bytes(plan.size);
    const bool v2 = is_v2(plan.shape.family);
    const std::vector<Corners> corners = first_corners(model.faces, model.vertices.size());
    std::vector<Vector> normals = computed_normals(model, plan.shape.family, corners);
    for (std::size_t i = 0; i < normals.size(); ++i) {
        if (const auto& given = model.faces[i].normal.stored) {
            normals[i] = {(*given)[0], (*given)[1], (*given)[2]};
        }
    }
    const std::vector<FramePlace> places = frame_places(model, plan);
    bool frames_written = false;
    for (const Section& section : plan.sections) {
        std::byte* const to = bytes.data() + section.offset;
        switch (section.table) {
        case Table::animation: write_animation(model, plan, Pen(to)); break;
        case Table::frame_records: write_frame_records(model, plan, Pen(to)); break;
        case Table::vertices: write_table(to, std::span<const Vector>(model.vertices)); break;
        case Table::faces: write_faces(model, v2, Pen(to)); break;
        case Table::face_normals:
            if (frame_form(model).opaque_normals()) {
                write_opaque(model.base_frame.packed_normals, to);
            } else {
                write_table(to, std::span<const Vector>(normals));
            }
            break;
        case Table::face_data: write_opaque(model.base_frame.face_data, to); break;
        case Table::gradients: write_gradients(model, Pen(to)); break;
        case Table::frame_vertices:
        case Table::frame_normals:
        case Table::frame_face_data:
            if (!frames_written) {
                write_frame_tables(model, places, corners, bytes);
                frames_written = true;
            }
            break;
        case Table::section4: write_clusters(model, plan, Pen(to)); break;
        case Table::normal_indices: break;
        case Table::vertex_normals:
            if (!plan.shape.menu) {
                write_vertex_normals(model, plan, normals, to);
            }
            break;
        }
    }
    write_indices(model, plan, bytes);
    for (std::size_t i = 0; i < model.gaps.size(); ++i) {
        Pen(bytes.data() + plan.gaps[i]).put(ByteView(model.gaps[i].bytes));
    }
    std::memcpy(bytes.data(), model.version.bytes.data(), 4);
    const std::array<std::uint32_t, header_words> words = computed_header(model, plan);
    const auto given = header_fields(const_cast<Header&>(model.header), plan.shape.family);  // NOLINT: only read here
    Pen pen(bytes.data() + 4);
    for (std::size_t i = 0; i < header_words; ++i) {
        pen.put(given[i]->value_or(words[i]));
    }
    return bytes;
}

void clear_computed(Model& model, const Plan& plan)
{
    const std::array<std::uint32_t, header_words> words = computed_header(model, plan);
    const auto given = header_fields(model.header, plan.shape.family);
    for (std::size_t i = 0; i < header_words; ++i) {
        given[i]->clear_if_equal(words[i]);
    }
    const std::array<std::uint32_t, 4> animation = computed_animation(model, plan);
    model.animation.table_offset.clear_if_equal(animation[0]);
    model.animation.faces_size.clear_if_equal(animation[1]);
    model.animation.gap_size.clear_if_equal(animation[2]);
    model.animation.mark.clear_if_equal(animation[3]);
    if (plan.find(Table::frame_records) == nullptr) {
        return;
    }
    const FramePlace base = computed_base_record(plan);
    model.base_frame.vertex_offset.clear_if_equal(base.vertices);
    model.base_frame.normal_offset.clear_if_equal(base.normals);
    model.base_frame.face_data_offset.clear_if_equal(base.face_data);
    model.base_frame.reserved.clear_if_equal(0);
    const std::vector<FramePlace> places = computed_records(model, plan);
    for (std::size_t i = 0; i < model.frames.size(); ++i) {
        FrameRecord& record = model.frames[i].record;
        record.vertex_offset.clear_if_equal(places[i].vertices);
        record.normal_offset.clear_if_equal(places[i].normals);
        record.face_data_offset.clear_if_equal(places[i].face_data);
        record.reserved.clear_if_equal(0);
        record.type.clear_if_equal(0);
    }
}

}  // namespace redforge::model
