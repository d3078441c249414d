// Computes the layout of a model's tables from the document.
#include "model/layout.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "model/frames.hpp"
#include "model/geometry.hpp"
#include "model/model.hpp"

namespace redforge::model {
namespace {

constexpr std::uint32_t narrow_mark = 0x2011;  // in all 110 narrow originals
constexpr std::uint32_t wide_mark = 0x4012;    // in 19 of 37 wide originals

std::uint64_t faces_size(const Model& model, const Shape& shape)
{
    return model.faces.size() * (is_v2(shape.family) ? 8U : 10U) + 8 * shape.corners;
}

std::uint64_t clusters_size(const Model& model, Family family)
{
    std::uint64_t size = 0;
    for (const Cluster& cluster : model.clusters) {
        size += (family == Family::v5 ? 30U : 18U) +
                (cluster.references.empty() ? 6 * cluster.faces.size() : cluster.references.size());
    }
    return size;
}

std::uint64_t slot_count(const Model& model)
{
    std::uint64_t count = 0;
    for (const Face& face : model.faces) {
        for (const std::uint32_t slot : face.slots) {
            count = std::max<std::uint64_t>(count, std::uint64_t{slot} + 1);
        }
    }
    return count;
}

std::uint64_t implied_frame_count(const Model& model, bool v2)
{
    return v2 && model.animation.layout == 0 ? 0 : model.frames.size() + 1;
}

std::uint32_t radius_over_frames(const Model& model, const Shape& shape)
{
    std::uint32_t radius = radius_of(model.vertices);
    const bool v2 = is_v2(shape.family);  // no rule is known for v2 animations, so this uses the size of any frame
    if (v2 || model.base_frame.type == 0) {
        std::vector<Vector> positions;
        for (const Frame& frame : model.frames) {
            positions = model.vertices;
            frame_positions(model, frame, positions);
            radius = std::max(radius, radius_of(positions));
        }
    }
    return radius;
}

std::uint32_t narrow(std::uint64_t value)
{
    return static_cast<std::uint32_t>(value);
}

std::vector<FramePlace> collect_places(const Model& model, const Plan& plan, std::uint64_t Section::*place)
{
    std::vector<FramePlace> places(model.frames.size());
    for (const Section& section : plan.sections) {
        if (section.table == Table::frame_vertices) {
            places[section.frame].vertices = narrow(section.*place);
        } else if (section.table == Table::frame_normals) {
            places[section.frame].normals = narrow(section.*place);
        } else if (section.table == Table::frame_face_data) {
            places[section.frame].face_data = narrow(section.*place);
        }
    }
    return places;
}

}  // namespace

std::string section_name(const Section& section)
{
    switch (section.table) {
    case Table::animation: return "animation";
    case Table::frame_records: return "frame_records";
    case Table::vertices: return "vertices";
    case Table::faces: return "faces";
    case Table::face_normals: return "face_normals";
    case Table::gradients: return "gradients";
    case Table::face_data: return "face_data";
    case Table::frame_vertices: return fmt::format("frames[{}].vertices", section.frame);
    case Table::frame_normals: return fmt::format("frames[{}].normals", section.frame);
    case Table::frame_face_data: return fmt::format("frames[{}].face_data", section.frame);
    case Table::section4: return "section4";
    case Table::normal_indices: return "normal_indices";
    case Table::vertex_normals: return "vertex_normals";
    }
    return {};
}

FrameForm frame_form(const Model& model)
{
    if (model.version.bytes.starts_with("v2")) {
        switch (model.animation.layout) {
        case 3: return {.vertex = 6, .normal = 4, .face_data = 12, .v2 = true};
        case 4: return {.vertex = 12, .normal = 12, .face_data = 24, .v2 = true};
        default: return {.v2 = true};
        }
    }
    switch (model.base_frame.type) {
    case 0: return {.vertex = 12, .normal = 12};
    case 2: return {.vertex = 6, .normal = 4};
    case 4: return {.vertex = 12, .normal = 4};
    default: return {};
    }
}

std::uint64_t total_corners(const Model& model)
{
    std::uint64_t total = 0;
    for (const Face& face : model.faces) {
        total += face.vertices.size();
    }
    return total;
}

Shape shape_of(const Model& model)
{
    Shape shape;
    const bool v2 = model.version.bytes.starts_with("v2");
    shape.num_frames = model.header.num_frames.stored.value_or(narrow(implied_frame_count(model, v2)));
    shape.corners = total_corners(model);
    if (v2) {
        shape.family = model.animation.layout == 0 ? Family::v2_still : Family::v2_animated;
        return shape;
    }
    shape.family = model.version.bytes == "v5.0" ? Family::v5 : Family::v4;
    if (model.missing.normal_indices == 0) {
        shape.slots = shape.family == Family::v5 ||
                      std::ranges::any_of(model.faces, [](const Face& face) { return !face.slots.empty(); });
    }
    shape.menu = shape.family == Family::v4 && shape.slots && shape.num_frames > 1;
    shape.vertex_normals = shape.slots && !shape.menu ? slot_count(model) : model.vertices.size();
    return shape;
}

std::vector<Section> sections_of(const Model& model, const Shape& shape)
{
    std::vector<Section> sections;
    const MissingTables& missing = model.missing;
    const auto add = [&](Table table, bool present, std::uint64_t size, std::uint32_t frame = 0) {
        if (present && size != 0) {
            sections.push_back({table, frame, size, 0, 0});
        }
    };
    const auto vertices = [&] { add(Table::vertices, missing.vertices == 0, vector_size * model.vertices.size()); };
    const auto faces = [&] { add(Table::faces, missing.faces == 0, faces_size(model, shape)); };
    const FrameForm form = frame_form(model);
    const std::uint64_t normal_size = form.opaque_normals() ? form.normal : vector_size;
    const auto normals = [&] { add(Table::face_normals, missing.face_normals == 0, normal_size * model.faces.size()); };
    const auto records = [&] {
        const std::uint64_t words = is_v2(shape.family) ? model.animation.layout : 4;
        add(Table::frame_records, missing.frame_records == 0, 4 * words * shape.num_frames);
    };
    const auto frames = [&] {
        for (std::uint32_t i = 0; i < model.frames.size() && missing.frames == 0; ++i) {
            add(Table::frame_vertices, true, form.vertex * model.vertices.size(), i);
            add(Table::frame_normals, true, form.normal * model.faces.size(), i);
            add(Table::frame_face_data, true, form.face_data * model.faces.size(), i);
        }
    };
    const auto section4 = [&] { add(Table::section4, missing.section4 == 0, clusters_size(model, shape.family)); };
    switch (shape.family) {
    case Family::v2_still:
        vertices();
        faces();
        normals();
        add(Table::gradients, missing.gradients == 0, gradient_size * model.faces.size());
        section4();
        return sections;
    case Family::v2_animated:
        add(Table::animation, true, animation_size);
        records();
        faces();
        vertices();
        normals();
        add(Table::face_data, missing.face_data == 0, form.face_data * model.faces.size());
        frames();
        return sections;
    case Family::v4:
    case Family::v5: break;
    }
    faces();
    vertices();
    normals();
    records();
    frames();
    section4();
    const std::uint64_t copies = shape.menu && missing.index_copies == 0 ? shape.num_frames : 1;
    add(Table::normal_indices, shape.slots, 4 * shape.corners * copies);
    add(Table::vertex_normals, missing.vertex_normals == 0, vector_size * shape.vertex_normals);
    return sections;
}

const Derived<std::uint32_t>* given_offset(const Model& model, Family family, const Section& section)
{
    const Header& header = model.header;
    const bool animated = family == Family::v2_animated;  // its records contain the offsets of the tables of all frames
    switch (section.table) {
    case Table::animation: return nullptr;
    case Table::frame_records: return animated ? &model.animation.table_offset : &header.offset_frame_data;
    case Table::vertices: return animated ? &model.base_frame.vertex_offset : &header.offset_vertex_coords;
    case Table::faces: return &header.offset_face_data;
    case Table::face_normals: return animated ? &model.base_frame.normal_offset : &header.offset_face_normals;
    case Table::face_data: return &model.base_frame.face_data_offset;
    case Table::gradients: return &header.offset_gradients;
    case Table::frame_vertices: return &model.frames[section.frame].record.vertex_offset;
    case Table::frame_normals: return &model.frames[section.frame].record.normal_offset;
    case Table::frame_face_data: return &model.frames[section.frame].record.face_data_offset;
    case Table::section4: return &header.offset_section4;
    case Table::normal_indices: return &header.offset_normal_indices;
    case Table::vertex_normals: return &header.offset_vertex_normals;
    }
    return nullptr;
}

const Section* Plan::find(Table table, std::uint32_t frame) const
{
    const auto found = std::ranges::find_if(sections, [=](const Section& section) {
        return section.table == table && section.frame == frame;
    });
    return found == sections.end() ? nullptr : &*found;
}

std::uint64_t Plan::offset(Table table, std::uint32_t frame) const
{
    const Section* const section = find(table, frame);
    return section == nullptr ? 0 : section->offset;
}

Result<Plan> plan_layout(const Model& model)
{
    Plan plan;
    plan.shape = shape_of(model);
    plan.sections = sections_of(model, plan.shape);
    plan.gaps.assign(model.gaps.size(), 0);
    std::vector<bool> placed(model.gaps.size());
    std::uint64_t at = header_size;
    plan.size = header_size;
    const auto place_gaps = [&](std::string_view before) {
        for (std::size_t i = 0; i < model.gaps.size(); ++i) {
            const Gap& gap = model.gaps[i];
            if (!gap.offset.stored && !placed[i] && gap.before.bytes == before) {
                plan.gaps[i] = at;
                at += gap.bytes.size();
                placed[i] = true;
            }
        }
    };
    for (Section& section : plan.sections) {
        if (!model.gaps.empty()) {
            place_gaps(section_name(section));
        }
        const Derived<std::uint32_t>* const given = given_offset(model, plan.shape.family, section);
        section.natural = at;
        section.offset = given != nullptr ? given->stored.value_or(narrow(at)) : at;
        at = section.offset + section.size;
        plan.size = std::max(plan.size, at);
    }
    place_gaps("end");
    std::uint64_t covered = header_size;
    for (std::size_t i = 0; i < model.gaps.size(); ++i) {
        const Gap& gap = model.gaps[i];
        if (gap.offset.stored) {
            plan.gaps[i] = *gap.offset.stored;
        } else if (!placed[i]) {
            return fail({.code = ErrorCode::unknown_name,
                         .message = fmt::format("is \"{}\", which is not a table of this model", gap.before.bytes),
                         .record = i,
                         .field = fmt::format("gaps[{}].before", i),
                         .hint = "give a table that has content, \"end\", or an offset"});
        }
        covered += gap.bytes.size();
        plan.size = std::max(plan.size, plan.gaps[i] + gap.bytes.size());
    }
    for (const Section& section : plan.sections) {
        covered += section.size;
    }
    if (plan.size > covered) {
        return fail(
            {.code = ErrorCode::mismatch,
             .message = fmt::format("the tables and gaps of {} bytes are spread over {} bytes", covered, plan.size),
             .hint = "bytes of the file that are in no table must be in a <gap>"});
    }
    if (plan.size > 0xFFFFFFFFU) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("a model of {} bytes", plan.size),
                     .hint = "the limit is 4 GiB: offsets have 32 bits"});
    }
    return plan;
}

