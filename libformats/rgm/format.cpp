// The Redguard map as a format of the program: its entry, and the tables of its records.
#include "rgm/format.hpp"

#include <array>
#include <memory>

#include "core/describe.hpp"
#include "rgm/fill_computed.hpp"
#include "rgm/frame.hpp"
#include "rgm/map.hpp"
#include "rgm/record_sources.hpp"
#include "rgm/script_source.hpp"
#include "rgm/survey.hpp"

namespace redforge {

template const RecordType& record_type<rgm::Map>(unsigned);

}  // namespace redforge

namespace redforge::rgm {
namespace {

Result<Encoded> encode(void* document)
{
    Result<EncodedMap> encoded = encode_map(std::move(*static_cast<Map*>(document)));
    if (!encoded) {
        return fail(encoded.error());
    }
    const auto kept = std::make_shared<EncodedMap>(std::move(*encoded));
    return Encoded{std::shared_ptr<Bytes>(kept, &kept->bytes),
                   [kept](ByteView bytes) { return verify_round_trip(kept->map, bytes); }};
}

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
    constexpr Result<Bytes> (*write)(const Map&) = &write_map;
    Format format = make_format<Map, &is_map, &read_map, write>("Redguard map", ".RGM");
    format.encode = &encode;
    format.writes = [](void* document, ByteView bytes) { return writes(*static_cast<Map*>(document), bytes); };
    format.fill_computed = [](void* document) { return complete(*static_cast<Map*>(document)); };
    format.parts = &parts_of;
    format.locate = &locate;
    format.make_new = [](bool sample) -> std::shared_ptr<void> {
        return std::make_shared<Map>(sample ? sample_map() : new_map());
    };
    format.folder_files = folder_files;
    format.side_codecs = {&script_codec, 1};
    return format;
}

}  // namespace redforge::rgm
