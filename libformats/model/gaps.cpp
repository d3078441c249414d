// Finds bytes between tables.
#include "model/gaps.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "model/emit.hpp"
#include "model/geometry.hpp"
#include "model/model.hpp"

namespace redforge::model {
namespace {

using Holes = std::map<std::uint64_t, std::uint64_t>;  // begin to end

/// Returns the tables at their offsets in the file.
std::vector<Section> found_sections(const Model& model)
{
    const Shape shape = shape_of(model);
    std::vector<Section> sections = sections_of(model, shape);
    for (Section& section : sections) {
        const Derived<std::uint32_t>* const given = given_offset(model, shape.family, section);
        section.offset = given == nullptr ? header_size : given->value_or(0);
    }
    return sections;
}

/// Returns the ranges of the file that no table covers.
Holes subtract_sections(std::vector<Section> sections, std::uint64_t size)
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

void find_gaps(Model& model, ByteView bytes, RawFallbacks* kept)
{
    const std::vector<Section> sections = found_sections(model);
    Holes holes = subtract_sections(sections, bytes.size());
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