FramePlace computed_base_record(const Plan& plan)
{
    if (!is_v2(plan.shape.family)) {
        return {narrow(plan.offset(Table::vertices)), narrow(plan.offset(Table::face_normals)), 0};
    }
    const auto natural = [&plan](Table table) {
        const Section* const section = plan.find(table);
        return section == nullptr ? 0 : narrow(section->natural);
    };
    return {natural(Table::vertices), natural(Table::face_normals), natural(Table::face_data)};
}

std::array<std::uint32_t, 4> computed_animation(const Model& model, const Plan& plan)
{
    const Section* const records = plan.find(Table::frame_records);
    const Section* const faces = plan.find(Table::faces);
    std::uint64_t gaps = 0;
    for (const Gap& gap : model.gaps) {
        gaps += gap.bytes.size();
    }
    return {narrow(records == nullptr ? header_size + animation_size : records->natural),
            narrow(faces == nullptr ? 0 : faces->size), narrow(gaps),
            model.animation.layout == 4 ? wide_mark : narrow_mark};
}

std::vector<FramePlace> frame_places(const Model& model, const Plan& plan)
{
    return collect_places(model, plan, &Section::offset);
}

std::vector<FramePlace> computed_records(const Model& model, const Plan& plan)
{
    return collect_places(model, plan, &Section::natural);
}

