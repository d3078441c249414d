// Reading and writing ROB archives.
#include "model/rob.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "core/record/binary.hpp"
#include "core/text/letter_case.hpp"
#include "model/difference.hpp"
#include "model/frames.hpp"
#include "model/model.hpp"

namespace redforge::model {
namespace {

static_assert(wire_size<SegmentFields>() == rob_segment_header_size);

constexpr std::string_view archive_mark = "OARC";
constexpr std::string_view body_mark = "OARD";
constexpr std::uint32_t default_head_size = 4;
constexpr std::uint32_t body_size_offset = 24;  // the header, and four more bytes

bool has_mark(ByteView bytes, std::size_t at, std::string_view mark)
{
    return bytes.size() >= at + mark.size() && as_text(bytes.subspan(at, mark.size())) == mark;
}

std::array<std::uint32_t, 3> sum_of(const Box& box)
{
    return {box.positive[0] + box.negative[0], box.positive[1] + box.negative[1], box.positive[2] + box.negative[2]};
}

std::uint32_t size_with_header(std::size_t data_size)
{
    return static_cast<std::uint32_t>(data_size + rob_segment_header_size);
}

void clear_computed(Segment& segment, std::size_t data_size)
{
    const SegmentHeader header = computed_header(segment.model ? &*segment.model : nullptr);
    const Box stored{segment.positive.value_or(header.box.positive), segment.negative.value_or(header.box.negative)};
    segment.size.clear_if_equal(sum_of(stored));  // before the boxes, because it is computed from them
    segment.segment_size.clear_if_equal(size_with_header(data_size));
    segment.data_size.clear_if_equal(static_cast<std::uint32_t>(data_size));
    segment.num_faces.clear_if_equal(header.num_faces);
    segment.num_frames.clear_if_equal(header.num_frames);
    segment.positive.clear_if_equal(header.box.positive);
    segment.negative.clear_if_equal(header.box.negative);
}

void clear_computed(Rob& rob, std::size_t file_size)
{
    rob.head_size.clear_if_equal(default_head_size);
    rob.segment_count.clear_if_equal(static_cast<std::uint32_t>(rob.segments.size()));
    rob.body_size.clear_if_equal(static_cast<std::uint32_t>(file_size - body_size_offset));
}

/// Sets all derived fields: the sizes unless they are given, and the other fields from `header`.
void fill(SegmentFields& segment, const SegmentHeader& header, std::size_t data_size)
{
    segment.segment_size = segment.segment_size.value_or(size_with_header(data_size));
    segment.data_size = segment.data_size.value_or(static_cast<std::uint32_t>(data_size));
    segment.num_faces = header.num_faces;
    segment.num_frames = header.num_frames;
    segment.size = header.size;
    segment.positive = header.box.positive;
    segment.negative = header.box.negative;
}

Segment read_segment(ByteView bytes, RawFallbacks* kept)
{
    Segment segment;
    read_record<SegmentFields>(bytes.data(), segment);
    const ByteView data = bytes.subspan(rob_segment_header_size);
    const std::size_t known = kept == nullptr ? 0 : kept->size();
    if (is_model(data)) {
        if (Result<Model> model = read_model(data, kept)) {
            segment.model = std::move(*model);
        }
    }
    if (!segment.model && !data.empty()) {
        segment.data.assign(data.begin(), data.end());
        if (kept != nullptr) {
            kept->push_back({"data", "not a model of a known version", data.size()});
        }
    }
    for (std::size_t i = known; kept != nullptr && i < kept->size(); ++i) {
        (*kept)[i].place = fmt::format("{} of {}", (*kept)[i].place, segment.name.view());
    }
    clear_computed(segment, data.size());
    return segment;
}

void write_segment(const Segment& segment, ByteView data, Bytes& out)
{
    SegmentFields filled = segment;
    fill(filled, header_of(segment), data.size());
    const std::size_t begin = out.size();
    out.resize(begin + rob_segment_header_size);
    write_record(out.data() + begin, filled);
    append(out, data);
}

/// Returns true if reading back is needed to check that the archive stores the document's values.
bool needs_reading_back(const Rob& rob)
{
    return rob.end != 1 || !rob.tail.empty() || rob.head_size.stored || rob.segment_count.stored ||
           rob.body_size.stored || std::ranges::any_of(rob.segments, [](const Segment& segment) {
               return segment.segment_size.stored || !segment.data.empty();
           });
}

Status compare_container(Rob plain, const std::vector<std::size_t>& data_sizes, ByteView bytes)
{
    const Result<Rob> back = read_rob(bytes);
    if (!back) {
        return fail(back.error());
    }
    clear_computed(plain, bytes.size());
    for (std::size_t i = 0; i < plain.segments.size(); ++i) {
        clear_computed(plain.segments[i], data_sizes[i]);
    }
    // Models were read back individually, so this compares only the rest of the archive.
    Rob found = *back;
    for (Rob* const rob : {&plain, &found}) {
        for (Segment& segment : rob->segments) {
            if (segment.model) {
                segment.model.emplace();
            }
        }
    }
    return check_same(plain, found, "leave out computed values, or correct the given sizes");
}

}  // namespace

Box bounding_box(const Model& model)
{
    std::vector<Vector> moved;
    std::span<const Vector> positions = model.vertices;
    if (!model.frames.empty() && !model.vertices.empty()) {
        const Frame& frame = model.frames.front();
        if (!frame.vertices.empty() || !frame.deltas.empty()) {
            moved.resize(model.vertices.size());
            frame_positions(model, frame, moved);
            positions = moved;
        }
    }
    std::array<std::int64_t, 3> lowest{};
    std::array<std::int64_t, 3> highest{};
    for (const Vector& at : positions) {
        const std::array<std::int64_t, 3> parts{at.x, at.y, at.z};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            lowest[axis] = std::min(lowest[axis], parts[axis]);
            highest[axis] = std::max(highest[axis], parts[axis]);
        }
    }
    Box box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.positive[axis] = static_cast<std::uint32_t>(highest[axis] / 256);
        box.negative[axis] = static_cast<std::uint32_t>(-lowest[axis] / 256);
    }
    return box;
}

