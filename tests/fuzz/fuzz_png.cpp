// Fuzz target: any bytes as a PNG are rejected, or give a picture that round-trips exactly.
#include <cstdlib>
#include <span>

#include "art/png.hpp"

namespace {

void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const auto png = redforge::art::read_png(std::as_bytes(std::span(data, size)));
    if (!png || png->indexed.indices.size() + png->rgba.rgba.size() > 1000000) {
        return 0;
    }
    const auto written = png->is_indexed()
                             ? redforge::art::write_png(png->indexed, png->colours, redforge::art::IndexZero::opaque)
                             : redforge::art::write_png(png->rgba);
    require(written.has_value());
    const auto again = redforge::art::read_png(*written);
    require(again && again->indexed == png->indexed && again->colours == png->colours && again->rgba == png->rgba);
    require(redforge::art::match_to_palette(png->rgba, redforge::art::grey_colours()).has_value());
    return 0;
}
