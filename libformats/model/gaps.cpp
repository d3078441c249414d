// Finding the bytes between tables, and saying where they stand.
#include "model/gaps.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "model/emit.hpp"
#include "model/face.hpp"
#include "model/gap.hpp"
#include "model/geometry.hpp"
#include "model/model.hpp"
#include "model/vector.hpp"

namespace redforge::model {
namespace {

using Holes = std::map<std::uint64_t, std::uint64_t>;  // begin to end

/// The tables' places as the file has them.
std::vector<Section> found_sections(const Model& model, std::uint64_t vertices_at)
{
    const Shape shape = shape_of(model);
    std::vector<Section> sections = sections_of(model, shape);
    for (Section& section : sections) {
        const Derived<std::uint32_t>* const given = given_offset(model, shape.family, section);
        section.offset = given == nullptr ? vertices_at : given->value_or(0);
    }
    return sections;
}

/// The ranges of the file that no table covers.
Holes uncovered(std::vector<Section> sections, std::uint64_t size)
{
    std::ranges::sort(sections, {}, &Section::offset);
    Holes holes;
    std::uint64_t at = header_size;
    for (const Section& section : sections) {
        if (section.offset > at) {
            holes.emplace(at, section.offset);
        }
        at = std::max(at, section.offset + section.size);
    }
    if (size > at) {
        holes.emplace(at, size);
    }
    return holes;
}

/// Whether the vertices of a v2 .3DC follow its faces, at once or behind a gap.
bool vertices_follow(const std::vector<Section>& sections, const Holes& holes)
{
    std::uint64_t at = header_size;
    for (const Section& section : sections) {
        if (section.table == Table::vertices) {
            const auto hole = holes.find(at);
            return section.offset == at || (hole != holes.end() && hole->second == section.offset);
        }
        at = section.offset + section.size;
    }
    return true;
}

/// Takes the vertices out of a model that has read its faces' normals with
/// them: what each normal is stays.
void leave_out_vertices(Model& model)
{
    const std::vector<Vector> computed =
        computed_normals(model, Family::v2_animated, first_corners(model.faces, model.vertices.size()));
    model.vertices = {};
    model.missing.vertices = 1;
    for (std::size_t i = 0; model.missing.face_normals == 0 && i < computed.size(); ++i) {
        auto& normal = model.faces[i].normal;
        normal = normal.value_or({computed[i].x, computed[i].y, computed[i].z});
        normal.drop_if({0, 0, 0});  // what is computed without vertices
    }
}

}  // namespace

void add_gap(Model& model, ByteView bytes, std::string_view before, std::uint64_t begin, std::uint64_t end,
             RawFallbacks* kept)
{
    Gap& gap = model.gaps.emplace_back();
    gap.before = before;
    if (before.empty()) {
        gap.offset = static_cast<std::uint32_t>(begin);
    }
    const ByteView content = bytes.subspan(begin, end - begin);
    gap.bytes.assign(content.begin(), content.end());
    if (kept != nullptr) {
        kept->push_back({fmt::format("{} to {}", begin, end), "the bytes belong to no table", end - begin});
    }
}

void find_gaps(Model& model, ByteView bytes, std::uint64_t vertices_at, RawFallbacks* kept)
{
    std::vector<Section> sections = found_sections(model, vertices_at);
    Holes holes = uncovered(sections, bytes.size());
    if (shape_of(model).family == Family::v2_animated && !vertices_follow(sections, holes)) {
        // Only a place right behind the faces, or behind them and a gap, can be
        // told in the document.
        leave_out_vertices(model);
        if (kept != nullptr) {
            kept->push_back({"vertices", "they stand neither behind the faces nor behind a gap after them", 0});
        }
        sections = found_sections(model, vertices_at);
        holes = uncovered(sections, bytes.size());
    }
    std::uint64_t at = header_size;
    for (const Section& section : sections) {
        const auto hole = holes.find(at);
        if (hole != holes.end() && hole->second == section.offset) {
            add_gap(model, bytes, section_name(section), hole->first, hole->second, kept);
            holes.erase(hole);
        }
        at = section.offset + section.size;
    }
    const auto last = holes.find(at);
    if (last != holes.end() && last->second == bytes.size()) {
        add_gap(model, bytes, "end", last->first, last->second, kept);
        holes.erase(last);
    }
    for (const auto& [begin, end] : holes) {
        add_gap(model, bytes, "", begin, end, kept);
    }
}

}  // namespace redforge::model
