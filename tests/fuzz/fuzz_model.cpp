// Fuzz target: a model that is read is written back as it was, also by way of its text.
#include <cstdint>
#include <cstdlib>

#include "core/xml_reader.hpp"
#include "core/xml_writer.hpp"
#include "model/mesh.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace redforge;
    const ByteView bytes = std::as_bytes(std::span(data, size));
    const Result<model::Model> read = model::read_model(bytes);
    if (!read) {
        return 0;
    }
    const Result<Bytes> written = model::write_model(*read);
    if (!written || written->size() != size || first_difference(*written, bytes) != size) {
        std::abort();
    }
    TextSink sink;
    XmlWriter writer(sink);
    writer.document(model::Model::root, *read);
    const Result<XmlDocument> document = XmlDocument::parse(sink.str(), "fuzz.xml");
    model::Model back;
    if (!document || !XmlReader(*document).document(model::Model::root, back) || !(back == *read)) {
        std::abort();
    }
    (void)model::to_mesh(*read, 0);
    (void)model::to_mesh(*read, read->frames.size());
    return 0;
}
