// Smacker films: header and length. Numbers of INTRO.SMK: reference sheet "engine facts", 5.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "art/film.hpp"
#include "edit/document/document.hpp"
#include "edit/document/recognise.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::art;
using namespace redforge::art::test;
using redforge::test::need;
using redforge::test::require_error;

namespace {

Bytes film(std::uint32_t width, std::uint32_t height, std::uint32_t frames, std::int32_t timing, std::uint32_t flags)
{
    Bytes bytes = join(
        {bytes_of("SMK2"), u32(width), u32(height), u32(frames), u32(static_cast<std::uint32_t>(timing)), u32(flags)});
    bytes.resize(104);
    append(bytes, bytes_of("frames"));
    return bytes;
}

}  // namespace

TEST_CASE("SMK: reads size, frames and length from the header", "[art]")
{
    const Bytes bytes = film(640, 240, 6895, -6666, 2);
    CHECK(is_film(bytes));
    const Film intro = need(read_film(SharedBytes(bytes)));
    CHECK(intro.width == 640);
    CHECK(intro.frames == 6895);
    CHECK(shown_height(intro) == 480);
    CHECK(frame_microseconds(intro) == 66660);
    CHECK(film_description(intro) == "640 x 480 pixels, 6,895 frames, 459.6 s");
    CHECK(as_text(intro.content.view()) == "frames");
    CHECK(need(encode_film(intro)).joined() == bytes);
    CHECK(edit::recognise(bytes)->root() == "film");

    CHECK(frame_microseconds(need(read_film(SharedBytes(film(320, 200, 1, 40, 0))))) == 40000);
    CHECK(frame_microseconds(need(read_film(SharedBytes(film(320, 200, 1, 0, 0))))) == 100000);
    CHECK(film_description(need(read_film(SharedBytes(film(320, 200, 1, 40, 1))))) ==
          "320 x 200 pixels, 1 frame, 0.0 s");
}

TEST_CASE("SMK: rejects files without the header", "[art]")
{
    Bytes cut = film(1, 1, 1, 1, 0);
    cut.resize(103);
    CHECK_FALSE(is_film(cut));
    CHECK(require_error(read_film(SharedBytes(cut))).code == ErrorCode::truncated);
    Film other = need(read_film(SharedBytes(film(1, 1, 1, 1, 0))));
    other.signature = "BIK1";
    CHECK(require_error(encode_film(other)).field == "signature");
}
