// Exporting and importing pictures of a document like the window: each import is one step.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "art/bank_builder.hpp"
#include "art/image.hpp"
#include "art/palette.hpp"
#include "art/pcx.hpp"
#include "art/picture_file.hpp"
#include "art/png.hpp"
#include "art/terrain.hpp"
#include "art/texture_bank.hpp"
#include "core/file_fixture.hpp"
#include "core/files/files.hpp"
#include "edit/document/document.hpp"
#include "editor/model/scene/picture_files.hpp"
#include "runner/skip.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"
#include "support/source_folder.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using namespace redforge::art::test;
using redforge::test::names_in;
using redforge::test::need;
using redforge::test::require_error;

using Names = std::vector<std::string>;

Session opened(const test::Folder& folder, const char* file, const Bytes& content)
{
    folder.put(file, content);
    return need(Session::open(folder.path / file));
}

/// Returns a bank with a still image of 3 x 2 pixels, and one of 2 x 2 in two frames with its own colours.
Bytes bank()
{
    return join({still("D02003", 3, 2), animated("D02044", 2, shared_rows()), end_marker});
}

Bytes terrain()
{
    art::Terrain terrain;
    terrain.sections.resize(4);
    for (art::TerrainSection& section : terrain.sections) {
        section.heights = section.plane_2 = section.textures = section.plane_4 = Bytes(art::plane_size, std::byte{3});
    }
    return need(art::write_terrain(terrain));
}

Bytes gxa()
{
    art::PictureFile file;
    file.colours.resize(256);
    file.colours[1] = {63, 0, 0};
    file.colours[2] = {0, 63, 0};
    art::PictureFrame& frame = file.frames.emplace_back();
    frame.width = 2;
    frame.height = 1;
    frame.pixels = Bytes(2, std::byte{1});
    return need(art::write_picture_file(file));
}

/// Returns a PNG of 2 x 1 pixels.
Bytes small_png(std::uint8_t left, std::uint8_t right)
{
    return need(art::write_png(art::IndexedImage{2, 1, {left, right}}, art::grey_colours()));
}

}  // namespace

TEST_CASE("pictures: images are exported, and one PNG replaces one as an undoable step")
{
    const test::Folder folder;
    Session session = opened(folder, "TEXBSI.302", bank());
    const std::vector<SheetTile> tiles = sheet_of(session);
    REQUIRE(tiles.size() == 2);
    CHECK(picture_file_stem(session, tiles[0]) == "302-003");
    const Bytes png = need(picture_of_tile(session, tiles[0], "x.png", {}));
    CHECK(need(art::read_png(png)).indexed.width == static_cast<unsigned>(tiles[0].width));
    CHECK(require_error(picture_of_tile(session, tiles[1], "x.png", {})).message == "image D02044 has 2 frames");
    CHECK(require_error(picture_of_tile(session, tiles[1], "x.jpg", {})).hint == "use .png or .gif");
    CHECK_FALSE(write_pictures(session, tiles, folder.path / "out", {}).has_value());  // the folder does not exist
    std::filesystem::create_directory(folder.path / "out");
    CHECK(need(write_pictures(session, tiles, folder.path / "out", {})).pictures == 3);
    CHECK(names_in(folder.path / "out") == Names{"302-003.png", "302-044-f00.png", "302-044-f01.png"});

    // Importing an export changes nothing.
    folder.put("same.png", png);
    CHECK(need(replace_picture(session, tiles[0], folder.path / "same.png", {})).changed == 0);
    CHECK_FALSE(session.can_undo());
    folder.put("small.png", small_png(5, 7));
    CHECK(need(replace_picture(session, tiles[0], folder.path / "small.png", {})).changed == 1);
    CHECK(session.undo_name() == "Replace D02003");
    CHECK(sheet_of(session)[0].width == 2);
    CHECK(image_of(session, sheet_of(session)[0], 0, {}).rgba == std::vector<std::uint8_t>{5, 5, 5, 255, 7, 7, 7, 255});
    REQUIRE(session.undo().has_value());
    CHECK(sheet_of(session) == tiles);
    CHECK_FALSE(session.modified());
    const Error error = require_error(replace_picture(session, tiles[1], folder.path / "small.png", {}));
    CHECK(error.message == "image D02044 has 2 frames");
    CHECK(error.file == (folder.path / "small.png").string());
}

