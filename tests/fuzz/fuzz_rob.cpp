// Fuzz target: an archive that is read is written back as it was, also by way of its text.
#include <cstdint>
#include <cstdlib>

#include "core/xml_reader.hpp"
#include "core/xml_writer.hpp"
#include "model/rob.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace redforge;
    const ByteView bytes = std::as_bytes(std::span(data, size));
    const Result<model::Rob> read = model::read_rob(bytes);
    if (!read) {
        return 0;
    }
    const Result<Bytes> written = model::write_rob(*read);
    if (!written || written->size() != size || first_difference(*written, bytes) != size) {
        std::abort();
    }
    TextSink sink;
    XmlWriter writer(sink);
    writer.document(model::Rob::root, *read);
    const Result<XmlDocument> document = XmlDocument::parse(sink.str(), "fuzz.xml");
    model::Rob back;
    if (!document || !XmlReader(*document).document(model::Rob::root, back) || !(back == *read)) {
        std::abort();
    }
    return 0;
}