SegmentHeader computed_header(const Model* model)
{
    SegmentHeader header;
    if (model) {
        header.num_faces = model->header.num_faces.value_or(static_cast<std::uint32_t>(model->faces.size()));
        header.num_frames = static_cast<std::uint32_t>(model->frames.size() + 1);
        header.box = bounding_box(*model);
        header.size = sum_of(header.box);
    }
    return header;
}

void fill_computed(Segment& segment, std::size_t data_size)
{
    fill(segment, header_of(segment), data_size);
}

SegmentHeader header_of(const Segment& segment)
{
    SegmentHeader header = computed_header(segment.model ? &*segment.model : nullptr);
    header.num_faces = segment.num_faces.value_or(header.num_faces);
    header.num_frames = segment.num_frames.value_or(header.num_frames);
    header.box.positive = segment.positive.value_or(header.box.positive);
    header.box.negative = segment.negative.value_or(header.box.negative);
    header.size = segment.size.value_or(sum_of(header.box));
    return header;
}

bool is_rob(ByteView bytes)
{
    return bytes.size() >= rob_header_size && has_mark(bytes, 0, archive_mark) && has_mark(bytes, 12, body_mark);
}

Result<Rob> read_rob(ByteView bytes, RawFallbacks* kept)
{
    if (bytes.size() < rob_header_size) {
        return fail({.code = ErrorCode::truncated,
                     .message = fmt::format("{} bytes", bytes.size()),
                     .offset = bytes.size(),
                     .hint = "an archive begins with a header of 20 bytes"});
    }
    if (!is_rob(bytes)) {
        return fail({.code = ErrorCode::malformed,
                     .message = "the bytes do not begin as an archive does",
                     .offset = 0,
                     .hint = "\"OARC\" at 0 and \"OARD\" at 12"});
    }
    Rob rob;
    rob.head_size = load_be32(bytes.data() + 4);
    rob.segment_count = load_le<std::uint32_t>(bytes.data() + 8);
    rob.body_size = load_be32(bytes.data() + 16);
    rob.end = 0;
    std::size_t at = rob_header_size;
    while (!has_mark(bytes, at, rob_end_mark) && bytes.size() - at >= rob_segment_header_size) {
        const std::size_t size = load_le<std::uint32_t>(bytes.data() + at);
        if (size < rob_segment_header_size || size > bytes.size() - at) {
            break;
        }
        rob.segments.push_back(read_segment(bytes.subspan(at, size), kept));
        at += size;
    }
    if (has_mark(bytes, at, rob_end_mark)) {
        rob.end = 1;
        at += rob_end_mark.size();
    }
    rob.tail.assign(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end());
    if (kept != nullptr && !rob.tail.empty()) {
        kept->push_back({fmt::format("{} to {}", at, bytes.size()),
                         rob.end != 0 ? "they follow \"END \"" : "not a complete segment and not \"END \"",
                         rob.tail.size()});
    }
    clear_computed(rob, bytes.size());
    return rob;
}

