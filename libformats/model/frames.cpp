// Reads and writes the tables of later frames.
#include "model/frames.hpp"

#include <algorithm>
#include <cstring>

#include "core/record/binary.hpp"
#include "model/model.hpp"

namespace redforge::model {
namespace {

std::int32_t minus(std::int32_t a, std::int32_t b)
{
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
}

std::int32_t plus(std::int32_t a, std::int32_t b)
{
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

/// Tables of one frame, with the data needed to compute its values.
struct FrameTables {
    FrameForm form;
    Rounding rounding;
    std::span<const Corners> corners;
    Unpacked unpacked;
    std::vector<Vector> computed;
    std::vector<std::uint8_t> top_bits;

    FrameTables(const Model& model, std::span<const Corners> faces)
        : form(frame_form(model)), rounding(form.v2 ? Rounding::nearest : Rounding::truncate), corners(faces),
          unpacked(model.vertices.size(), faces.size(), model.frames.size()), computed(faces.size()),
          top_bits(faces.size())
    {
    }
};

void read_normals(const std::byte* from, std::size_t index, std::size_t vertices, FrameTables& tables, Frame& frame)
{
    const std::span<Vector> normals = tables.unpacked.normals(index);
    std::vector<std::uint8_t> bits;
    if (tables.form.packs_normals()) {
        bits.resize(normals.size());
        for (std::size_t i = 0; i < normals.size(); ++i) {
            const auto packed = load_le<std::uint32_t>(from + 4 * i);
            normals[i] = unpack_normal(packed);
            bits[i] = static_cast<std::uint8_t>(packed >> 30);
        }
    } else {
        read_table(from, normals);
    }
    for (std::size_t i = 0; i < normals.size(); ++i) {
        if (!(normals[i] == tables.computed[i])) {
            frame.normals.push_back({static_cast<std::uint32_t>(i), normals[i].x, normals[i].y, normals[i].z});
        }
    }
    if (tables.form.packs_normals()) {
        tables.unpacked.top_bits(packed_normal_offset(tables.form, vertices, normals.size(), index), tables.top_bits);
        if (bits != tables.top_bits) {
            frame.top_bits = std::move(bits);
        }
    }
}

void write_normals(const Frame& frame, std::size_t index, std::size_t vertices, FrameTables& tables, std::byte* to)
{
    const std::span<Vector> normals = tables.unpacked.normals(index);
    std::copy(tables.computed.begin(), tables.computed.end(), normals.begin());
    for (const NormalOverride& normal : frame.normals) {
        if (normal.face < normals.size()) {
            normals[normal.face] = {normal.x, normal.y, normal.z};
        }
    }
    if (!tables.form.packs_normals()) {
        write_table(to, std::span<const Vector>(normals));
        return;
    }
    const std::vector<std::uint8_t>* bits = &tables.top_bits;
    if (frame.top_bits.stored && frame.top_bits.stored->size() == normals.size()) {
        bits = &*frame.top_bits.stored;
    } else {
        tables.unpacked.top_bits(packed_normal_offset(tables.form, vertices, normals.size(), index), tables.top_bits);
    }
    for (std::size_t i = 0; i < normals.size(); ++i) {
        store_le(to + 4 * i, pack_normal(normals[i]) | static_cast<std::uint32_t>((*bits)[i] & 3U) << 30);
    }
}

}  // namespace

void read_opaque(ByteView bytes, std::uint64_t at, std::uint64_t size, Bytes& out)
{
    const ByteView table = size == 0 ? ByteView() : bytes.subspan(at, size);
    if (std::ranges::any_of(table, [](std::byte value) { return value != std::byte{}; })) {
        out.assign(table.begin(), table.end());
    }
}

void write_opaque(const Bytes& bytes, std::byte* to)
{
    std::copy(bytes.begin(), bytes.end(), to);
}

Unpacked::Unpacked(std::size_t vertices, std::size_t faces, std::size_t frames)
    : vertices_(vertices), faces_(faces), words_((vertices + faces) * frames)
{
}

std::span<Vector> Unpacked::positions(std::size_t frame)
{
    return std::span(words_).subspan(frame * (vertices_ + faces_), vertices_);
}

std::span<Vector> Unpacked::normals(std::size_t frame)
{
    return std::span(words_).subspan(frame * (vertices_ + faces_) + vertices_, faces_);
}

void Unpacked::top_bits(std::uint64_t packed_offset, std::span<std::uint8_t> out) const
{
    // With an odd number of vertices, a packed normal can straddle two words. No known file shows which word the
    // exporter used; this code uses the first.
    const std::size_t first = static_cast<std::size_t>(packed_offset / 4);
    std::size_t at = first / 3;
    std::size_t part = first % 3;
    for (std::uint8_t& bits : out) {
        const Vector& word = words_[at];
        const std::int32_t value = part == 0 ? word.x : part == 1 ? word.y : word.z;
        bits = static_cast<std::uint8_t>(static_cast<std::uint32_t>(value) >> 30);
        if (++part == 3) {
            part = 0;
            ++at;
        }
    }
}

std::uint64_t packed_normal_offset(const FrameForm& form, std::size_t vertices, std::size_t faces, std::size_t frame)
{
    const std::uint64_t vertex_bytes = form.vertex * vertices;
    return frame * (vertex_bytes + form.normal * faces) + vertex_bytes;
}

void frame_positions(const Model& model, const Frame& frame, std::span<Vector> out)
{
    if (!frame.vertices.empty()) {
        std::copy_n(frame.vertices.begin(), std::min(out.size(), frame.vertices.size()), out.begin());
        return;
    }
    const auto moved = model.version.bytes.starts_with("v2") ? &plus : &minus;
    for (std::size_t i = 0; i < out.size() && i < frame.deltas.size(); ++i) {
        const Vector& base = model.vertices[i];
        const Delta& delta = frame.deltas[i];
        out[i] = {moved(base.x, delta.x), moved(base.y, delta.y), moved(base.z, delta.z)};
    }
}

std::optional<std::vector<Delta>> frame_deltas(const Model& model, std::span<const Vector> positions)
{
    const bool added = frame_form(model).v2;
    bool fits = positions.size() == model.vertices.size();
    const auto part = [&](std::int32_t base, std::int32_t moved) {
        const std::int64_t step = added ? std::int64_t{moved} - base : std::int64_t{base} - moved;
        fits = fits && step >= -0x8000 && step <= 0x7FFF;
        return static_cast<std::int16_t>(step);
    };
    std::vector<Delta> deltas;
    for (std::size_t i = 0; fits && i < positions.size(); ++i) {
        const Vector& base = model.vertices[i];
        const Vector& at = positions[i];
        deltas.push_back({part(base.x, at.x), part(base.y, at.y), part(base.z, at.z)});
    }
    return fits ? std::optional(std::move(deltas)) : std::nullopt;
}

void read_frame_tables(ByteView bytes, std::span<const FramePlace> places, std::span<const Corners> corners,
                       Model& model)
{
    FrameTables tables(model, corners);
    const std::size_t vertices = model.vertices.size();
    for (std::size_t i = 0; i < model.frames.size(); ++i) {
        Frame& frame = model.frames[i];
        if (vertices != 0 && tables.form.deltas()) {
            frame.deltas.resize(vertices);
            read_table(bytes.data() + places[i].vertices, std::span(frame.deltas));
        } else if (vertices != 0) {
            frame.vertices.resize(vertices);
            read_table(bytes.data() + places[i].vertices, std::span(frame.vertices));
        }
        read_opaque(bytes, places[i].face_data, tables.form.face_data * corners.size(), frame.face_data);
        if (tables.form.opaque_normals()) {
            read_opaque(bytes, places[i].normals, tables.form.normal * corners.size(), frame.packed_normals);
        } else if (!corners.empty()) {
            frame_positions(model, frame, tables.unpacked.positions(i));
            face_normals(tables.unpacked.positions(i), corners, tables.rounding, tables.computed);
            read_normals(bytes.data() + places[i].normals, i, vertices, tables, frame);
        }
    }
}

void write_frame_tables(const Model& model, std::span<const FramePlace> places, std::span<const Corners> corners,
                        std::span<std::byte> bytes)
{
    FrameTables tables(model, corners);
    const std::size_t vertices = model.vertices.size();
    for (std::size_t i = 0; i < model.frames.size(); ++i) {
        const Frame& frame = model.frames[i];
        if (tables.form.deltas()) {
            write_table(bytes.data() + places[i].vertices, std::span<const Delta>(frame.deltas));
        } else {
            write_table(bytes.data() + places[i].vertices, std::span<const Vector>(frame.vertices));
        }
        write_opaque(frame.face_data, bytes.data() + places[i].face_data);
        if (tables.form.opaque_normals()) {
            write_opaque(frame.packed_normals, bytes.data() + places[i].normals);
        } else if (!corners.empty()) {
            frame_positions(model, frame, tables.unpacked.positions(i));
            face_normals(tables.unpacked.positions(i), corners, tables.rounding, tables.computed);
            write_normals(frame, i, vertices, tables, bytes.data() + places[i].normals);
        }
    }
}

}  // namespace redforge::model
