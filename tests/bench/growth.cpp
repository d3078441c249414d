// Cost grows with size and little faster: 10 and 100 times the same map, and as many nodes in a .glb. The larger no
// longer fits into the caches.
#include <algorithm>
#include <bit>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/documents.hpp"
#include "bench/measure.hpp"
#include "core/xml_reader.hpp"
#include "edit/document.hpp"
#include "edit/text_proof.hpp"
#include "exchange/glb.hpp"
#include "exchange/gltf.hpp"

namespace redforge::bench {
namespace {

/// A .glb with a triangle at one of `count` nodes that are all roots.
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

void measure_roots(Figures& figures)
{
    double size = 0;
    double cost = 0;
    for (const std::size_t count : {std::size_t{20000}, std::size_t{200000}}) {
        const Bytes bytes = many_roots(count);
        const double seconds =
            median_seconds(count == 200000 ? 3 : 15, {[&] { keep(exchange::read_gltf(bytes).value()); }})[0];
        const auto now = static_cast<double>(count);
        figures.push_back(plain(fmt::format("a .glb of {} root nodes: {:.1f} ms", count, seconds * 1e3),
                                seconds / now * 1e9, "ns/node"));
        if (count == 200000) {
            figures.push_back(at_most("  its slope, 1 being in proportion", growth(size, cost, now, seconds), 1.25, "",
                                      "itself, 10 x"));
        }
        size = now;
        cost = seconds;
    }
}

/// A map of sections that no layout is known of. Their order is a field of the root, which each part of the text has.
Bytes many_sections(std::size_t count)
{
    rgm::Map map;
    for (std::size_t i = 0; i < count; ++i) {
        rgm::RawSection& section = map.raw_sections.emplace_back();
        std::ranges::copy(fmt::format("{:04x}", i % 0x10000), section.tag.bytes.begin());
        section.data.resize(3);
    }
    return rgm::write_map(map).value();
}

void measure_sections(Figures& figures)
{
    double size = 0;
    double cost = 0;
    for (const std::size_t count : {std::size_t{20000}, std::size_t{200000}}) {
        edit::Document document(*edit::find_format("map"));
        *edit::get_if<rgm::Map>(document) = rgm::read_map(many_sections(count)).value();
        const double seconds =
            median_seconds(count == 200000 ? 3 : 9,
                           {[&] { keep(edit::prove_text(document, {}, [](const SideFile&) {})); }})[0];
        const auto now = static_cast<double>(count);
        figures.push_back(
            plain(fmt::format("proof of the text of {} unknown sections: {:.1f} ms", count, seconds * 1e3),
                  seconds / now * 1e9, "ns/section"));
        if (count == 200000) {
            figures.push_back(at_most("  its slope, 1 being in proportion", growth(size, cost, now, seconds), 1.25, "",
                                      "itself, 10 x"));
        }
        size = now;
        cost = seconds;
    }
}

}  // namespace

void measure_growth(Figures& figures)
{
    measure_roots(figures);
    measure_sections(figures);
    double size = 0;
    double cost = 0;
    for (const std::size_t scale : {std::size_t{10}, std::size_t{100}}) {
        const Bytes bytes = rgm::write_map(town(4 * scale)).value();
        const double seconds = median_seconds(scale == 100 ? 3 : 15, {[&] {
                                                  const rgm::Map map = rgm::read_map(bytes).value();
                                                  const Result<XmlDocument> document =
                                                      XmlDocument::parse(to_xml(map), "map.xml");
                                                  rgm::Map again;
                                                  XmlReader reader(document.value());
                                                  if (reader.document(rgm::Map::root, again)) {
                                                      keep(rgm::write_map(again).value());
                                                  }
                                              }})[0];
        const auto now = static_cast<double>(bytes.size());
        figures.push_back(plain(fmt::format("file to file through XML, {:>3} x ({:.1f} MB): {:.1f} ms", scale,
                                            now / 1e6, seconds * 1e3),
                                seconds / now * 1e9, "ns/byte"));
        if (scale == 100) {
            figures.push_back(at_most("  its slope, 1 being in proportion", growth(size, cost, now, seconds), 1.25, "",
                                      "itself, 10 x"));
        }
        size = now;
        cost = seconds;
    }
}

}  // namespace redforge::bench
