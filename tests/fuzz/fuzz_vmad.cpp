// Fuzz target: any bytes as the VMAD of each record type with its own kind of fragments.
#include <algorithm>
#include <array>
#include <span>

#include "core/text/text_sink.hpp"
#include "tes/definition/definitions.hpp"
#include "tes/plugin/record_codec.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const ByteView bytes = std::as_bytes(std::span(data, size));
    for (const std::string_view type : {"ACTI", "INFO", "SCEN", "PERK", "QUST"}) {
        const RecordType& properties = tes::properties_definition().type.type();
        const std::shared_ptr<void> made = properties.make();
        const RecordHandle record{made.get(), &properties, CodePage::cp1252};
        if (const Status status = tes::read_properties(bytes, record, type); !status) {
            fuzz::require(!status.error().message.empty());
            continue;
        }
        Bytes written;
        fuzz::require(tes::write_properties(written, record, type).has_value());
        fuzz::require(std::ranges::equal(written, bytes));
    }
    return 0;
}
