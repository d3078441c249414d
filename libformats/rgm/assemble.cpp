// Serialises a map without reading it back.
#include "rgm/assemble.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "core/record/binary.hpp"
#include "rgm/actor_sections.hpp"
#include "rgm/by_tag.hpp"
#include "rgm/frame.hpp"
#include "rgm/map.hpp"
#include "rgm/record_sections.hpp"
#include "rgm/section_order.hpp"

namespace redforge::rgm {
namespace {

/// Returns the sizes of part sections that are kept as raw bytes.
RawSections kept_parts(const Map& map)
{
    RawSections kept;
    if (map.raw_sections.empty()) {
        return kept;
    }
    const TagCounts raws(map);
    const TagCounts listed(map.sections.stored ? *map.sections.stored : standard_sections(map));
    for (const RawSection& raw : map.raw_sections) {
        const std::optional<ActorPart> part = find_part(name_of(raw.tag));
        if (part && !kept[static_cast<std::size_t>(*part)] && raws.of(raw.tag) >= listed.of(raw.tag)) {
            kept[static_cast<std::size_t>(*part)] = raw.data.size();
        }
    }
    return kept;
}

/// Appends END and the bytes after it.
void append_end(Bytes& bytes, const Map& map)
{
    if (map.no_end == 0) {
        append(bytes, as_bytes(end_tag));
        if (map.end_length.stored) {
            append_le(bytes, std::uint32_t{0});
        }
    }
    append(bytes, map.trailing);
}

/// All sections of a map, ready for writing.
struct MadeSections {
    SectionOrder order;
    std::vector<const Bytes*> raws;  ///< raw_contents() of the order
    ByTag<Bytes> typed;              ///< sections with a typed form

    [[nodiscard]] const Bytes& content(std::size_t i) const
    {
        return raws[i] != nullptr ? *raws[i] : typed[name_of(order.tags[i])];
    }
};

/// Makes the sections, and converts the map to canonical form.
Result<MadeSections> make_sections(Map& map)
{
    if (const Status status = check_part_tags(map.actors); !status) {
        return fail(status.error());
    }
    for (const RecordSection& section : record_sections()) {
        if (const Status status = section.check(map); !status) {
            return fail(status.error());
        }
    }
    MadeSections made;
    InUse in_use;
    if (const Status status = write_actors(map.actors, kept_parts(map), in_use, made.typed); !status) {
        return fail(status.error());
    }
    for (const RecordSection& section : record_sections()) {
        section.canonicalize(map);
        in_use[section.tag] = section.in_use(map);
    }
    made.typed["FLAT"] = map.flat;
    in_use["FLAT"] = !map.flat.empty();
    Result<SectionOrder> order = canonicalize_order(map, in_use);
    if (!order) {
        return fail(order.error());
    }
    made.order = std::move(*order);
    made.raws = raw_contents(map, made.order);
    ByTag<bool> wanted;
    for (std::size_t i = 0; i < made.raws.size(); ++i) {
        if (made.raws[i] == nullptr) {
            wanted[name_of(made.order.tags[i])] = true;
        }
    }
    for (const RecordSection& section : record_sections()) {
        if (wanted[section.tag]) {
            section.write(map, made.typed[section.tag]);
        }
    }
    return made;
}

ByteView first_section(const Frame& frame, std::string_view tag)
{
    const auto found = std::ranges::find(frame.sections, tag, &FrameSection::tag);
    return found == frame.sections.end() ? ByteView{} : found->payload;
}

}  // namespace

Result<Bytes> assemble(Map& map)
{
    const Result<MadeSections> made = make_sections(map);
    if (!made) {
        return fail(made.error());
    }
    const std::vector<Tag>& tags = made->order.tags;
    Bytes bytes;
    for (std::size_t i = 0; i < tags.size(); ++i) {
        if (const Status status = append_section(bytes, name_of(tags[i]), made->content(i)); !status) {
            return fail(status.error());
        }
    }
    append_end(bytes, map);
    return bytes;
}

Result<Comparison> compare_assembled(Map& map, const Frame& frame)
{
    const Result<MadeSections> made = make_sections(map);
    if (!made) {
        return fail(made.error());
    }
    const std::vector<Tag>& tags = made->order.tags;
    Comparison result;
    // The frame of a section depends only on its content, so comparing contents is sufficient.
    result.same = (map.no_end != 0) == frame.no_end && map.end_length.stored.has_value() == frame.end_length &&
                  same_bytes(map.trailing, frame.trailing);
    if (tags.size() != frame.sections.size()) {
        result.same = false;
        return result;
    }
    for (std::size_t i = 0; i < tags.size(); ++i) {
        const FrameSection& section = frame.sections[i];
        const bool same = section.tag == name_of(tags[i]) && same_bytes(section.payload, made->content(i));
        result.differing.push_back(!same);
        result.same = result.same && same;
    }
    return result;
}

Status complete(Map& map)
{
    const Result<Bytes> bytes = assemble(map);
    if (!bytes) {
        return fail(bytes.error());
    }
    const Frame frame = read_frame(*bytes);
    complete_actors(map.actors, first_section(frame, "RAHD"), first_section(frame, "RASB"));
    for (const RecordSection& section : record_sections()) {
        section.complete(map);
    }
    SectionOrder order;
    for (const FrameSection& section : frame.sections) {
        order.tags.emplace_back(section.tag);
    }
    map.sections = std::move(order);
    return {};
}

}  // namespace redforge::rgm
