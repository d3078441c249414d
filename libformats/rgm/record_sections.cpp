// The sections of records that place things: which member of a map each is.
#include "rgm/record_sections.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "rgm/map.hpp"
#include "rgm/record_sources.hpp"

namespace redforge::rgm {
namespace {

template <class Section>
concept HasCount = requires(const Section& section) { section.count; };

/// The entry of the section that is this member.
template <auto member>
RecordSection section_of()
{
    using Section = std::remove_cvref_t<decltype(std::declval<Map&>().*member)>;
    return {.tag = codec_of<Section>().tag,
            .has_count = HasCount<Section>,
            .read = [](ByteView payload, Map& map) { return codec_of<Section>().read(payload, map.*member); },
            .check = [](const Map& map) { return codec_of<Section>().check(map.*member); },
            .normalize = [](Map& map) { codec_of<Section>().normalize(map.*member); },
            .in_use = [](const Map& map) { return codec_of<Section>().in_use(map.*member); },
            .write = [](const Map& map, const TakeBytes& take) { codec_of<Section>().write(map.*member, take); },
            .complete = [](Map& map) { codec_of<Section>().complete(map.*member); },
            .table = codec_of<Section>().table};
}

}  // namespace

std::span<const RecordSection> record_sections()
{
    static const std::array sections{section_of<&Map::objects>(), section_of<&Map::ropes>(),
                                     section_of<&Map::statics>(), section_of<&Map::lights>(),
                                     section_of<&Map::flats>(),   section_of<&Map::markers>(),
                                     section_of<&Map::sizes>(),   section_of<&Map::walk_maps>()};
    return sections;
}

const RecordSection& record_section(std::string_view tag)
{
    return *std::ranges::find(record_sections(), tag, &RecordSection::tag);
}

}  // namespace redforge::rgm
