// Fuzz target: any bytes as an SFX.
#include <span>

#include "sound/sfx.hpp"
#include "two_laws.hpp"

using namespace redforge;

namespace {

Result<sound::Effects> from_bytes(ByteView bytes, RawFallbacks* kept)
{
    return sound::read_effects(bytes, kept);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    fuzz::check_two_laws<sound::Effects, sound::is_effects, from_bytes, sound::write_effects>(
        std::as_bytes(std::span(data, size)));
    return 0;
}
