// Fuzz target: any bytes as SOUP386.DEF, WORLD.INI, ITEM.INI and ENGLISH.RTX.
#include "fuzz_soup.hpp"

#include "soup/names/game_names.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const ByteView bytes = std::as_bytes(std::span(data, size));
    if (const auto definitions = soup::read_definitions(bytes)) {
        const auto written = soup::write_definitions(*definitions);
        fuzz::require(written && same_bytes(*written, bytes));
        const soup::Names names(*definitions);
        fuzz::require(names.functions() >= 1);
    }
    soup::Names names;
    const auto dialogue = soup::Dialogue::open(size, [&](std::uint64_t offset, std::size_t length) -> Result<Bytes> {
        fuzz::require(offset <= size && length <= size - offset);
        const ByteView part = bytes.subspan(offset, length);
        return Bytes(part.begin(), part.end());
    });
    soup::add_game_names(names, bytes, bytes, dialogue ? &*dialogue : nullptr);
    return 0;
}
