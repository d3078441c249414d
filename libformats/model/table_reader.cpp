// Reading the tables that a model's header names, each checked against the file before anything is reserved.
#include "model/table_reader.hpp"

#include <cstring>

#include <fmt/format.h>

#include "core/binary.hpp"
#include "model/cluster.hpp"
#include "model/emit.hpp"
#include "model/face.hpp"
#include "model/frame.hpp"
#include "model/frames.hpp"
#include "model/gaps.hpp"
#include "model/model.hpp"
#include "model/record_reader.hpp"
#include "model/vector.hpp"
#include "model/vertex_normal.hpp"

namespace redforge::model {
namespace {

/// Tables may overlap, but all of them together take no more than twice the file: a frame list that names one table
/// a million times must not become a million tables.
constexpr std::uint64_t overlap_factor = 2;

class TableReader {
public:
    TableReader(ByteView bytes, RawFallbacks* kept) : bytes_(bytes), kept_(kept), budget_(overlap_factor * bytes.size())
    {
    }

    Model read()
    {
        read_header();
        read_faces();
        if (v2_) {
            read_frame_records();
        }
        read_vertices();
        read_face_normals();
        if (v2_ && words_[word::num_frames] == 0) {
            read_gradients();
        }
        if (!v2_) {
            read_normal_indices();
            read_frame_records();
            read_frames();
        }
        read_clusters();
        if (!v2_) {
            read_index_copies();
            read_vertex_normals();
        }
        find_gaps(model_, bytes_, vertices_at_, kept_);
        return std::move(model_);
    }

    /// Everything behind the header as one gap: true of any file.
    Model read_as_bytes()
    {
        read_header();
        model_.missing = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
        if (bytes_.size() > header_size) {
            add_gap(model_, bytes_, "end", header_size, bytes_.size(), kept_);
        }
        return std::move(model_);
    }

private:
    [[nodiscard]] std::uint32_t word_at(std::uint64_t offset) const
    {
        return load_le<std::uint32_t>(bytes_.data() + offset);
    }

    void read_header()
    {
        model_.version = as_text(bytes_.first(4));
        v2_ = model_.version.bytes.starts_with("v2");
        v5_ = model_.version.bytes == "v5.0";
        for (std::size_t i = 0; i < header_words; ++i) {
            words_[i] = word_at(4 + 4 * i);
        }
        animated_v2_ = v2_ && words_[word::num_frames] != 0;
        const Family family = v5_            ? Family::v5
                              : !v2_         ? Family::v4
                              : animated_v2_ ? Family::v2_animated
                                             : Family::v2_still;
        const auto fields = header_fields(model_.header, family);
        for (std::size_t i = 0; i < header_words; ++i) {
            *fields[i] = words_[i];
        }
    }

    /// Whether a table of that size is in the file at that place, and may be read.
    [[nodiscard]] bool fits(std::uint64_t offset, std::uint64_t size) const
    {
        return size == 0 ||
               (offset >= header_size && offset <= bytes_.size() && size <= bytes_.size() - offset && size <= budget_);
    }
    [[nodiscard]] bool take(std::uint64_t offset, std::uint64_t size)
    {
        if (!fits(offset, size)) {
            return false;
        }
        budget_ -= size;
        return true;
    }
    void note(std::string_view table, std::uint64_t offset, std::uint64_t size)
    {
        if (kept_ != nullptr) {
            kept_->push_back({std::string(table),
                              fmt::format("{} bytes at {} are not in a file of {} bytes, or not read twice", size,
                                          offset, bytes_.size()),
                              0});
        }
    }
    void note(std::string_view table, std::string reason)
    {
        if (kept_ != nullptr) {
            kept_->push_back({std::string(table), std::move(reason), 0});
        }
    }

    void read_faces()
    {
        const std::uint64_t count = words_[word::num_faces];
        const std::size_t head = face_head_size(v2_);
        std::uint64_t at = words_[word::face_data];
        if (!fits(at, count * head)) {
            model_.missing.faces = 1;
            return note("faces", at, count * head);
        }
        model_.faces.reserve(count);
        face_offsets_.reserve(count);
        for (std::uint64_t i = 0; i < count; ++i) {
            // Checked here, not as a table: a face's size stands in its first byte.
            if (bytes_.size() - at < head || bytes_.size() - at - head < 8 * std::to_integer<std::size_t>(bytes_[at])) {
                model_.faces = {};
                face_offsets_ = {};
                model_.missing.faces = 1;
                return note("faces", fmt::format("face {} of {} at {} goes past the end of the file", i, count, at));
            }
            face_offsets_.push_back(static_cast<std::uint32_t>(at));
            read_face(bytes_.data() + at, v2_, model_.faces.emplace_back());
            at += head + 8 * model_.faces.back().vertices.size();
            corners_ += model_.faces.back().vertices.size();
        }
        const std::uint64_t size = at - words_[word::face_data];
        budget_ -= std::min(budget_, size);
        faces_end_ = at;
    }

