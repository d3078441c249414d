// WLD: layout, heights, and the planes as pictures.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "art/png.hpp"
#include "art/terrain.hpp"
#include "art/terrain_image.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::art;
using namespace redforge::art::test;
using redforge::test::need;
using redforge::test::require_error;

namespace {

constexpr std::size_t first_section = 1184;
constexpr std::size_t section_bytes = 22 + 4 * 128 * 128;

/// Returns the bytes of a terrain with the shipped header and footer, and zeros.
Bytes flat_file()
{
    Bytes bytes(263432);
    const auto put = [&](std::size_t at, std::uint32_t value) { store_le(bytes.data() + at, value); };
    put(0x00, 16);
    put(0x04, 2);
    put(0x08, 2);
    put(0x10, 160);
    put(0x14, 1);
    put(0x18, 22);
    put(0x1C, 263416);
    put(0x90, 1184);
    put(0x94, 66742);
    put(0x98, 132300);
    put(0x9C, 197858);
    put(0xA0, 2135957017);
    for (std::size_t i = 0; i < 4; ++i) {
        store_le(bytes.data() + first_section + i * section_bytes + 6, std::uint16_t{302});
        store_le(bytes.data() + first_section + i * section_bytes + 8, std::uint16_t{256});
    }
    put(263416, 0x4F4C5554);
    put(263420, 0x0043C028);
    put(263424, 0xFFFFFFFF);
    put(263428, 0x00043735);
    return bytes;
}

/// Returns the offset of the byte of a point. Plane 0 has heights, plane 2 textures.
std::size_t place(std::size_t plane, std::size_t x, std::size_t z)
{
    const std::size_t section = z / 128 * 2 + x / 128;
    return first_section + section * section_bytes + 22 + plane * 128 * 128 + z % 128 * 128 + x % 128;
}

}  // namespace

TEST_CASE("WLD: shipped header and footer are the defaults, and zero planes are omitted", "[art]")
{
    const Bytes bytes = flat_file();
    CHECK(is_terrain(bytes));
    RawFallbacks kept;
    const Result<Terrain> terrain = read_terrain(bytes, &kept);
    REQUIRE(terrain);
    CHECK(kept.empty());
    CHECK(to_xml(*terrain) == R"(<?xml version="1.0" encoding="UTF-8"?>
<terrain>
  <section/>
  <section/>
  <section/>
  <section/>
</terrain>
)");
    CHECK(law_violation(*terrain, bytes, write_terrain).empty());
}

TEST_CASE("WLD: planes are hexadecimal rows of 128 bytes", "[art]")
{
    Bytes bytes = flat_file();
    bytes[place(2, 1, 0)] = std::byte{0xC5};
    const std::string text = to_xml(need(read_terrain(bytes)));
    const std::string zeros(256, '0');
    CHECK(text.find("    <textures>\n      00c5" + zeros.substr(4) + "\n      " + zeros + "\n") != std::string::npos);
}

TEST_CASE("WLD: heights follow the curve, sections are two by two, markers do not count", "[art]")
{
    Bytes bytes = flat_file();
    bytes[place(0, 0, 0)] = std::byte{1};
    bytes[place(0, 127, 0)] = std::byte{52};
    bytes[place(0, 128, 0)] = std::byte{0x80 | 69};
    bytes[place(0, 0, 128)] = std::byte{126};
    bytes[place(0, 255, 255)] = std::byte{0xFF};
    const Terrain terrain = need(read_terrain(bytes));
    CHECK(height(terrain, 0, 0) == 40);
    CHECK(height(terrain, 127, 0) == 840);
    CHECK(height(terrain, 128, 0) == 1240);
    CHECK(height(terrain, 0, 128) == 6680);
    CHECK(height(terrain, 255, 255) == 7760);
    CHECK(height(terrain, 1, 1) == 0);
    CHECK(height(terrain, -5, -5) == 40);
    CHECK(height(terrain, 999, 999) == 7760);
    const std::vector<std::int16_t> map = height_map(terrain);
    REQUIRE(map.size() == 65536);
    CHECK(map[128] == 1240);
    CHECK(map[128 * 256] == 6680);
    CHECK(map[65535] == 7760);
}

