// Growth of cost with size: maps and .glb files of 10 and 100 times a size. The larger files do not fit into the
// caches.
#include <algorithm>
#include <bit>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/documents.hpp"
#include "bench/measure.hpp"
#include "core/xml/xml_reader.hpp"
#include "edit/document/document.hpp"
#include "edit/document/text_round_trip.hpp"
#include "exchange/gltf/glb.hpp"
#include "exchange/gltf/gltf.hpp"
#include "exchange/mesh/imported.hpp"

namespace redforge::bench {
namespace {

/// Returns a .glb with `count` root nodes, one of them with a triangle.
Bytes many_roots(std::size_t count)
{
    Bytes binary;
    for (const float value : {0.F, 0.F, 0.F, 1.F, 0.F, 0.F, 0.F, 2.F, 0.F}) {
        append_le(binary, std::bit_cast<std::uint32_t>(value));
    }
    nlohmann::json document = nlohmann::json::parse(
        R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": []}], "nodes": [], "materials": [{"name": "D02044"}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36}]})");
    for (std::size_t i = 0; i < count; ++i) {
        document["scenes"][0]["nodes"].push_back(i);
        document["nodes"].push_back(i == 0 ? nlohmann::json{{"mesh", 0}} : nlohmann::json::object());
    }
    return exchange::write_glb(document, binary);
}

/// Time for input of one size.
struct Taken {
    std::string what;
    double size;
    std::string_view unit;
    double seconds;
};

/// Adds the figures of both sizes (the second is ten times larger), and the growth relative to linear growth.
void add_growth(Figures& figures, const Taken& small, const Taken& large)
{
    for (const Taken& taken : {small, large}) {
        figures.push_back(plain(fmt::format("{}: {:.1f} ms", taken.what, taken.seconds * 1e3),
                                taken.seconds / taken.size * 1e9, fmt::format("ns/{}", taken.unit)));
    }
    figures.push_back(at_most("  its slope, 1 being in proportion",
                              growth(small.size, small.seconds, large.size, large.seconds), 1.25, "", "itself, 10 x"));
}

Taken roots(std::size_t count, std::size_t rounds)
{
    const Bytes bytes = many_roots(count);
    return {fmt::format("a .glb of {} root nodes", count), static_cast<double>(count), "node",
            median_seconds(rounds, {[&] { keep(exchange::read_gltf(bytes).value()); }})[0]};
}

/// Returns a map of sections without a known layout. Their order is a field of the root, which each part of the text
/// repeats.
Bytes many_sections(std::size_t count)
{
    rgm::Map map;
    map.sections = rgm::SectionOrder{};
    for (std::size_t i = 0; i < count; ++i) {
        rgm::RawSection& section = map.raw_sections.emplace_back();
        std::ranges::copy(fmt::format("{:04x}", i % 0x10000), section.tag.bytes.begin());
        section.data.resize(3);
        map.sections.stored->tags.push_back(
            section.tag);  // before the sections of the spec, so that the order must be stored
    }
    return rgm::write_map(map).value();
}

Taken sections(std::size_t count, std::size_t rounds)
{
    edit::Document document(*edit::find_format("map"));
    *edit::get_if<rgm::Map>(document) = rgm::read_map(many_sections(count)).value();
    return {fmt::format("proof of the text of {} unknown sections", count), static_cast<double>(count), "section",
            median_seconds(rounds, {[&] { keep(edit::prove_text(document, {}, true, [](const SideFile&) {})); }})[0]};
}

Taken through_text(std::size_t scale, std::size_t rounds)
{
    const Bytes bytes = rgm::write_map(town(4 * scale)).value();
    const auto size = static_cast<double>(bytes.size());
    const double seconds = median_seconds(rounds, {[&] {
                                              const rgm::Map map = rgm::read_map(bytes).value();
                                              const Result<XmlDocument> document =
                                                  XmlDocument::parse(to_xml(map), "map.xml");
                                              rgm::Map again;
                                              XmlReader reader(document.value());
                                              if (reader.document(rgm::Map::root, again)) {
                                                  keep(rgm::write_map(again).value());
                                              }
                                          }})[0];
    return {fmt::format("file to file through XML, {:>3} x ({:.1f} MB)", scale, size / 1e6), size, "byte", seconds};
}

}  // namespace

void measure_growth(Figures& figures)
{
    add_growth(figures, roots(20000, 15), roots(200000, 3));
    add_growth(figures, sections(20000, 9), sections(200000, 3));
    add_growth(figures, through_text(10, 15), through_text(100, 3));
}

}  // namespace redforge::bench
