// Converts the screenshot of a save to a PNG, and back.
#include "exchange/picture/screenshot.hpp"

#include <fmt/format.h>

#include "art/png.hpp"

namespace redforge::exchange {

Result<Bytes> screenshot_to_png(const tes::Screenshot& screenshot)
{
    const Bytes& pixels = screenshot.pixels;
    if (pixels.size() != std::uint64_t{3} * screenshot.width * screenshot.height) {
        return fail(
            {.code = ErrorCode::malformed,
             .message = fmt::format("{} bytes for {} x {} pixels", pixels.size(), screenshot.width, screenshot.height),
             .field = "header.screenshot",
             .hint = "each pixel has 3 bytes"});
    }
    art::RgbaImage image{screenshot.width, screenshot.height, {}};
    image.rgba.resize(pixels.size() / 3 * 4);
    for (std::size_t from = 0, to = 0; from < pixels.size(); from += 3, to += 4) {
        for (std::size_t i = 0; i < 3; ++i) {
            image.rgba[to + i] = static_cast<std::uint8_t>(pixels[from + i]);
        }
        image.rgba[to + 3] = 0xFF;
    }
    return art::write_png(image);
}

Result<tes::Screenshot> screenshot_from_png(ByteView png)
{
    const Result<art::PngImage> read = art::read_png(png);
    if (!read) {
        return fail(read.error());
    }
    const art::RgbaImage image = art::to_rgba(*read);
    tes::Screenshot screenshot{image.width, image.height, Bytes(image.rgba.size() / 4 * 3)};
    for (std::size_t from = 0, to = 0; from < image.rgba.size(); from += 4, to += 3) {
        for (std::size_t i = 0; i < 3; ++i) {
            screenshot.pixels[to + i] = static_cast<std::byte>(image.rgba[from + i]);
        }
    }
    return screenshot;
}

}  // namespace redforge::exchange
