// Shared by fuzz targets of binary formats: bytes are rejected, or read and written exactly, some through XML too.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <optional>

#include "core/bytes/bytes.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/text/text_sink.hpp"
#include "core/xml/xml_reader.hpp"
#include "core/xml/xml_writer.hpp"

namespace redforge::fuzz {

inline void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

/// Returns a hash of the bytes of an input.
inline std::uint32_t number_of(ByteView bytes)
{
    std::uint32_t sum = 2166136261U;  // FNV-1a
    for (const std::byte byte : bytes) {
        sum = (sum ^ std::to_integer<std::uint32_t>(byte)) * 16777619U;
    }
    return sum;
}

/// Returns true for one of `one_in` inputs, by its bytes. Writing and parsing text takes ten times as long as the rest,
/// and seldom finds more.
inline bool goes_through_text(ByteView bytes, unsigned one_in = 8)
{
    return (number_of(bytes) >> 16U) % one_in == 0;
}

/// Returns the document of the bytes after checking both laws, or nullopt if the bytes are rejected.
template <class Document, auto recognise, auto read, auto write>
std::optional<Document> check_two_laws(ByteView bytes)
{
    (void)recognise(bytes);
    RawFallbacks kept;
    Result<Document> document = read(bytes, &kept);
    if (!document) {
        require(!document.error().message.empty());
        return std::nullopt;
    }
    const Result<Bytes> written = write(*document);
    require(written && as_text(*written) == as_text(bytes));
    if (!goes_through_text(bytes)) {
        return std::move(*document);
    }
    TextSink sink;
    XmlWriter(sink).document(Document::root, *document);
    const Result<XmlDocument> xml = XmlDocument::parse(sink.str(), "fuzz.xml");
    Document again;
    require(xml && XmlReader(*xml).document(Document::root, again) && again == *document);
    return std::move(*document);
}

}  // namespace redforge::fuzz
