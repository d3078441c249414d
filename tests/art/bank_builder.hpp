// Builds texture banks, palettes and terrains byte by byte, independently of the tested code.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "art/colour.hpp"
#include "core/bytes/bytes.hpp"
#include "core/text/text_sink.hpp"
#include "core/xml/xml_reader.hpp"
#include "core/xml/xml_writer.hpp"

namespace redforge::art::test {

inline Bytes bytes_of(std::string_view text)
{
    const ByteView view = as_bytes(text);
    return {view.begin(), view.end()};
}

inline Bytes bytes_of(const std::vector<int>& values)
{
    Bytes bytes;
    for (const int value : values) {
        bytes.push_back(static_cast<std::byte>(value));
    }
    return bytes;
}

inline Bytes join(const std::vector<Bytes>& pieces)
{
    Bytes all;
    for (const Bytes& piece : pieces) {
        append(all, piece);
    }
    return all;
}

inline Bytes u32(std::uint32_t value)
{
    Bytes bytes;
    append_le(bytes, value);
    return bytes;
}

/// Returns a part: tag, size (big-endian), payload.
inline Bytes part(std::string_view tag, const Bytes& payload)
{
    Bytes bytes = bytes_of(tag);
    bytes.resize(bytes.size() + 4);
    store_be32(bytes.data() + 4, static_cast<std::uint32_t>(payload.size()));
    append(bytes, payload);
    return bytes;
}

/// Returns the 26 bytes of a BHDR.
inline Bytes header(int width, int height, int has_palette = 0, int flags = 0, int frames = 1, int delay = 0,
                    int encoding = 0)
{
    const auto low = [](int v) { return v & 0xFF; };
    const auto high = [](int v) { return (v >> 8) & 0xFF; };
    return bytes_of(std::vector<int>{0,     0, 0, 0, low(width), high(width), low(height),   high(height),  has_palette,
                                     flags, 0, 0, 0, 0,          low(frames), high(frames),  low(delay),    high(delay),
                                     0,     0, 0, 0, 0,          1,           low(encoding), high(encoding)});
}

inline Bytes end_part()
{
    return join({bytes_of("END "), u32(0)});
}

/// Returns a record: name in nine bytes, size, parts.
inline Bytes record(std::string_view name, const Bytes& parts)
{
    Bytes bytes = bytes_of(name);
    bytes.resize(9);
    return join({bytes, u32(static_cast<std::uint32_t>(parts.size())), parts});
}

/// Returns a still image with the indices 1, 2, 3, ...
inline Bytes still(std::string_view name, int width, int height)
{
    Bytes pixels;
    for (int i = 0; i < width * height; ++i) {
        pixels.push_back(static_cast<std::byte>(i + 1));
    }
    return record(name,
                  join({part("BSIF", {}), part("BHDR", header(width, height)), part("DATA", pixels), end_part()}));
}

/// Returns 768 bytes: colour i is i, i + 1, i + 2.
inline Bytes colours()
{
    Bytes bytes;
    for (int i = 0; i < 256; ++i) {
        append(bytes, bytes_of(std::vector<int>{i, (i + 1) & 0xFF, (i + 2) & 0xFF}));
    }
    return bytes;
}

inline Bytes animation_header()
{
    Bytes bytes(44);
    bytes[0] = std::byte{1};
    return bytes;
}

/// Returns an image of 2 x 2 pixels in `frames` frames with this DATA.
inline Bytes animated(std::string_view name, int frames, const Bytes& data)
{
    return record(name, join({part("IFHD", animation_header()), part("BHDR", header(2, 2, 1, 9, frames, 71, 4)),
                              part("CMAP", colours()), part("DATA", data), end_part()}));
}

/// Returns two frames that share a row: rows 1 2, 3 4, 5 6 at offsets 16, 18, 20.
inline Bytes shared_rows()
{
    return join({u32(16), u32(18), u32(20), u32(16), bytes_of(std::vector<int>{1, 2, 3, 4, 5, 6})});
}

inline const Bytes end_marker(9);

template <class T>
std::string to_xml(const T& document)
{
    TextSink sink;
    XmlWriter(sink).document(T::root, document);
    return sink.str();
}

template <class T>
Result<T> from_xml(std::string text)
{
    const Result<XmlDocument> xml = XmlDocument::parse(std::move(text), "test.xml");
    if (!xml) {
        return fail(xml.error());
    }
    T document;
    XmlReader reader(*xml);
    if (Status status = reader.document(T::root, document); !status) {
        return fail(status.error());
    }
    return document;
}

/// Law 1 for bytes that were read: returns an empty text if it holds, else the violation.
template <class T, class Write>
std::string law_violation(const T& document, ByteView bytes, Write write)
{
    const Result<Bytes> written = write(document);
    if (!written) {
        return "not written: " + describe(written.error());
    }
    if (as_text(*written) != as_text(bytes)) {
        return "written differently";
    }
    const Result<T> from_text = from_xml<T>(to_xml(document));
    if (!from_text) {
        return "text not read: " + describe(from_text.error());
    }
    return *from_text == document ? "" : "text says something else";
}

/// A grey, red, green and blue.
inline std::vector<Colour> four_colours()
{
    return {{9, 9, 9}, {255, 0, 0}, {0, 255, 0}, {0, 0, 255}};
}

}  // namespace redforge::art::test