TEST_CASE("WLD: finds the nearest step to a height, and the lowest of equal steps", "[art]")
{
    CHECK(nearest_step(-100) == 0);
    CHECK(nearest_step(0) == 0);
    CHECK(nearest_step(40) == 1);
    CHECK(nearest_step(59) == 1);
    CHECK(nearest_step(61) == 4);
    CHECK(nearest_step(7219) == 126);
    CHECK(nearest_step(7221) == 127);
    CHECK(nearest_step(2000000000) == 127);
}

TEST_CASE("WLD: a tile is an image and quarter turns", "[art]")
{
    CHECK(tile_of(0xC5) == TerrainTile{5, 3});
    CHECK(value_of({5, 3}) == 0xC5);
}

TEST_CASE("WLD: odd headers, footers and tails are kept", "[art]")
{
    Bytes bytes = flat_file();
    store_le(bytes.data() + 0x04, std::uint32_t{3});
    store_le(bytes.data() + 0x1C, std::uint32_t{7});
    store_le(bytes.data() + 0x8C, std::uint32_t{8});
    store_le(bytes.data() + 0x98, std::uint32_t{9});
    store_le(bytes.data() + 0x49C, std::uint32_t{10});
    store_le(bytes.data() + 263416, std::uint32_t{11});
    bytes[place(3, 200, 200)] = std::byte{12};
    append(bytes, bytes_of("tail"));
    RawFallbacks kept;
    const Result<Terrain> terrain = read_terrain(bytes, &kept);
    REQUIRE(terrain);
    CHECK(terrain->columns == 3);
    CHECK(terrain->file_size.stored == 7U);
    CHECK(terrain->unknown_4[27] == 8);
    CHECK(terrain->sections[2].offset.stored == 9U);
    CHECK(terrain->unknown_5[255] == 10);
    CHECK(terrain->footer[0] == 11);
    CHECK(terrain->sections[3].plane_4.size() == 16384);
    CHECK(terrain->tail == bytes_of("tail"));
    CHECK(kept.size() == 1);
    CHECK(law_violation(*terrain, bytes, write_terrain).empty());
}

TEST_CASE("WLD: rejects truncated files and files that are not terrains", "[art]")
{
    const Bytes bytes = flat_file();
    for (const std::size_t size : {0UL, 1UL, 1183UL, 1184UL, 66742UL, 263415UL, 263431UL}) {
        const Result<Terrain> cut = read_terrain(ByteView(bytes).first(size));
        REQUIRE_FALSE(cut);
        CHECK(cut.error().code == ErrorCode::truncated);
        CHECK(cut.error().offset == size);
    }
    Bytes other = bytes;
    other[0x14] = std::byte{2};
    CHECK_FALSE(is_terrain(other));
    CHECK(require_error(read_terrain(other)).message == "not a terrain: 2 and 22 at offsets 20 and 24");
}

TEST_CASE("WLD: rejects documents that the file cannot hold, naming the field", "[art]")
{
    const Terrain good = need(read_terrain(flat_file()));
    Terrain terrain = good;
    terrain.sections.pop_back();
    CHECK(require_error(write_terrain(terrain)).field == "sections");
    terrain = good;
    terrain.sections[1].textures.resize(100);
    CHECK(require_error(write_terrain(terrain)).field == "sections[1].textures");
    terrain = good;
    terrain.unknown_3 = 2;
    CHECK_FALSE(write_terrain(terrain));
    terrain = good;
    terrain.sections[1].textures.resize(16384);
    terrain.file_size = 263416U;
    const Result<Bytes> written = write_terrain(terrain);
    REQUIRE(written);
    CHECK(*written == flat_file());
}

