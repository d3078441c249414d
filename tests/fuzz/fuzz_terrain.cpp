// Fuzz target: any bytes as a WLD file whose sections have 8 x 8 points: CMakeLists.txt generates the header with this
// size.
#include <span>

// Includes the reader and writer with that size, in place of those of the library.
#include "art/terrain.cpp"
#include "two_laws.hpp"

using namespace redforge;

static_assert(art::section_side == 8 && art::terrain_side == 16);

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const ByteView input = std::as_bytes(std::span(data, size));
    const auto check_laws = &fuzz::check_two_laws<art::Terrain, art::is_terrain, art::read_terrain, art::write_terrain>;
    (void)check_laws(input);
    constexpr std::size_t whole = art::body_size + art::footer_size;
    if (art::is_terrain(input) && size < whole) {  // a truncated file, with zeros for the missing bytes
        Bytes bytes(input.begin(), input.end());
        bytes.resize(whole);
        (void)check_laws(bytes);
    }
    return 0;
}
