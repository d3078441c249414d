// What stands where in the bytes of a map: for `info`, and for naming the place of a difference.
#include "rgm/survey.hpp"

#include <array>

#include <fmt/format.h>

#include "core/binary.hpp"
#include "core/code_page.hpp"
#include "rgm/frame.hpp"
#include "rgm/map.hpp"

namespace redforge::rgm {
namespace {

/// A section that is a table of records of one size.
struct TableKind {
    std::string_view tag;
    std::size_t head;  ///< bytes before the first record
    std::size_t width;
    std::string (*field)(std::size_t offset);
};

template <class T>
constexpr TableKind table_of(std::string_view tag, std::size_t head)
{
    return {tag, head, wire_size<T>(), &locate_field<T>};
}

constexpr std::array<TableKind, 12> tables{
    table_of<ActorHeader>("RAHD", 8),     table_of<Object>(Object::section, 4),
    table_of<Rope>(Rope::section, 4),     table_of<StaticObject>(StaticObject::section, 4),
    table_of<Light>(Light::section, 4),   table_of<Flat>(Flat::section, 4),
    table_of<Size>(Size::section, 0),     table_of<Hook>("RAHK", 0),
    table_of<Location>("RALC", 0),        table_of<ExtraData>("RAEX", 0),
    table_of<CollisionSphere>("RAVC", 0), table_of<Marker>(Marker::section, 4)};

bool has_count(std::string_view tag)
{
    return tag == "RAHD" || (tag.starts_with("MP") && tag != Size::section) || tag == WalkMap::section;
}

std::string locate_in(const FrameSection& section, std::size_t offset)
{
    const std::string tag = encode_text(section.tag);
    if (offset < 8) {
        return fmt::format("{} {}", tag, offset < 4 ? "tag" : "length");
    }
    const std::size_t at = offset - 8;
    for (const TableKind& table : tables) {
        if (table.tag != section.tag) {
            continue;
        }
        if (at < table.head) {
            return fmt::format("{} {}", tag, at < 4 ? "count" : "prefix");
        }
        const std::size_t record = (at - table.head) / table.width;
        const std::size_t inside = (at - table.head) % table.width;
        if (table.tag == Marker::section) {
            return fmt::format("{} data at byte {}", tag, at);  // its positions and flags stand apart
        }
        return fmt::format("{} record {}, {}", tag, record, table.field(inside));
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
        return "the bytes behind the last whole section";
    }
    return offset < frame.end_offset + 4 ? "END" : "the bytes behind END";
}

}  // namespace redforge::rgm