    void read_frame_records()
    {
        const std::uint64_t count = words_[word::num_frames];
        const std::uint64_t at = words_[word::frame_data];
        if (count == 0) {
            return;
        }
        if (!take(at, count * frame_record_size)) {
            model_.missing.frame_records = 1;
            return note("frame_records", at, count * frame_record_size);
        }
        const auto value = [&](std::uint64_t index, std::size_t part) {
            return word_at(at + index * frame_record_size + 4 * part);
        };
        model_.base_frame = {value(0, 3), value(0, 0), value(0, 1), value(0, 2)};
        model_.frames.resize(count - 1);
        for (std::uint64_t i = 1; i < count; ++i) {
            model_.frames[i - 1].record = {value(i, 0), value(i, 1), value(i, 2), value(i, 3)};
        }
    }

    void read_vertices()
    {
        const std::uint64_t count = words_[word::num_vertices];
        vertices_at_ = words_[word::vertex_coords];
        if (animated_v2_) {
            // Behind the faces and the gap that the frame record tells; at once behind them when that is no place.
            vertices_at_ = faces_end_ + model_.base_frame.reserved.value_or(0);
            if (faces_end_ != 0 && !plausible(vertices_at_, count)) {
                vertices_at_ = faces_end_;
            }
        }
        if ((animated_v2_ && faces_end_ == 0) || !take(vertices_at_, vector_size * count)) {
            model_.missing.vertices = 1;
            return note("vertices", vertices_at_, vector_size * count);
        }
        model_.vertices.resize(count);
        read_table(bytes_.data() + (count == 0 ? 0 : vertices_at_), std::span(model_.vertices));
    }

    /// Whether `count` coordinates at a place are none that only misread bytes would give.
    [[nodiscard]] bool plausible(std::uint64_t at, std::uint64_t count) const
    {
        constexpr std::int64_t limit = 1090519040;  // the public notes' threshold
        if (!fits(at, vector_size * count)) {
            return false;
        }
        for (std::uint64_t i = 0; i < 3 * count; ++i) {
            const std::int64_t coordinate = load_le<std::int32_t>(bytes_.data() + at + 4 * i);
            if (coordinate > limit || coordinate < -limit) {
                return false;
            }
        }
        return true;
    }

    void read_face_normals()
    {
        corners_first_ = first_corners(model_.faces, model_.vertices.size());
        normals_ = computed_normals(model_, v2_ ? Family::v2_still : Family::v4, corners_first_);
        const std::uint64_t at = words_[word::face_normals];
        if (model_.missing.faces != 0 || !take(at, vector_size * model_.faces.size())) {
            model_.missing.face_normals = 1;
            return note("face_normals", at, vector_size * model_.faces.size());
        }
        for (std::size_t i = 0; i < normals_.size(); ++i) {
            Vector stored;
            read_record(bytes_.data() + at + vector_size * i, stored);
            if (!(stored == normals_[i])) {
                model_.faces[i].normal = std::array{stored.x, stored.y, stored.z};
                normals_[i] = stored;
            }
        }
    }

    void read_gradients()
    {
        const std::uint64_t at = words_[word::gradients];
        if (model_.missing.faces != 0 || !take(at, gradient_size * model_.faces.size())) {
            model_.missing.gradients = 1;
            return note("gradients", at, gradient_size * model_.faces.size());
        }
        for (std::size_t i = 0; i < model_.faces.size(); ++i) {
            const std::byte* const from = bytes_.data() + at + gradient_size * i;
            for (std::size_t part = 0; part < 3; ++part) {
                model_.faces[i].u_gradient[part] = load_le<std::int32_t>(from + 4 * part);
                model_.faces[i].v_gradient[part] = load_le<std::int32_t>(from + 12 + 4 * part);
            }
        }
    }

    void read_normal_indices()
    {
        const std::uint64_t at = words_[word::normal_indices];
        if (at == 0 && !v5_) {
            return;
        }
        const std::uint32_t base = words_[word::vertex_normals];
        bool good = model_.missing.faces == 0 && fits(at, 4 * corners_);
        for (std::uint64_t i = 0; good && i < corners_; ++i) {
            const std::uint32_t entry = word_at(at + 4 * i);
            good = entry >= base && (entry - base) % vector_size == 0;
        }
        if (!good || (at == 0 && corners_ != 0)) {
            model_.missing.normal_indices = 1;
            return note("normal_indices", "the entries are not places of vertex normals, one a corner");
        }
        budget_ -= std::min(budget_, 4 * corners_);
        std::uint64_t from = at;
        for (Face& face : model_.faces) {
            face.slots.reset(face.vertices.size());
            for (std::uint32_t& slot : face.slots) {
                slot = (word_at(from) - base) / static_cast<std::uint32_t>(vector_size);
                from += 4;
            }
        }
        slots_ = v5_ || corners_ != 0;
    }