TEST_CASE("pictures: the picture of a PCX is a tile, which can be exported and replaced")
{
    const test::Folder folder;
    art::Pcx pcx;
    REQUIRE(art::replace_picture(pcx, {art::IndexedImage{2, 1, {1, 2}}, art::grey_colours(), art::IndexZero::opaque}));
    Session session = opened(folder, "SKY_61.PCX", need(art::write_pcx(pcx)));
    CHECK(has_sheet(session));
    const std::vector<SheetTile> tiles = sheet_of(session);
    REQUIRE(tiles.size() == 1);
    CHECK(tiles[0].name == "SKY_61");
    CHECK(tiles[0].width == 2);
    CHECK(tiles[0].height == 1);
    CHECK(image_of(session, tiles[0], 0, {}).rgba == std::vector<std::uint8_t>{1, 1, 1, 255, 2, 2, 2, 255});
    CHECK(picture_file_stem(session, tiles[0]) == "SKY_61");
    folder.put("same.png", need(picture_of_tile(session, tiles[0], "x.png", {})));
    CHECK(need(replace_picture(session, tiles[0], folder.path / "same.png", {})).changed == 0);
    folder.put("small.png", small_png(5, 7));
    CHECK(need(replace_picture(session, tiles[0], folder.path / "small.png", {})).changed == 1);
    CHECK(session.undo_name() == "Replace SKY_61");
    CHECK(image_of(session, tiles[0], 0, {}).rgba == std::vector<std::uint8_t>{5, 5, 5, 255, 7, 7, 7, 255});

    pcx.data.clear();
    const Session broken = opened(folder, "BROKEN.PCX", need(art::write_pcx(pcx)));
    CHECK(sheet_of(broken)[0].name == "the pixels end after 0 of 2 bytes");
}

TEST_CASE("pictures: the picture of an LBM is exported only")
{
    const test::Folder folder;
    const Bytes lbm = need(read_file(redforge::test::source_folder() / "fixtures/small.lbm"));
    Session session = opened(folder, "GUI.LBM", lbm);
    const std::vector<SheetTile> tiles = sheet_of(session);
    REQUIRE(import_error(session));
    CHECK(import_error(session)->message == "the picture of an LBM cannot be replaced");
    CHECK(picture_of_tile(session, tiles[0], "x.png", {}));
    folder.put("small.png", small_png(5, 7));
    CHECK(require_error(replace_picture(session, tiles[0], folder.path / "small.png", {})).message ==
          import_error(session)->message);
    CHECK_FALSE(session.can_undo());
    CHECK_FALSE(import_error(opened(folder, "TEXBSI.302", bank())));
}

TEST_CASE("pictures: several PNGs are imported by name as one step, adding new images")
{
    const test::Folder folder;
    Session session = opened(folder, "TEXBSI.302", bank());
    folder.put("302-003.png", small_png(1, 2));
    folder.put("302-050.png", small_png(3, 4));
    folder.put("tree.png", small_png(3, 4));
    const std::vector<std::filesystem::path> files{folder.path / "302-003.png", folder.path / "302-050.png"};
    CHECK(need(import_pictures(session, files, {})).changed == 2);
    CHECK(session.undo_name() == "Import 2 pictures");
    const std::vector<SheetTile> tiles = sheet_of(session);
    REQUIRE(tiles.size() == 3);
    CHECK(tiles[2].name == "D02050");
    REQUIRE(session.undo().has_value());
    CHECK(sheet_of(session).size() == 2);
    const std::vector<std::filesystem::path> odd{folder.path / "tree.png"};
    CHECK(require_error(import_pictures(session, odd, {})).message == "\"tree\" is not a name for a new image");
    CHECK_FALSE(session.can_undo());

    // The name of a GXA frame is its number, without any other characters.
    Session sky = opened(folder, "SKY.GXA", gxa());
    folder.put("000.png", small_png(5, 5));
    folder.put("000b.png", small_png(2, 2));
    const std::vector<std::filesystem::path> longer{folder.path / "000b.png"};
    CHECK_FALSE(import_pictures(sky, longer, {}).has_value());
    const std::vector<std::filesystem::path> frame{folder.path / "000.png"};
    CHECK(need(import_pictures(sky, frame, {})).changed == 1);
    CHECK(edit::get_if<art::PictureFile>(sky.document())->frames[0].pixels != bytes_of(std::vector<int>{1, 1}));
}

