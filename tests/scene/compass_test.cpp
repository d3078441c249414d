// The compass of a game folder. Source: reference sheet "engine facts", 1 and 6.
#include <catch2/catch.hpp>

#include "scene/compass.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::scene;
using redforge::test::need;
using redforge::test::require_error;

namespace {

/// Returns COMPASS2.GXA with equal frames of one red pixel, which is 3 pixels right of and 4 pixels below the compass.
Bytes compass_file(std::size_t frames = 32)
{
    art::PictureFile file;
    file.colours.resize(256);
    file.colours[1] = {63, 0, 0};
    art::PictureFrame& frame = file.frames.emplace_back();
    frame.width = 1;
    frame.height = 1;
    frame.x = 3;
    frame.y = 4;
    frame.pixels = Bytes(1, std::byte{1});
    file.frames.resize(frames, art::PictureFrame(frame));
    return need(art::write_picture_file(file));
}

}  // namespace

TEST_CASE("compass: a picture is at the position of SYSTEM.INI plus that of its frame", "[scene]")
{
    const redforge::test::Folder folder;
    folder.put("SYSTEM/COMPASS2.GXA", compass_file());
    const config::Ini ini = need(config::read_ini(as_bytes("[system]\r\ncompass_xco = 500\r\ncompass_yco = 390\r\n")));
    const Compass compass = need(read_compass(folder.path, ini));
    const CompassPicture picture = compass_picture(compass, 31);
    CHECK(picture.x == 503);
    CHECK(picture.y == 394);
    CHECK(picture.image.rgba == std::vector<std::uint8_t>{255, 0, 0, 255});
}

TEST_CASE("compass: without settings it has the shipped position; its file is required", "[scene]")
{
    const redforge::test::Folder folder;
    CHECK(require_error(read_compass(folder.path, {})).code == ErrorCode::not_found);
    folder.put("SYSTEM/COMPASS2.GXA", compass_file());
    const Compass compass = need(read_compass(folder.path, {}));
    CHECK(compass.x == 546);
    CHECK(compass.y == 396);
    folder.put("SYSTEM/COMPASS2.GXA", compass_file(31));
    CHECK(require_error(read_compass(folder.path, {})).message == "COMPASS2.GXA has 31 frames");
}