std::array<std::uint32_t, header_words> computed_header(const Model& model, const Plan& plan)
{
    const Shape& shape = plan.shape;
    std::array<std::uint32_t, header_words> words{};
    words[word::num_vertices] = narrow(model.vertices.size());
    words[word::num_faces] = narrow(model.faces.size());
    words[word::radius] = radius_over_frames(model, shape);
    words[word::num_frames] = narrow(implied_frame_count(model, is_v2(shape.family)));
    words[word::section4_count] = narrow(model.clusters.size());
    for (const Section& section : plan.sections) {
        const std::uint32_t at = narrow(section.natural);
        switch (section.table) {
        case Table::frame_records: words[word::frame_data] = at; break;
        case Table::vertices: words[word::vertex_coords] = at; break;
        case Table::faces: words[word::face_data] = at; break;
        case Table::face_normals: words[word::face_normals] = at; break;
        case Table::gradients: words[word::gradients] = at; break;
        case Table::section4: words[word::section4] = at; break;
        case Table::normal_indices: words[word::normal_indices] = at; break;
        case Table::vertex_normals: words[word::vertex_normals] = at; break;
        case Table::animation:
        case Table::face_data:
        case Table::frame_vertices:
        case Table::frame_normals:
        case Table::frame_face_data: break;
        }
    }
    if (!is_v2(shape.family)) {
        words[word::total_face_vertices] = narrow(shape.corners);
        words[word::total_face_vertices_dup] = narrow(shape.corners);
    } else if (shape.family == Family::v2_animated) {
        // Wide files refer to the first later frame. Narrow files have a meaningless value here.
        const std::uint64_t named = model.animation.layout == 4 ? 1 : 0;
        words[word::frame_data] = header_size;
        words[word::vertex_normals] = 1;
        words[word::vertex_coords] = narrow(named * plan.offset(Table::frame_vertices));
        words[word::face_normals] = narrow(named * plan.offset(Table::frame_normals));
        words[word::gradients] = narrow(named * plan.offset(Table::frame_face_data));
    }
    return words;
}

std::array<Derived<std::uint32_t>*, header_words> header_fields(Header& header, Family family)
{
    return {&header.num_vertices,
            &header.num_faces,
            &header.radius,
            &header.num_frames,
            family == Family::v2_still ? &header.stale_length : &header.offset_frame_data,
            is_v2(family) ? &header.offset_gradients : &header.total_face_vertices,
            &header.offset_section4,
            &header.section4_count,
            &header.unused,
            &header.offset_normal_indices,
            &header.offset_vertex_normals,
            &header.offset_vertex_coords,
            &header.offset_face_normals,
            &header.total_face_vertices_dup,
            &header.offset_face_data};
}

}  // namespace redforge::model
