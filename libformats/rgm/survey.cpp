// Survey of a map's bytes.
#include "rgm/survey.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "rgm/actor_sections.hpp"
#include "rgm/frame.hpp"
#include "rgm/parts.hpp"
#include "rgm/record_sections.hpp"

namespace redforge::rgm {
namespace {

/// Returns the record layout of a section, or nullopt if it is not a table.
std::optional<RecordTable> find_table(std::string_view tag)
{
    if (tag == "RAHD") {
        return header_table();
    }
    if (const std::optional<ActorPart> part = find_part(tag)) {
        return part_table(*part);
    }
    const auto sections = record_sections();
    const auto section = std::ranges::find(sections, tag, &RecordSection::tag);
    return section == sections.end() ? std::nullopt : section->table;
}

bool has_count(std::string_view tag)
{
    const auto is_counted = [&](const RecordSection& section) { return section.tag == tag && section.has_count; };
    return tag == "RAHD" || std::ranges::any_of(record_sections(), is_counted);
}

std::string locate_in(const FrameSection& section, std::size_t offset)
{
    const std::string tag = encode_text(section.tag);
    if (offset < 8) {
        return fmt::format("{} {}", tag, offset < 4 ? "tag" : "length");
    }
    const std::size_t at = offset - 8;
    if (const std::optional<RecordTable> table = find_table(section.tag)) {
        if (at < table->head) {
            return fmt::format("{} {}", tag, at < 4 ? "count" : "prefix");
        }
        if (table->field != nullptr) {
            const std::size_t place = at - table->head;
            return fmt::format("{} record {}, {}", tag, place / table->width, table->field(place % table->width));
        }
    }
    return fmt::format("{} data at byte {}", tag, at);
}

}  // namespace

std::vector<SectionSurvey> survey(ByteView bytes)
{
    const Frame frame = read_frame(bytes);
    std::vector<SectionSurvey> sections;
    for (const FrameSection& section : frame.sections) {
        SectionSurvey& entry = sections.emplace_back();
        entry = {encode_text(section.tag), section.offset, section.payload.size(), std::nullopt};
        if (has_count(section.tag) && section.payload.size() >= 4) {
            entry.record_count = load_le<std::uint32_t>(section.payload.data());
        }
    }
    if (!frame.no_end) {
        sections.push_back({std::string(end_tag), frame.end_offset, 0, std::nullopt});
    } else if (!frame.trailing.empty()) {
        sections.push_back({"(cut off)", frame.end_offset, frame.trailing.size(), std::nullopt});
    }
    return sections;
}

std::string locate(ByteView bytes, std::size_t offset)
{
    const Frame frame = read_frame(bytes);
    for (const FrameSection& section : frame.sections) {
        if (offset < section.offset + 8 + section.payload.size()) {
            return locate_in(section, offset - section.offset);
        }
    }
    if (frame.no_end) {
        return "the bytes after the last complete section";
    }
    return offset < frame.end_offset + 4 ? "END" : "the bytes after END";
}

}  // namespace redforge::rgm
