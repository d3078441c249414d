// Cost grows with size and no faster: 1, 10 and 100 times the same map.
#include <fmt/format.h>

#include "bench/documents.hpp"
#include "bench/measure.hpp"
#include "core/xml_reader.hpp"

namespace redforge::bench {

void measure_growth(Figures& figures)
{
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
