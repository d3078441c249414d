// Entry of Redguard maps in the list of formats, and the tables of map records.
#include "rgm/format.hpp"

#include <array>
#include <memory>

#include "core/record/describe.hpp"
#include "rgm/frame.hpp"
#include "rgm/map.hpp"
#include "rgm/new_map.hpp"
#include "rgm/script_source.hpp"
#include "rgm/survey.hpp"

namespace redforge {

template const RecordType& record_type<rgm::Map>(unsigned);
template const RecordType& record_type<rgm::Actor>(unsigned);

}  // namespace redforge

namespace redforge::rgm {
namespace {

Result<std::vector<Part>> parts_of(const SharedBytes& file)
{
    const ByteView bytes = file.view();
    std::vector<Part> parts;
    for (const SectionSurvey& section : survey(bytes)) {
        parts.push_back({section.tag, section.offset, section.size, section.record_count});
    }
    return parts;
}

}  // namespace

Format map_format()
{
    static constexpr std::array<std::string_view, 1> folder_files{"scripts/*.soup"};
    Format format = make_format<Map, &is_map, &read_map, &write_map>("Redguard map", ".RGM");
    format.fill_computed = [](void* document) { return complete(*static_cast<Map*>(document)); };
    format.parts = &parts_of;
    format.locate = &locate;
    format.make_new = [](bool sample) -> std::shared_ptr<void> {
        return std::make_shared<Map>(sample ? sample_map() : new_map_like(nullptr).map);
    };
    format.folder_files = folder_files;
    format.side_codecs = {&script_codec, 1};
    return format;
}

}  // namespace redforge::rgm
