// Reads the tables in a model's header. Checks each table against the file size before reserving memory.
#include "model/table_reader.hpp"

#include <cstring>

#include <fmt/format.h>

#include "core/record/binary.hpp"
#include "model/emit.hpp"
#include "model/frames.hpp"
#include "model/gaps.hpp"
#include "model/model.hpp"
#include "model/record_reader.hpp"

namespace redforge::model {
namespace {

/// Tables can overlap, but together they can be at most twice the file size. Otherwise a frame list that names one
/// table a million times would allocate a million tables.
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
        if (is_animated_v2_) {
            read_animation();
            read_frame_records();
            read_vertices();
            read_face_normals();
            read_face_data();
            read_frames();
        } else if (is_v2_) {
            read_vertices();
            read_face_normals();
            read_gradients();
            read_clusters();
        } else {
            read_vertices();
            read_face_normals();
            read_normal_indices();
            read_frame_records();
            read_frames();
            read_clusters();
            read_index_copies();
            read_vertex_normals();
        }
        find_gaps(model_, bytes_, kept_);
        return std::move(model_);
    }

    /// Reads everything after the header as one gap.
    Model read_as_bytes()
    {
        read_header(false);
        model_.missing = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
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

    void read_header(bool may_be_animated = true)
    {
        model_.version = as_text(bytes_.first(4));
        is_v2_ = model_.version.bytes.starts_with("v2");
        is_v5_ = model_.version.bytes == "v5.0";
        for (std::size_t i = 0; i < header_words; ++i) {
            words_[i] = word_at(4 + 4 * i);
        }
        // All 147 originals with frames have these words, and no static model does.
        is_animated_v2_ = may_be_animated && is_v2_ && words_[word::num_frames] != 0 &&
                          words_[word::frame_data] == header_size && words_[word::vertex_normals] == 1 &&
                          bytes_.size() >= header_size + animation_size;
        const Family family = is_v5_            ? Family::v5
                              : !is_v2_         ? Family::v4
                              : is_animated_v2_ ? Family::v2_animated
                                                : Family::v2_still;
        const auto fields = header_fields(model_.header, family);
        for (std::size_t i = 0; i < header_words; ++i) {
            *fields[i] = words_[i];
        }
    }

    /// Returns true if a table of this size is in the file at this offset and within the overlap limit.
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
            kept_->push_back(
                {std::string(table),
                 fmt::format("{} bytes at {} are outside of the file of {} bytes, or overlap too many tables", size,
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
        const std::size_t head = face_head_size(is_v2_);
        std::uint64_t at = words_[word::face_data];
        if (!fits(at, count * head)) {
            model_.missing.faces = 1;
            return note("faces", at, count * head);
        }
        // At most as many faces as triangles fit into the file, because the count of a damaged file can be too large.
        model_.faces.reserve(std::min(count, (bytes_.size() - at) / (head + 3 * 8)));
        face_offsets_.reserve(count);
        for (std::uint64_t i = 0; i < count; ++i) {
            // Checked per face, because the first byte of a face determines its size.
            if (bytes_.size() - at < head || bytes_.size() - at - head < 8 * std::to_integer<std::size_t>(bytes_[at])) {
                model_.faces = {};
                face_offsets_ = {};
                model_.missing.faces = 1;
                return note("faces", fmt::format("face {} of {} at {} goes past the end of the file", i, count, at));
            }
            face_offsets_.push_back(static_cast<std::uint32_t>(at));
            read_face(bytes_.data() + at, is_v2_, model_.faces.emplace_back());
            at += head + 8 * model_.faces.back().vertices.size();
            corners_ += model_.faces.back().vertices.size();
        }
        const std::uint64_t size = at - words_[word::face_data];
        budget_ -= std::min(budget_, size);
    }

    /// Returns true if frame records of `layout` words refer to tables inside the file, for all frames.
    [[nodiscard]] bool has_frames_in_file(std::uint64_t table, std::uint64_t layout) const
    {
        const bool is_wide = layout == 4;
        const std::uint64_t count = words_[word::num_frames];
        const std::uint64_t points = words_[word::num_vertices];
        const std::uint64_t faces = words_[word::num_faces];
        const auto is_in_file = [&](std::uint64_t offset, std::uint64_t size) {
            return offset >= header_size + animation_size && offset <= bytes_.size() && size <= bytes_.size() - offset;
        };
        if (!is_in_file(table, 4 * layout * count)) {
            return false;
        }
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t record = table + 4 * layout * i;
            if (!is_in_file(word_at(record), points * (is_wide || i == 0 ? 12 : 6)) ||
                !is_in_file(word_at(record + 4), faces * (is_wide ? 12 : 4)) ||
                !is_in_file(word_at(record + 8), faces * (is_wide ? 24 : 12))) {
                return false;
            }
        }
        return true;
    }

    /// Reads the words after the header. The width of frames follows from the space between the frame record table and
    /// the faces.
    void read_animation()
    {
        std::array<std::uint32_t, animation_size / 4> words{};
        for (std::size_t i = 0; i < words.size(); ++i) {
            words[i] = word_at(header_size + 4 * i);
        }
        model_.animation = {3, words[0], words[1], words[2], words[3], words[4], words[5]};
        const std::uint64_t count = words_[word::num_frames];
        for (const std::uint32_t layout : {3U, 4U}) {
            if (words[0] + 4 * layout * count == words_[word::face_data]) {
                model_.animation.layout = layout;
                return;
            }
        }
        // Other bytes, or none, are between the records and the faces.
        const bool may_be_narrow = has_frames_in_file(words[0], 3);
        const bool may_be_wide = has_frames_in_file(words[0], 4);
        if (may_be_narrow || may_be_wide) {
            const bool is_narrow = may_be_narrow && may_be_wide ? model_.version.bytes == "v2.6" : may_be_narrow;
            model_.animation.layout = is_narrow ? 3 : 4;
            return;
        }
        model_.missing.frame_records = 1;
        note("frame_records",
             fmt::format("{} bytes from {} to the faces at {} do not hold {} records of 3 or 4 words",
                         std::int64_t{words_[word::face_data]} - words[0], words[0], words_[word::face_data], count));
    }

    void read_frame_records()
    {
        const std::uint64_t count = words_[word::num_frames];
        const std::uint64_t at = is_animated_v2_ ? model_.animation.table_offset.value_or(0) : words_[word::frame_data];
        const std::uint64_t record_description = is_animated_v2_ ? model_.animation.layout : 4;
        if (count == 0 || model_.missing.frame_records != 0) {
            return;
        }
        if (!take(at, 4 * count * record_description)) {
            model_.missing.frame_records = 1;
            return note("frame_records", at, 4 * count * record_description);
        }
        const auto value = [&](std::uint64_t index, std::size_t part) {
            return word_at(at + 4 * (index * record_description + part));
        };
        const auto read = [&](std::uint64_t index, auto& record) {
            record.vertex_offset = value(index, 0);
            record.normal_offset = value(index, 1);
            if (is_animated_v2_) {
                record.face_data_offset = value(index, 2);
                record.reserved = record_description == 4 ? value(index, 3) : 0;
            } else {
                record.reserved = value(index, 2);
                record.type = value(index, 3);
            }
        };
        read(0, model_.base_frame);
        model_.frames.resize(count - 1);
        for (std::uint64_t i = 1; i < count; ++i) {
            read(i, model_.frames[i - 1].record);
        }
    }

    void read_vertices()
    {
        const std::uint64_t count = words_[word::num_vertices];
        const std::uint64_t at =
            is_animated_v2_ ? model_.base_frame.vertex_offset.value_or(0) : words_[word::vertex_coords];
        if ((is_animated_v2_ && model_.missing.frame_records != 0) || !take(at, vector_size * count)) {
            model_.missing.vertices = 1;
            return note("vertices", at, vector_size * count);
        }
        model_.vertices.resize(count);
        read_table(bytes_.data() + (count == 0 ? 0 : at), std::span(model_.vertices));
    }

    /// Reads a table of the base frame with this number of bytes per face. Returns false if it is not in the file.
    bool take_face_table(std::string_view name, std::uint64_t at, std::uint64_t size, std::uint8_t& missing)
    {
        if (model_.missing.faces == 0 && model_.missing.frame_records == 0 && take(at, size * model_.faces.size())) {
            return true;
        }
        missing = 1;
        note(name, at, size * model_.faces.size());
        return false;
    }

    void read_face_data()
    {
        const std::uint64_t at = model_.base_frame.face_data_offset.value_or(0);
        const std::size_t size = frame_form(model_).face_data;
        if (take_face_table("face_data", at, size, model_.missing.face_data)) {
            read_opaque(bytes_, at, size * model_.faces.size(), model_.base_frame.face_data);
        }
    }

    void read_face_normals()
    {
        corners_first_ = first_corners(model_.faces, model_.vertices.size());
        normals_ = computed_normals(model_, is_v2_ ? Family::v2_still : Family::v4, corners_first_);
        const FrameForm form = frame_form(model_);
        const std::size_t size = form.opaque_normals() ? form.normal : vector_size;
        const std::uint64_t at =
            is_animated_v2_ ? model_.base_frame.normal_offset.value_or(0) : words_[word::face_normals];
        if (!take_face_table("face_normals", at, size, model_.missing.face_normals)) {
            return;
        }
        if (form.opaque_normals()) {
            return read_opaque(bytes_, at, size * model_.faces.size(), model_.base_frame.packed_normals);
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
        if (at == 0 && !is_v5_) {
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
            return note("normal_indices", "the entries are not offsets of vertex normals, one for each corner");
        }
        budget_ -= std::min(budget_, 4 * corners_);
        std::uint64_t from = at;
        for (Face& face : model_.faces) {
            face.slots.resize(face.vertices.size());
            for (std::uint32_t& slot : face.slots) {
                slot = (word_at(from) - base) / static_cast<std::uint32_t>(vector_size);
                from += 4;
            }
        }
        has_slots_ = is_v5_ || corners_ != 0;
    }

    void read_frames()
    {
        const FrameForm form = frame_form(model_);
        if (model_.frames.empty() || form.vertex == 0) {
            return;
        }
        std::vector<FramePlace> places;
        for (const Frame& frame : model_.frames) {
            const FrameRecord& record = frame.record;
            places.push_back({record.vertex_offset.value_or(0), record.normal_offset.value_or(0),
                              record.face_data_offset.value_or(0)});
            if (!take(places.back().vertices, form.vertex * model_.vertices.size()) ||
                !take(places.back().normals, form.normal * model_.faces.size()) ||
                !take(places.back().face_data, form.face_data * model_.faces.size())) {
                model_.missing.frames = 1;
                return note(fmt::format("frames[{}]", places.size() - 1), places.back().vertices,
                            form.vertex * model_.vertices.size());
            }
        }
        read_frame_tables(bytes_, places, corners_first_, model_);
    }

    void read_clusters()
    {
        const std::uint64_t count = words_[word::section4_count];
        std::uint64_t at = words_[word::section4];
        const std::size_t head = cluster_head_size(is_v5_);
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
        at = begin;
        for (std::uint64_t i = 0; i < count; ++i) {
            at += read_cluster(bytes_.data() + at, is_v5_, face_offsets_, model_.clusters.emplace_back());
        }
    }

    [[nodiscard]] bool menu() const { return has_slots_ && !is_v5_ && words_[word::num_frames] > 1; }

    /// Reads the copies of the index table that a menu model has for each frame.
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
                note("vertex_normals", "the table does not begin like the index table");
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
    bool is_v2_{};
    bool is_v5_{};
    bool is_animated_v2_{};
    bool has_slots_{};
    std::uint64_t corners_{};
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
