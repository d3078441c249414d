// What every fuzz target of a binary format asks: bytes are refused, or read and written exactly, through XML too.
#pragma once

#include <cstdlib>
#include <optional>

#include "core/bytes.hpp"
#include "core/kept.hpp"
#include "core/text_sink.hpp"
#include "core/xml_reader.hpp"
#include "core/xml_writer.hpp"

namespace redforge::fuzz {

inline void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

/// The document of the bytes, once both laws were seen to hold on it; nothing when the bytes are refused.
template <class Document, auto recognise, auto read, auto write>
std::optional<Document> hold_two_laws(ByteView bytes)
{
    (void)recognise(bytes);
    KeptParts kept;
    Result<Document> document = read(bytes, &kept);
    if (!document) {
        require(!document.error().message.empty());
        return std::nullopt;
    }
    const Result<Bytes> written = write(*document);
    require(written && as_text(*written) == as_text(bytes));
    TextSink sink;
    XmlWriter(sink).document(Document::root, *document);
    const Result<XmlDocument> xml = XmlDocument::parse(sink.str(), "fuzz.xml");
    Document again;
    require(xml && XmlReader(*xml).document(Document::root, again) && again == *document);
    return std::move(*document);
}

}  // namespace redforge::fuzz
