// .BSI pictures: layout, and parts that stay bytes. Source: reference sheet "engine facts", 5.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "art/sky.hpp"
#include "edit/document/recognise.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::art;
using namespace redforge::art::test;
using redforge::test::need;
using redforge::test::require_error;

namespace {

/// Returns a picture like the skies of the game: IFHD, one frame, raw pixels.
Bytes sky(int width, int height, const Bytes& pixels)
{
    return join(
        {part("IFHD", animation_header()), part("BHDR", header(width, height)), part("DATA", pixels), end_part()});
}

}  // namespace

TEST_CASE("BSI: a file has the parts of an image, without name and size", "[art]")
{
    const Bytes bytes = sky(2, 3, bytes_of(std::vector<int>{1, 2, 3, 4, 5, 6}));
    CHECK(is_sky_picture(bytes));
    RawFallbacks kept;
    const SkyPicture picture = need(read_sky_picture(bytes, &kept));
    CHECK(kept.empty());
    CHECK(picture.image.marker.view() == "IFHD");
    CHECK(picture.image.header.width == 2);
    CHECK(picture.image.header.height == 3);
    CHECK(picture.image.pixels == bytes_of(std::vector<int>{1, 2, 3, 4, 5, 6}));
    CHECK_FALSE(picture.image.palette);
    CHECK(law_violation(picture, bytes, write_sky_picture).empty());
    CHECK(edit::recognise(bytes)->root() == "sky_picture");
}

TEST_CASE("BSI: damaged pictures keep their bytes", "[art]")
{
    const Bytes whole = join({part("BSIF", {}), part("BHDR", header(2, 2)), part("CMAP", colours()),
                              part("DATA", bytes_of(std::vector<int>{1, 2, 3})), bytes_of("END ")});
    RawFallbacks kept;
    const SkyPicture picture = need(read_sky_picture(whole, &kept));
    CHECK(picture.image.palette->colours.size() == 256);
    CHECK(picture.image.data.size() == 3);  // too few for 2 x 2 pixels
    CHECK(as_text(picture.image.rest) == "END ");
    CHECK(kept.size() == 2);
    CHECK(law_violation(picture, whole, write_sky_picture).empty());
    for (std::size_t size = 12; size < whole.size(); size += 7) {
        const ByteView cut = ByteView(whole).first(size);
        CHECK(law_violation(need(read_sky_picture(cut)), cut, write_sky_picture).empty());
    }
    CHECK_FALSE(is_sky_picture(part("DATA", {})));
    CHECK(require_error(read_sky_picture(part("DATA", {}))).message ==
          "not a picture: it does not begin with BSIF or IFHD, then BHDR");
}