Result<Bytes> write_rob(const Rob& rob)
{
    Bytes bytes(rob_header_size);
    std::vector<std::size_t> data_sizes;
    for (std::size_t i = 0; i < rob.segments.size(); ++i) {
        const Segment& segment = rob.segments[i];
        if (segment.model && !segment.data.empty()) {
            return fail({.code = ErrorCode::mismatch,
                         .message = "cannot be combined with a model",
                         .field = fmt::format("segments[{}].data", i),
                         .hint = "keep one of them"});
        }
        if (!segment.model) {
            write_segment(segment, segment.data, bytes);
            data_sizes.push_back(segment.data.size());
            continue;
        }
        Result<Bytes> data = write_model(*segment.model);
        if (!data) {
            Error error = data.error();
            error.field = fmt::format("segments[{}].model{}{}", i, error.field.empty() ? "" : ".", error.field);
            return fail(std::move(error));
        }
        write_segment(segment, *data, bytes);
        data_sizes.push_back(data->size());
    }
    if (rob.end > 1) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("is {}", rob.end),
                     .field = "end",
                     .hint = "0 or 1"});
    }
    if (rob.end == 1) {
        append(bytes, as_bytes(rob_end_mark));
    }
    append(bytes, rob.tail);
    if (bytes.size() > 0xFFFFFFFFU) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("an archive of {} bytes", bytes.size()),
                     .hint = "its size is stored in 32 bits"});
    }
    std::memcpy(bytes.data(), archive_mark.data(), archive_mark.size());
    store_be32(bytes.data() + 4, rob.head_size.value_or(default_head_size));
    store_le(bytes.data() + 8, rob.segment_count.value_or(static_cast<std::uint32_t>(rob.segments.size())));
    std::memcpy(bytes.data() + 12, body_mark.data(), body_mark.size());
    store_be32(bytes.data() + 16, rob.body_size.value_or(static_cast<std::uint32_t>(bytes.size() - body_size_offset)));
    if (needs_reading_back(rob)) {
        if (const Status same = compare_container(rob, data_sizes, bytes); !same) {
            return fail(same.error());
        }
    }
    return bytes;
}

std::optional<std::size_t> find_segment(const Rob& rob, std::string_view name)
{
    for (std::size_t i = 0; i < rob.segments.size(); ++i) {
        if (equals_ignore_case(rob.segments[i].name.view(), name)) {
            return i;
        }
    }
    return std::nullopt;
}

}  // namespace redforge::model