TEST_CASE("WLD: all planes survive conversion to PNG", "[art]")
{
    Bytes bytes = flat_file();
    for (std::size_t z = 0; z < 256; ++z) {
        for (std::size_t x = 0; x < 256; ++x) {
            bytes[place(0, x, z)] = static_cast<std::byte>(x ^ z);
            bytes[place(1, x, z)] = static_cast<std::byte>(7 * x + z);
            bytes[place(2, x, z)] = static_cast<std::byte>(x + 3 * z);
            bytes[place(3, x, z)] = static_cast<std::byte>(5 * x + 9 * z);
        }
    }
    const Terrain terrain = need(read_terrain(bytes));
    Terrain whole = need(read_terrain(flat_file()));
    for (const TerrainPlane plane :
         {TerrainPlane::heights, TerrainPlane::plane_2, TerrainPlane::textures, TerrainPlane::plane_4}) {
        const Result<Bytes> png = terrain_to_png(terrain, plane);
        REQUIRE(png);
        REQUIRE(terrain_from_png(whole, plane, *png));
        Terrain other = need(read_terrain(flat_file()));
        REQUIRE(terrain_from_png(other, plane, *png));
        CHECK(join_plane(other, plane) == join_plane(terrain, plane));

        // A painting program may drop the palette.
        const Result<PngImage> indexed = read_png(*png);
        REQUIRE(indexed);
        RgbaImage colours = to_rgba(indexed->indexed, indexed->colours);
        const Result<Bytes> true_colour = write_png(colours);
        REQUIRE(true_colour);
        Terrain painted = need(read_terrain(flat_file()));
        REQUIRE(terrain_from_png(painted, plane, *true_colour));
        if (plane == TerrainPlane::heights) {
            CHECK(height_map(painted) == height_map(terrain));
        } else {
            CHECK(join_plane(painted, plane) == join_plane(terrain, plane));
        }
    }
    CHECK(whole == terrain);
}

TEST_CASE("WLD: each texture and turn has its own colour, and heights are greys", "[art]")
{
    const auto colours = [](TerrainPlane plane) {
        return need(read_png(need(terrain_to_png(need(read_terrain(flat_file())), plane)))).colours;
    };
    const std::vector<Colour> tiles = colours(TerrainPlane::textures);
    CHECK(tiles.at(0) == Colour{15, 15, 15});
    CHECK(tiles.at(1) == Colour{15, 15, 95});
    CHECK(tiles.at(0x07) == Colour{15, 95, 255});
    CHECK(tiles.at(0x3F) == Colour{255, 255, 255});
    CHECK(tiles.at(0x40) == Colour{10, 10, 10});
    CHECK(tiles.at(0xFF) == Colour{240, 240, 240});
    CHECK(tiles.at(0xD1) == Colour{80, 0, 80});
    const std::vector<Colour> heights = colours(TerrainPlane::heights);
    CHECK(heights.at(0) == Colour{0, 0, 0});
    CHECK(heights.at(0x7F) == Colour{255, 255, 255});
    CHECK(heights.at(0xFF) == heights.at(0x7F));
    CHECK(heights.at(0x40).r == (height_curve[0x40] * 255 + height_curve[0x7F] / 2) / height_curve[0x7F]);
    const std::vector<Colour> others = colours(TerrainPlane::plane_2);
    CHECK(others.at(0x40) == Colour{0x40, 0x40, 0x40});
}

TEST_CASE("WLD: an RGB height map keeps markers; an RGB texture map with an unknown colour is rejected", "[art]")
{
    Bytes bytes = flat_file();
    bytes[place(0, 7, 9)] = std::byte{0x80};
    Terrain terrain = need(read_terrain(bytes));
    const Result<Bytes> white = write_png(RgbaImage{256, 256, std::vector<std::uint8_t>(4 * 65536, 255)});
    REQUIRE(white);
    REQUIRE(terrain_from_png(terrain, TerrainPlane::heights, *white));
    const std::vector<std::uint8_t> steps = join_plane(terrain, TerrainPlane::heights);
    CHECK(steps[0] == 127);
    CHECK(steps[9 * 256 + 7] == 255);
    const Result<Bytes> dark = write_png(RgbaImage{256, 256, std::vector<std::uint8_t>(4 * 65536, 7)});
    REQUIRE(dark);
    const Status no_tile = terrain_from_png(terrain, TerrainPlane::textures, *dark);
    REQUIRE_FALSE(no_tile);
    CHECK(no_tile.error().message == "pixel 0, 0 has colour 7 7 7, which has no meaning in this plane");
    const Result<Bytes> small = write_png(RgbaImage{2, 1, std::vector<std::uint8_t>(8, 255)});
    CHECK(terrain_from_png(terrain, TerrainPlane::heights, *small).error().message == "a picture of 2 x 1 pixels");
}
