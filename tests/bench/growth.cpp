// Cost grows with size and little faster: 10 and 100 times the same map. The larger no longer fits into the caches.
#include <fmt/format.h>

#include "bench/documents.hpp"
#include "bench/measure.hpp"
#include "core/xml_reader.hpp"

namespace redforge::bench {

void measure_growth(Figures& figures)
{
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
