// The sections of records that place things.
#include "rgm/record_sections.hpp"

#include <algorithm>
#include <array>

namespace redforge::rgm {

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
