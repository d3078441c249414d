// Fuzz target: any bytes as a compiled script, and any text as statements.
#include <algorithm>
#include <span>

#include "obscript/code_text.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const ByteView bytes = std::as_bytes(std::span(data, size));
    for (const bool named : {true, false}) {
        const Result<Bytes> again =
            obscript::from_statements(obscript::to_statements(bytes, named, CodePage::cp1252), CodePage::cp1252);
        fuzz::require(again && std::ranges::equal(*again, bytes));
    }
    const Result<Bytes> code = obscript::from_statements(as_text(bytes), CodePage::cp1252);
    if (code) {
        const std::string text = obscript::to_statements(*code, true, CodePage::cp1252);
        const Result<Bytes> same = obscript::from_statements(text, CodePage::cp1252);
        fuzz::require(same && *same == *code);
    } else {
        fuzz::require(!code.error().message.empty());
    }
    return 0;
}
