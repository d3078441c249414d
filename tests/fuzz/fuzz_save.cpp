// Fuzz target: any bytes as an Oblivion save, after the fixed first twelve bytes.
#include "core/text/difference.hpp"
#include "tes/save/save.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    Bytes bytes;
    append(bytes, as_bytes("TES4SAVEGAME"));
    append(bytes, std::as_bytes(std::span(data, size)));
    RawFallbacks kept;
    Result<tes::Save> save = tes::read_save(bytes, &kept);
    if (!save) {
        fuzz::require(!save.error().message.empty());
        return 0;
    }
    (void)tes::locate_in_save(bytes, bytes.size() / 2);
    const Result<Bytes> written = tes::write_save(*save);
    fuzz::require(written && same_bytes(*written, bytes));
    TextSink sink;
    XmlWriter(sink).document(tes::Save::root, handle_of(*save, CodePage::cp1252));
    const Result<XmlDocument> xml = XmlDocument::parse(sink.str(), "fuzz.xml");
    tes::Save again;
    fuzz::require(xml && XmlReader(*xml).document(tes::Save::root, handle_of(again, CodePage::cp1252)));
    fuzz::require(!find_difference(*save, again));
    return 0;
}
