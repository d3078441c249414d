// Exports the screenshot of a save as PNG, and imports it again.
#include <catch2/catch.hpp>

#include "art/png.hpp"
#include "exchange/picture/screenshot.hpp"

using namespace redforge;

namespace {

/// Returns a picture of 2 x 1 pixels: red, then dark blue.
tes::Screenshot two_pixels()
{
    return {2, 1, {std::byte{255}, std::byte{0}, std::byte{1}, std::byte{2}, std::byte{3}, std::byte{64}}};
}

}  // namespace

TEST_CASE("screenshot: pixels survive conversion to PNG and back")
{
    const Bytes png = exchange::screenshot_to_png(two_pixels()).value();
    const art::PngImage image = art::read_png(png).value();
    CHECK(image.rgba.rgba == std::vector<std::uint8_t>{255, 0, 1, 255, 2, 3, 64, 255});
    const tes::Screenshot back = exchange::screenshot_from_png(png).value();
    CHECK(back.width == 2);
    CHECK(back.height == 1);
    CHECK(back.pixels == two_pixels().pixels);
}

TEST_CASE("screenshot: rejects pixels that do not fill the picture")
{
    tes::Screenshot screenshot = two_pixels();
    screenshot.height = 2;
    const Result<Bytes> png = exchange::screenshot_to_png(screenshot);
    REQUIRE_FALSE(png);
    CHECK(describe(png.error()) == "header.screenshot: 6 bytes for 2 x 2 pixels; each pixel has 3 bytes");
    CHECK_FALSE(exchange::screenshot_to_png({}));
    CHECK_FALSE(exchange::screenshot_from_png(two_pixels().pixels));
}