TEST_CASE("pictures: a sheet has a tile for each image, frame, plane and colour")
{
    const test::Folder folder;
    const auto sheet = [&](const char* file, const Bytes& content) {
        const Session session = opened(folder, file, content);
        CHECK(has_sheet(session));
        CHECK(has_colour_tiles(session) == (std::string_view(file) == "ISLAND.COL"));
        const std::vector<SheetTile> tiles = sheet_of(session);
        std::vector<std::string> lines;
        for (const SheetTile& tile : tiles) {
            std::string line =
                fmt::format("{}: {} x {}, {} of {} ms", tile.name, tile.width, tile.height, tile.frames, tile.delay);
            if (!tile.record.node.empty()) {
                line += fmt::format(", {}[{}]", session.root().table().children.at(tile.record.node[0].child).name,
                                    tile.record.node[0].index);
            }
            if (tile.plane) {
                line += fmt::format(", plane {}", static_cast<int>(*tile.plane));
            }
            const art::RgbaImage image = image_of(session, tile, 0, art::grey_colours());
            lines.push_back(fmt::format("{}, {} x {}", line, image.width, image.height));
        }
        return lines;
    };
    CHECK(sheet("TEXBSI.302", join({still("D02003", 3, 2), animated("D02044", 2, shared_rows()), end_marker})) ==
          Names{"D02003: 3 x 2, 1 of 0 ms, images[0], 3 x 2", "D02044: 2 x 2, 2 of 71 ms, images[1], 2 x 2"});
    // An image of an invalid size has a tile without pixels.
    CHECK(sheet("TEXBSI.302", join({record("D02001", join({part("BSIF", {}), part("BHDR", header(-3, -2)),
                                                           part("DATA", {}), end_part()})),
                                    end_marker})) == Names{"D02001: 0 x 0, 1 of 0 ms, images[0], 0 x 0"});
    CHECK(sheet("SKY.GXA", gxa()) == Names{"0: 2 x 1, 1 of 0 ms, frames[0], 2 x 1"});
    CHECK(sheet("ISLAND.WLD", terrain()) == Names{"heights: 256 x 256, 1 of 0 ms, plane 0, 256 x 256",
                                                  "plane_2: 256 x 256, 1 of 0 ms, plane 1, 256 x 256",
                                                  "textures: 256 x 256, 1 of 0 ms, plane 2, 256 x 256",
                                                  "plane_4: 256 x 256, 1 of 0 ms, plane 3, 256 x 256"});
    const Names colours = sheet("ISLAND.COL", test::palette_file());
    REQUIRE(colours.size() == 256);
    CHECK(colours[255] == "255: 0 x 0, 1 of 0 ms, colours[255], 0 x 0");
}

TEST_CASE("pictures: a frame uses its own or the given colours, and animation loops")
{
    using Pixels = std::vector<std::uint8_t>;
    const test::Folder folder;
    const Session session = opened(folder, "TEXBSI.302", bank());
    std::vector<SheetTile> tiles = sheet_of(session);
    const auto shown = [&](std::size_t tile, std::size_t frame) {
        const Pixels all = image_of(session, tiles.at(tile), frame, art::grey_colours()).rgba;
        return Pixels(all.begin(), all.begin() + std::min<std::ptrdiff_t>(8, std::ssize(all)));
    };
    CHECK(shown(0, 0) == Pixels{1, 1, 1, 255, 2, 2, 2, 255});
    CHECK(shown(1, 0) == Pixels{1, 2, 3, 255, 2, 3, 4, 255});
    CHECK(shown(1, 1) == Pixels{5, 6, 7, 255, 6, 7, 8, 255});
    CHECK(shown(1, 2) == shown(1, 0));
    CHECK(shown(1, 7) == shown(1, 1));
    // The tile of a removed image is empty.
    tiles[1].record.node[0].index = 2;
    CHECK(shown(1, 0).empty());
    tiles[1].record.node.clear();
    CHECK(shown(1, 0).empty());
    const Session sky = opened(folder, "SKY.GXA", gxa());
    SheetTile frame = sheet_of(sky).at(0);
    CHECK(image_of(sky, frame, 0, {}).rgba == Pixels{255, 0, 0, 255, 255, 0, 0, 255});
    frame.record.node[0].index = 1;
    CHECK(image_of(sky, frame, 0, {}).rgba.empty());
    frame.record.node.clear();
    CHECK(image_of(sky, frame, 0, {}).rgba.empty());
    CHECK(palette_of_game(nullptr).empty());
    CHECK(colours_of_game(nullptr) == art::grey_colours());
}

