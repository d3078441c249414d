// Fuzz target: any bytes as a TEXBSI file are refused or read and written exactly, through XML too.
#include <cstdlib>
#include <span>

#include "art/image.hpp"
#include "art/texture_bank.hpp"
#include "core/text_sink.hpp"
#include "core/xml_reader.hpp"
#include "core/xml_writer.hpp"

namespace {

using Document = redforge::art::TextureBank;

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
    const redforge::ByteView bytes = std::as_bytes(std::span(data, size));
    (void)redforge::art::is_texture_bank(bytes);
    redforge::KeptParts kept;
    const auto document = redforge::art::read_texture_bank(bytes, &kept);
    if (!document) {
        return 0;
    }
    const auto written = redforge::art::write_texture_bank(*document);
    require(written && redforge::as_text(*written) == redforge::as_text(bytes));
    require(same_through_xml(*document));
    for (const redforge::art::Image& image : document->images) {
        (void)redforge::art::decode_frame(image, 0);
    }
    return 0;
}
