// Fuzz target: any bytes as a COL file, and the palette as a picture.
#include <span>

#include "art/palette.hpp"
#include "art/palette_image.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const auto palette = fuzz::check_two_laws<art::Palette, art::is_palette, art::read_palette, art::write_palette>(
        std::as_bytes(std::span(data, size)));
    // A picture takes fifty times as long as the rest, mostly in the PNG library, so the last byte selects a few
    // inputs.
    if (palette && data[size - 1] % 64 == 63) {
        const Result<Bytes> png = art::palette_to_png(*palette);
        art::Palette again = *palette;
        again.colours.clear();
        fuzz::require(png && art::palette_from_png(again, *png) && again == *palette);
    }
    return 0;
}
