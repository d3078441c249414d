// Fuzz target: any bytes as the VMAD of each record type with its own kind of fragments.
#include <algorithm>
#include <array>
#include <span>

#include "core/text/text_sink.hpp"
#include "tes/plugin/vmad.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const ByteView bytes = std::as_bytes(std::span(data, size));
    for (const std::string_view type : {"ACTI", "INFO", "SCEN", "PERK", "QUST"}) {
        const Result<tes::Properties> properties = tes::read_properties(bytes, type);
        if (!properties) {
            fuzz::require(!properties.error().message.empty());
            continue;
        }
        Bytes written;
        fuzz::require(tes::write_properties(written, *properties, type).has_value());
        fuzz::require(std::ranges::equal(written, bytes));
    }
    return 0;
}