TEST_CASE("pictures: a frame without rows has the size that the file states")
{
    const test::Folder folder;
    art::PictureFile file;
    file.colours.resize(256);
    file.frames.emplace_back().width = 2;
    const Session session = opened(folder, "NONE.GXA", need(art::write_picture_file(file)));
    REQUIRE(sheet_of(session).size() == 1);
    CHECK(sheet_of(session)[0].width == 2);
    CHECK(sheet_of(session)[0].height == 0);
}

TEST_CASE("pictures: terrain planes, GXA frames and palettes are exported and imported")
{
    const test::Folder folder;
    const auto check = [&](const char* file, const Bytes& content, std::size_t tile, const std::string& stem) {
        Session session = opened(folder, file, content);
        const std::vector<SheetTile> tiles = sheet_of(session);
        REQUIRE(tiles.size() > tile);
        CHECK(picture_file_stem(session, tiles[tile]) == stem);
        folder.put("x.png", need(picture_of_tile(session, tiles[tile], "x.png", {})));
        CHECK(need(replace_picture(session, tiles[tile], folder.path / "x.png", {})).changed == 0);
        CHECK_FALSE(session.can_undo());
        const art::RgbaImage shown = image_of(session, tiles[tile], 0, {});
        CHECK((has_colour_tiles(session) || shown.width == static_cast<unsigned>(tiles[tile].width)));
    };
    check("ISLAND.WLD", terrain(), 2, "textures");
    check("SKY.GXA", gxa(), 0, "000");
    check("ISLAND.COL", test::palette_file(), 7, "ISLAND");
}

TEST_CASE("pictures: exporting planes, frames or colours backs up existing files")
{
    const test::Folder folder;
    const auto written = [&](const char* file, const Bytes& content) {
        const Session session = opened(folder, file, content);
        std::filesystem::create_directory(folder.path / "to");
        const std::vector<SheetTile> tiles = sheet_of(session);
        const std::vector<SheetTile> some(tiles.begin(),
                                          tiles.begin() + std::min<std::ptrdiff_t>(4, std::ssize(tiles)));
        const Exported exported = need(write_pictures(session, some, folder.path / "to", {}));
        CHECK(exported.notes.empty());
        Names names = names_in(folder.path / "to");
        CHECK(exported.pictures == some.size());
        std::filesystem::remove_all(folder.path / "to");
        return names;
    };
    CHECK(written("ISLAND.WLD", terrain()) == Names{"heights.png", "plane_2.png", "plane_4.png", "textures.png"});
    CHECK(written("SKY.GXA", gxa()) == Names{"000.png"});
    CHECK(written("TEXBSI.302", join({still("D02003", 3, 2), still("D02004", 1, 1), end_marker})) ==
          Names{"302-003.png", "302-004.png"});
}

TEST_CASE("pictures: a picture replaces a plane, a GXA frame or the palette colours")
{
    const test::Folder folder;
    const auto replaced = [&](const char* file, const Bytes& content, std::size_t tile, const Bytes& png) {
        Session session = opened(folder, file, content);
        folder.put("new.png", png);
        const std::vector<SheetTile> tiles = sheet_of(session);
        CHECK(need(replace_picture(session, tiles.at(tile), folder.path / "new.png", {})).changed == 1);
        return session;
    };
    Session island = replaced("ISLAND.WLD", terrain(), 1,
                              need(art::write_png(art::IndexedImage{256, 256, std::vector<std::uint8_t>(65536, 5)},
                                                  art::grey_colours())));
    CHECK(island.undo_name() == "Replace plane_2");
    const auto& sections = edit::get_if<art::Terrain>(island.document())->sections;
    const auto is_all = [](const Bytes& plane, int value) { return plane == Bytes(art::plane_size, std::byte(value)); };
    CHECK(is_all(sections[0].plane_2, 5));
    CHECK(is_all(sections[3].plane_2, 5));
    CHECK(is_all(sections[0].textures, 3));

    std::vector<art::Colour> colours = art::grey_colours();
    colours[1] = {255, 0, 0};
    colours[2] = {0, 255, 0};
    Session sky = replaced("SKY.GXA", gxa(), 0, need(art::write_png(art::IndexedImage{2, 1, {2, 1}}, colours)));
    CHECK(sky.undo_name() == "Replace frame 0");
    CHECK(edit::get_if<art::PictureFile>(sky.document())->frames[0].pixels == bytes_of(std::vector<int>{2, 1}));
    CHECK(image_of(sky, sheet_of(sky)[0], 0, {}).rgba == std::vector<std::uint8_t>{0, 255, 0, 255, 255, 0, 0, 255});
    REQUIRE(sky.undo().has_value());
    CHECK(edit::get_if<art::PictureFile>(sky.document())->frames[0].pixels == bytes_of(std::vector<int>{1, 1}));

    colours[9] = {10, 200, 30};
    Session palette =
        replaced("ISLAND.COL", test::palette_file(), 7, need(art::write_png(art::IndexedImage{1, 1, {9}}, colours)));
    CHECK(palette.undo_name() == "Replace the colours");
    CHECK(sheet_of(palette)[9].colour == art::Colour{10, 200, 30});
    CHECK(sheet_of(palette)[8].colour == art::Colour{8, 8, 8});
    CHECK(sheet_of(palette)[3].colour == art::Colour{3, 3, 3});  // it was blue
}

