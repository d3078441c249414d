// The laws as functions, for tests and fuzz targets.
#include "support/laws.hpp"

#include <algorithm>

#include "core/text/difference.hpp"
#include "core/xml/xml_reader.hpp"
#include "core/xml/xml_writer.hpp"
#include "rgm/assemble.hpp"
#include "rgm/map.hpp"

namespace redforge::test {
namespace {

std::string missing_message(const Error& error)
{
    return error.message.empty() ? "an error without a message" : "";
}

std::string differ(std::string_view what, ByteView left, ByteView right)
{
    return std::string(what) + " differ at byte " + std::to_string(first_difference(left, right)) + " of " +
           std::to_string(left.size()) + " and " + std::to_string(right.size());
}

}  // namespace

std::string to_xml(const rgm::Map& map)
{
    TextSink out;
    XmlWriter writer(out);
    writer.document(rgm::Map::root, map);
    return out.str();
}

Result<rgm::Map> from_xml(std::string text)
{
    const Result<XmlDocument> document = XmlDocument::parse(std::move(text), "map.xml");
    if (!document) {
        return fail(document.error());
    }
    rgm::Map map;
    XmlReader reader(*document);
    if (const Status status = reader.document(rgm::Map::root, map); !status) {
        return fail(status.error());
    }
    return map;
}

std::string law_1_violation(ByteView bytes, bool* accepted, Ways ways)
{
    const Result<rgm::Map> map = rgm::read_map(bytes);
    if (accepted != nullptr) {
        *accepted = map.has_value();
    }
    if (!map) {
        return missing_message(map.error());
    }
    const Result<Bytes> written = rgm::write_map(*map);
    if (!written) {
        return "read, but not written: " + describe(written.error());
    }
    if (!std::ranges::equal(*written, bytes)) {
        return differ("bytes read and written", bytes, *written);
    }
    if (ways == Ways::bytes) {
        return "";
    }
    const std::string text = to_xml(*map);
    const Result<rgm::Map> again = from_xml(text);
    if (!again) {
        return "its own text is rejected: " + describe(again.error());
    }
    if (const auto difference = find_difference(*map, *again)) {
        return "the text says otherwise in " + difference->path + ": " + difference->left + " became " +
               difference->right;
    }
    const Result<Bytes> packed = rgm::write_map(*again);
    if (!packed) {
        return "its own text is not packed: " + describe(packed.error());
    }
    return std::ranges::equal(*packed, bytes) ? "" : differ("bytes unpacked and packed", bytes, *packed);
}

std::string law_2_violation(std::string_view text, bool* accepted)
{
    const Result<rgm::Map> map = from_xml(std::string(text));
    if (accepted != nullptr) {
        *accepted = false;
    }
    if (!map) {
        return missing_message(map.error());
    }
    const Result<Bytes> bytes = rgm::write_map(*map);
    if (!bytes) {
        return missing_message(bytes.error());
    }
    if (accepted != nullptr) {
        *accepted = true;
    }
    const Result<rgm::Map> again = rgm::read_map(*bytes);
    if (!again) {
        return "written, but not read: " + describe(again.error());
    }
    rgm::Map canonical = *map;
    if (!rgm::assemble(canonical)) {
        return "written once, but not twice";
    }
    const std::string repacked = to_xml(canonical);
    const std::string unpacked = to_xml(*again);
    return repacked == unpacked ? "" : differ("texts before and after packing", as_bytes(repacked), as_bytes(unpacked));
}

}  // namespace redforge::test
