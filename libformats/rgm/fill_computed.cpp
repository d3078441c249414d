// A map with every value that is otherwise computed when it is written: for showing.
#include "rgm/fill_computed.hpp"

#include <algorithm>

#include "rgm/actor_sections.hpp"
#include "rgm/assemble.hpp"
#include "rgm/frame.hpp"
#include "rgm/map.hpp"
#include "rgm/record_sections.hpp"

namespace redforge::rgm {
namespace {

ByteView first_section(const Frame& frame, std::string_view tag)
{
    const auto found = std::ranges::find(frame.sections, tag, &FrameSection::tag);
    return found == frame.sections.end() ? ByteView{} : found->payload;
}

}  // namespace

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