TEST_CASE("pictures: all frames of an image or GXA are a GIF, and a GIF replaces them")
{
    const test::Folder folder;
    Session session = opened(folder, "TEXBSI.302", bank());
    CHECK(can_use_gif(session));
    const std::vector<SheetTile> tiles = sheet_of(session);
    const Result<Bytes> animation = picture_of_tile(session, tiles[1], "x.gif", {});
    if (!animation && animation.error().code == ErrorCode::unsupported) {
        redforge::test::skip("built without giflib");
        return;
    }
    folder.put("x.gif", need(animation));
    CHECK(need(replace_picture(session, tiles[1], folder.path / "x.gif", {})).changed == 0);
    CHECK_FALSE(session.can_undo());
    folder.put("one.GIF", need(picture_of_tile(session, tiles[0], "one.GIF", {})));
    CHECK(need(replace_picture(session, tiles[1], folder.path / "one.GIF", {})).changed == 1);
    CHECK(session.undo_name() == "Replace D02044");
    CHECK(sheet_of(session)[1].frames == 1);
    CHECK(sheet_of(session)[1].width == 3);
    REQUIRE(session.undo().has_value());
    CHECK(sheet_of(session) == tiles);
    folder.put("bad.gif", std::string_view("GIF89a"));
    const Error error = require_error(replace_picture(session, tiles[1], folder.path / "bad.gif", {}));
    CHECK(error.file == (folder.path / "bad.gif").string());

    Session sky = opened(folder, "SKY.GXA", gxa());
    CHECK(can_use_gif(sky));
    folder.put("sky.gif", need(picture_of_tile(sky, sheet_of(sky)[0], "sky.gif", {})));
    CHECK(need(replace_picture(sky, sheet_of(sky)[0], folder.path / "sky.gif", {})).changed == 0);
    CHECK(require_error(replace_picture(sky, sheet_of(sky)[0], folder.path / "x.gif", {})).file ==
          (folder.path / "x.gif").string());

    Session island = opened(folder, "ISLAND.WLD", terrain());
    CHECK_FALSE(can_use_gif(island));
    CHECK(require_error(picture_of_tile(island, sheet_of(island)[0], "x.gif", {})).hint == "use .png");
    CHECK(require_error(replace_picture(island, sheet_of(island)[0], folder.path / "x.gif", {})).message ==
          "is not a .png");
}

TEST_CASE("pictures: the file name selects a terrain plane; wrong names list the planes")
{
    const test::Folder folder;
    Session session = opened(folder, "ISLAND.WLD", terrain());
    folder.put("heights.png", need(art::write_png(art::IndexedImage{256, 256, std::vector<std::uint8_t>(65536, 0)},
                                                  art::grey_colours())));
    folder.put("hills.png", small_png(1, 1));
    const std::vector<std::filesystem::path> odd{folder.path / "hills.png"};
    CHECK(require_error(import_pictures(session, odd, {})).hint ==
          "there are: heights.png, plane_2.png, textures.png, plane_4.png");
    const std::vector<std::filesystem::path> files{folder.path / "heights.png"};
    REQUIRE(import_pictures(session, files, {}).has_value());
    CHECK(art::height_map(*edit::get_if<art::Terrain>(session.document())) == std::vector<std::int16_t>(65536, 0));
}
