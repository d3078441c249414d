// Fuzz target: any bytes as a WLD file are refused or read and written exactly, through XML too.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <span>

#include "art/terrain.hpp"
#include "core/text_sink.hpp"
#include "core/xml_reader.hpp"
#include "core/xml_writer.hpp"

namespace {

using Document = redforge::art::Terrain;

void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

bool same_through_xml(const Document& document)
{
    redforge::TextSink sink;
    redforge::XmlWriter(sink).document(Document::root, document);
    const auto xml = redforge::XmlDocument::parse(sink.str(), "fuzz.xml");
    Document again;
    return xml && redforge::XmlReader(*xml).document(Document::root, again) && again == document;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    // A terrain is larger than the inputs that the fuzzer makes: they stand in the header and at the end of one.
    const redforge::ByteView input = std::as_bytes(std::span(data, size));
    const redforge::ByteView head = input.first(std::min<std::size_t>(size, 1300));
    redforge::Bytes bytes(263432);
    std::ranges::copy(head, bytes.begin());
    std::ranges::copy(input.subspan(head.size()), std::back_inserter(bytes));
    (void)redforge::art::is_terrain(bytes);
    redforge::KeptParts kept;
    const auto document = redforge::art::read_terrain(bytes, &kept);
    if (!document) {
        return 0;
    }
    const auto written = redforge::art::write_terrain(*document);
    require(written && redforge::as_text(*written) == redforge::as_text(bytes));
    require(same_through_xml(*document));
    return 0;
}
