// Cost grows with size and no faster: 1, 10 and 100 times the same map, and as many nodes in a .glb.
#include <bit>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/documents.hpp"
#include "bench/measure.hpp"
#include "core/xml_reader.hpp"
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
    double first = 0;
    for (const std::size_t count : {std::size_t{2000}, std::size_t{20000}, std::size_t{200000}}) {
        const Bytes bytes = many_roots(count);
        const std::vector<double> times =
            median_seconds(count == 200000 ? 3 : 15, {[&] { keep(exchange::read_gltf(bytes).value()); }});
        const double cost = times[0] / static_cast<double>(count);
        first = count == 2000 ? cost : first;
        const std::string name = fmt::format("a .glb of {} root nodes: {:.1f} ms", count, times[0] * 1e3);
        figures.push_back(count == 2000 ? plain(name, cost * 1e9, "ns/node")
                                        : at_most(name, cost / first, 3, "x per node"));
    }
}

}  // namespace

void measure_growth(Figures& figures)
{
    measure_roots(figures);
    double first = 0;
    for (const std::size_t scale : {std::size_t{1}, std::size_t{10}, std::size_t{100}}) {
        const Bytes bytes = rgm::write_map(town(4 * scale)).value();
        const std::vector<double> times = median_seconds(scale == 100 ? 3 : 15, {[&] {
                                                             const rgm::Map map = rgm::read_map(bytes).value();
                                                             const Result<XmlDocument> document =
                                                                 XmlDocument::parse(to_xml(map), "map.xml");
                                                             rgm::Map again;
                                                             XmlReader reader(document.value());
                                                             if (reader.document(rgm::Map::root, again)) {
                                                                 keep(rgm::write_map(again).value());
                                                             }
                                                         }});
        const double cost = times[0] / static_cast<double>(bytes.size());
        first = scale == 1 ? cost : first;
        const std::string name = fmt::format("file to file through XML, {:>3} x ({:.1f} MB): {:.1f} ms", scale,
                                             static_cast<double>(bytes.size()) / 1e6, times[0] * 1e3);
        // Twice the cost a byte leaves room for what no longer fits into the caches.
        figures.push_back(scale == 1 ? plain(name, cost * 1e9, "ns/byte")
                                     : at_most(name, cost / first, 2, "x per byte"));
    }
}

}  // namespace redforge::bench
