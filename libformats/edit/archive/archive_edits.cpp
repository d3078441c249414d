// Edits of the segments of a model archive.
#include "edit/archive/archive_edits.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "edit/archive/archive_names.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"

namespace redforge::edit {
namespace {

Error about(const IncomingModel& incoming, Error error)
{
    if (error.file.empty()) {
        error.file = incoming.file;
    }
    return error;
}

/// Describes a segment: "CRATE, embedded, 12 faces, 1 frame".
std::string segment_description(const model::Segment& segment)
{
    const model::SegmentHeader header = model::header_of(segment);
    return fmt::format("{}, {}, {} face{}, {} frame{}", encode_text(segment.name.view()),
                       segment_type_description(segment.type), header.num_faces, header.num_faces == 1 ? "" : "s",
                       header.num_frames, header.num_frames == 1 ? "" : "s");
}

/// Returns the segment type for a model. In all known archives, exactly the v4.0 models are menu models.
std::uint16_t type_of(const model::Model& model)
{
    return static_cast<std::uint16_t>(model.version.bytes == "v4.0" ? model::SegmentType::menu
                                                                    : model::SegmentType::embedded);
}

/// Puts a model into a segment and clears the stored header values of the previous model.
void put_model(model::Segment& segment, const IncomingModel& incoming)
{
    segment.segment_size.stored.reset();
    segment.data_size.stored.reset();
    segment.size.stored.reset();
    segment.data.clear();
    const auto external = static_cast<std::uint16_t>(model::SegmentType::external);
    if (!incoming.is_external) {
        segment.type = segment.type == external ? type_of(incoming.model) : segment.type;
        segment.model = incoming.model;
        segment.num_faces.stored.reset();
        segment.num_frames.stored.reset();
        segment.positive.stored.reset();
        segment.negative.stored.reset();
        return;
    }
    segment.type = external;
    segment.model.reset();
    const model::SegmentHeader header = model::computed_header(&incoming.model);
    segment.num_faces = header.num_faces;
    segment.num_frames = header.num_frames;
    segment.positive = header.box.positive;
    segment.negative = header.box.negative;
    // Without a model, the computed value of each field is 0.
    segment.num_faces.clear_if_equal(0);
    segment.positive.clear_if_equal({});
    segment.negative.clear_if_equal({});
}

/// Clears stored counts and sizes, which were wrong in the file and do not fit the changed archive either.
void clear_stored_counts(model::Rob& rob)
{
    rob.segment_count.stored.reset();
    rob.body_size.stored.reset();
}

/// Fails if a model cannot be written. The error names the model's file, not a position in the archive.
Status check_model(const IncomingModel& incoming)
{
    const Result<Bytes> bytes = model::write_model(incoming.model);
    return bytes ? Status{} : fail(about(incoming, bytes.error()));
}

}  // namespace

Result<EditLog> insert_segments(model::Rob& rob, std::span<const IncomingModel> models, std::optional<std::size_t> at)
{
    const std::size_t begin = at.value_or(rob.segments.size());
    if (begin > rob.segments.size()) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("no position {}", begin),
                     .hint = fmt::format("the archive has {} segments; 0 is before the first", rob.segments.size())});
    }
    model::Rob changed = rob;
    EditLog changes;
    for (std::size_t i = 0; i < models.size(); ++i) {
        const Result<std::string> name = segment_name(models[i].name);
        if (!name) {
            return fail(about(models[i], name.error()));
        }
        if (const std::optional<std::size_t> taken = model::find_segment(changed, *name)) {
            const bool is_new = *taken >= begin && *taken < begin + i;
            return fail(about(models[i],
                              {.code = ErrorCode::exists,
                               .message = fmt::format("{} segment is named {} already", is_new ? "a new" : "a", *name),
                               .hint = is_new ? "give one of them another name"
                                              : "replace that one, or give this another name"}));
        }
        if (const Status checked = check_model(models[i]); !checked) {
            return fail(checked.error());
        }
        model::Segment segment;
        segment.name = std::string_view(*name);
        segment.type = type_of(models[i].model);
        put_model(segment, models[i]);
        changes.push_back({"insert", fmt::format("segments[{}]", begin + i), "", segment_description(segment)});
        changed.segments.insert(changed.segments.begin() + static_cast<std::ptrdiff_t>(begin + i), std::move(segment));
    }
    clear_stored_counts(changed);
    rob = std::move(changed);
    return changes;
}

Result<EditLog> replace_segments(model::Rob& rob, std::span<const IncomingModel> models)
{
    model::Rob changed = rob;
    std::vector<bool> replaced(rob.segments.size());
    EditLog changes;
    for (const IncomingModel& incoming : models) {
        const std::vector<std::string> words{incoming.name};
        const Result<std::vector<std::size_t>> places = select_segments(rob, words);
        if (!places) {
            return fail(about(incoming, places.error()));
        }
        if (const Status checked = check_model(incoming); !checked) {
            return fail(checked.error());
        }
        for (const std::size_t place : *places) {
            if (replaced[place]) {
                return fail(about(incoming, {.code = ErrorCode::exists,
                                             .message = fmt::format("a second model for segment {}", incoming.name),
                                             .hint = "keep one of them"}));
            }
            replaced[place] = true;
            model::Segment& segment = changed.segments[place];
            if (!incoming.is_external && segment.model == incoming.model) {
                continue;
            }
            const std::string before = segment_description(segment);
            put_model(segment, incoming);
            changes.push_back({"replace", fmt::format("segments[{}]", place), before, segment_description(segment)});
        }
    }
    if (!changes.empty()) {
        clear_stored_counts(changed);
    }
    rob = std::move(changed);
    return changes;
}

Result<EditLog> remove_segments(model::Rob& rob, std::span<const std::string> words)
{
    const Result<std::vector<std::size_t>> places = select_segments(rob, words);
    if (!places) {
        return fail(places.error());
    }
    std::vector<bool> removed(rob.segments.size());
    EditLog changes;
    for (const std::size_t place : *places) {
        removed[place] = true;
        changes.push_back({"remove", fmt::format("segments[{}]", place), segment_description(rob.segments[place]), ""});
    }
    std::vector<model::Segment> left;
    for (std::size_t i = 0; i < rob.segments.size(); ++i) {
        if (!removed[i]) {
            left.push_back(std::move(rob.segments[i]));
        }
    }
    rob.segments = std::move(left);
    clear_stored_counts(rob);
    return changes;
}

}  // namespace redforge::edit
