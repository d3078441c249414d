// A map with every value that is otherwise computed when it is written: for showing.
#include "rgm/fill_computed.hpp"

#include <algorithm>

#include "core/binary.hpp"
#include "rgm/actor.hpp"
#include "rgm/actor_string.hpp"
#include "rgm/animation.hpp"
#include "rgm/animation_group.hpp"
#include "rgm/assemble.hpp"
#include "rgm/frame.hpp"
#include "rgm/record_sections.hpp"

namespace redforge::rgm {
namespace {

ByteView first_section(const Frame& frame, std::string_view tag)
{
    const auto found = std::ranges::find(frame.sections, tag, &FrameSection::tag);
    return found == frame.sections.end() ? ByteView{} : found->payload;
}

/// The headers as they stand in RAHD, and the places of strings as RASB has them.
void complete_actors(Actors& actors, const Frame& frame)
{
    constexpr std::size_t width = wire_size<ActorHeader>();
    const ByteView headers = first_section(frame, "RAHD");
    const ByteView places = first_section(frame, "RASB");
    if (actors.records.empty() || headers.size() < 8 + width * actors.records.size()) {
        return;
    }
    actors.count = load_le<std::uint32_t>(headers.data());
    for (std::size_t i = 0; i < actors.records.size(); ++i) {
        Actor& actor = actors.records[i];
        read_record(headers.data() + 8 + i * width, actor.header);
        const std::uint64_t first = *actor.header.string_offsets_index.stored;
        for (std::size_t s = 0; s < actor.strings.size() && first + 4 * s + 4 <= places.size(); ++s) {
            actor.strings[s].offset = load_le<std::uint32_t>(places.data() + first + 4 * s);
        }
        for (AnimationGroup& group : actor.groups) {
            group.frame_count = static_cast<std::uint16_t>(group.commands.size());
        }
    }
}

}  // namespace

Status complete(Map& map)
{
    const Result<Bytes> bytes = assemble(map);
    if (!bytes) {
        return fail(bytes.error());
    }
    const Frame frame = read_frame(*bytes);
    complete_actors(map.actors, frame);
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