    void read_frames()
    {
        const std::uint32_t type = model_.base_frame.type;
        if (model_.frames.empty() || frame_vertex_size(type) == 0) {
            return;
        }
        std::vector<FramePlace> places;
        places.reserve(model_.frames.size());
        for (const Frame& frame : model_.frames) {
            places.push_back({frame.record.vertex_offset.value_or(0), frame.record.normal_offset.value_or(0)});
            if (!take(places.back().vertices, frame_vertex_size(type) * model_.vertices.size()) ||
                !take(places.back().normals, frame_normal_size(type) * model_.faces.size())) {
                model_.missing.frames = 1;
                return note(fmt::format("frames[{}]", places.size() - 1), places.back().vertices,
                            frame_vertex_size(type) * model_.vertices.size());
            }
        }
        read_frame_tables(bytes_, places, corners_first_, model_);
    }

    void read_clusters()
    {
        const std::uint64_t count = words_[word::section4_count];
        std::uint64_t at = words_[word::section4];
        const std::size_t head = cluster_head_size(v5_);
        if (count == 0) {
            return;
        }
        bool good = fits(at, count * head);
        const std::uint64_t begin = at;
        for (std::uint64_t i = 0; good && i < count; ++i) {
            good = bytes_.size() - at >= head &&
                   bytes_.size() - at - head >= 6 * std::size_t{load_le<std::uint16_t>(bytes_.data() + at + 16)};
            if (good) {
                at += head + 6 * std::size_t{load_le<std::uint16_t>(bytes_.data() + at + 16)};
            }
        }
        if (!good || !take(begin, at - begin)) {
            model_.missing.section4 = 1;
            return note("section4", begin, count * head);
        }
        model_.clusters.reserve(count);
        at = begin;
        for (std::uint64_t i = 0; i < count; ++i) {
            at += read_cluster(bytes_.data() + at, v5_, face_offsets_, model_.clusters.emplace_back());
        }
    }

    [[nodiscard]] bool menu() const { return slots_ && !v5_ && words_[word::num_frames] > 1; }

    /// A menu model repeats its index table for each frame.
    void read_index_copies()
    {
        if (!menu()) {
            return;
        }
        const std::uint64_t at = words_[word::normal_indices];
        const std::uint64_t copies = words_[word::num_frames] - 1;
        bool good = copies <= bytes_.size() && take(at + 4 * corners_, 4 * corners_ * copies);
        for (std::uint64_t i = 1; good && i <= copies; ++i) {
            good = std::memcmp(bytes_.data() + at, bytes_.data() + at + 4 * corners_ * i, 4 * corners_) == 0;
        }
        if (!good) {
            model_.missing.index_copies = 1;
            note("index_copies", "the index table is not repeated for each frame");
        }
    }

    void read_vertex_normals()
    {
        const Shape shape = shape_of(model_);
        const std::uint64_t at = words_[word::vertex_normals];
        const std::uint64_t size = vector_size * shape.vertex_normals;
        if (!take(at, size)) {
            model_.missing.vertex_normals = 1;
            return note("vertex_normals", at, size);
        }
        if (menu()) {
            Bytes expected = index_table(model_, corners_, words_[word::vertex_normals]);
            expected.resize(size);
            if (size != 0 && std::memcmp(expected.data(), bytes_.data() + at, size) != 0) {
                model_.missing.vertex_normals = 1;
                note("vertex_normals", "they do not begin as the index table does");
            }
            return;
        }
        const auto computed = vertex_normals(model_.faces, shape.slots, normals_, shape.vertex_normals);
        for (std::size_t i = 0; i < computed.size(); ++i) {
            std::array<float, 3> stored{};
            std::memcpy(stored.data(), bytes_.data() + at + vector_size * i, vector_size);
            if (std::memcmp(stored.data(), computed[i].data(), vector_size) != 0) {
                model_.vertex_normals.push_back({static_cast<std::uint32_t>(i), stored[0], stored[1], stored[2]});
            }
        }
    }

    ByteView bytes_;
    RawFallbacks* kept_;
    std::uint64_t budget_;
    Model model_;
    std::array<std::uint32_t, header_words> words_{};
    bool v2_{};
    bool v5_{};
    bool animated_v2_{};
    bool slots_{};
    std::uint64_t corners_{};
    std::uint64_t faces_end_{};
    std::uint64_t vertices_at_{};
    std::vector<std::uint32_t> face_offsets_;
    std::vector<Corners> corners_first_;
    std::vector<Vector> normals_;
};

}  // namespace

Model read_tables(ByteView bytes, RawFallbacks* kept)
{
    return TableReader(bytes, kept).read();
}

Model read_as_gap(ByteView bytes, RawFallbacks* kept)
{
    return TableReader(bytes, kept).read_as_bytes();
}

}  // namespace redforge::model
