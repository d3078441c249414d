// A document of about 20 MB: time and peak memory of writing its text, of parsing it, and of reading it into a map.
#include <cstdlib>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "bench/documents.hpp"
#include "bench/measure.hpp"
#include "core/xml/xml_check.hpp"
#include "core/xml/xml_reader.hpp"
#include "core/xml/xml_writer.hpp"

namespace redforge::bench {
namespace {

constexpr double wanted_bytes = 20e6;

rgm::Map read_text(std::string text)
{
    const Result<XmlDocument> document = XmlDocument::parse(std::move(text), "map.xml");
    rgm::Map map;
    XmlReader reader(document.value());
    if (const Status status = reader.document(rgm::Map::root, map); !status) {
        fmt::print(stderr, "{}\n", describe(status.error()));
        std::abort();
    }
    return map;
}

}  // namespace

void measure_xml(Figures& figures)
{
    const auto one = static_cast<double>(to_xml(town(10)).size()) / 10;
    const rgm::Map map = town(static_cast<std::size_t>(wanted_bytes / one));
    const std::string text = to_xml(map);
    const Bytes file = rgm::write_map(map).value();
    const auto size = static_cast<double>(text.size());

    // Measure memory first, while the heap is small: a child could reuse free memory.
    const double unpack = peak_bytes([&] {
        const rgm::Map read = rgm::read_map(file).value();
        TextSink out;
        XmlWriter writer(out);
        writer.document(rgm::Map::root, read);
        keep(out);
    });
    const double pack = peak_bytes([&] {
        const rgm::Map read = read_text(text);
        keep(rgm::write_map(read).value());
    });
    const double parse = peak_bytes([&] {
        pugi::xml_document document;
        keep(document.load_buffer(text.data(), text.size()));
    });

    std::string buffer;
    const std::vector<double> times =
        median_seconds(15, {
                               [&] {
                                   TextSink out;
                                   XmlWriter writer(out);
                                   writer.document(rgm::Map::root, map);
                                   keep(out);
                               },
                               [&] {
                                   buffer = text;  // parsing in place destroys the text
                                   pugi::xml_document document;
                                   keep(document.load_buffer_inplace(buffer.data(), buffer.size()));
                               },
                               [&] { keep(read_text(text)); },
                               [&] { keep(check_xml(text)); },
                           });
    figures.push_back(plain("the document", size / 1e6, "MB of XML"));
    figures.push_back(plain("  the same as a map", static_cast<double>(file.size()) / 1e6, "MB"));
    figures.push_back(at_least("map to XML text", size / times[0] / 1e6, 100, "MB/s"));
    figures.push_back(at_least("XML text to map", size / times[2] / 1e6, 100, "MB/s"));
    figures.push_back(plain("  bare pugixml parse", size / times[1] / 1e6, "MB/s"));
    figures.push_back(plain("  well-formedness check alone", size / times[3] / 1e6, "MB/s"));
    figures.push_back(at_most("  XML text to map, against a bare parse", times[2] / times[1], 5, "x", "bare pugixml"));
    figures.push_back(at_most("peak memory of packing", pack / size, 6, "x the XML", "the document's size"));
    figures.push_back(at_most("peak memory of unpacking", unpack / size, 2, "x the XML", "the document's size"));
    figures.push_back(plain("  peak memory of a bare parse", parse / size, "x the XML"));
}

}  // namespace redforge::bench
