// Fuzz target: any bytes as an RTX.
#include <span>

#include "sound/rtx.hpp"
#include "two_laws.hpp"

using namespace redforge;

namespace {

Result<sound::Dialogue> from_bytes(ByteView bytes, RawFallbacks* kept)
{
    return sound::read_dialogue(bytes, kept);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    fuzz::check_two_laws<sound::Dialogue, sound::is_dialogue, from_bytes, sound::write_dialogue>(
        std::as_bytes(std::span(data, size)));
    return 0;
}
