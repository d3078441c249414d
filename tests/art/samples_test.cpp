// Every bank, palette and terrain of the sample game folder: round trips, no raw bytes, exact pictures.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "art/bank_builder.hpp"
#include "art/bank_export.hpp"
#include "art/bank_import.hpp"
#include "art/image.hpp"
#include "art/image_name.hpp"
#include "art/palette.hpp"
#include "art/palette_image.hpp"
#include "art/png.hpp"
#include "art/terrain.hpp"
#include "art/terrain_image.hpp"
#include "art/texture_bank.hpp"
#include "runner/skip.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::art;
using namespace redforge::art::test;
using redforge::test::need;

namespace {

namespace fs = std::filesystem;

std::optional<fs::path> game_folder()
{
    const char* const folder = std::getenv("REDFORGE_SAMPLES");
    if (folder == nullptr || !fs::is_directory(fs::path(folder) / "game")) {
        redforge::test::skip("REDFORGE_SAMPLES names no folder with the sample game");
        return std::nullopt;
    }
    return fs::path(folder) / "game";
}

Bytes load(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return bytes_of(text);
}

std::vector<fs::path> files_with(const fs::path& folder, std::string_view part)
{
    std::vector<fs::path> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        if (entry.path().filename().string().find(part) != std::string::npos) {
            found.push_back(entry.path());
        }
    }
    std::ranges::sort(found);
    return found;
}

}  // namespace

TEST_CASE("samples: every texture bank round-trips without raw bytes", "[art][samples]")
{
    const std::optional<fs::path> game = game_folder();
    if (!game) {
        return;
    }
    const Palette palette = need(read_palette(load(*game / "FXART" / "ISLAND.COL")));
    std::size_t banks = 0;
    std::size_t images = 0;
    std::size_t frames = 0;
    for (const fs::path& path : files_with(*game / "FXART", "TEXBSI.")) {
        INFO(path.filename());
        const Bytes bytes = load(path);
        REQUIRE(is_texture_bank(bytes));
        RawFallbacks kept;
        const Result<TextureBank> bank = read_texture_bank(bytes, &kept);
        REQUIRE(bank);
        CHECK(kept.empty());
        CHECK(law_violation(*bank, bytes, write_texture_bank).empty());
        ++banks;
        for (const Image& image : bank->images) {
            ++images;
            const Result<std::vector<IndexedImage>> decoded = decode_frames(image);
            REQUIRE(decoded);
            frames += decoded->size();
            const std::vector<Colour> colours = colours_of(image, palette.colours);
            for (const IndexedImage& frame : *decoded) {
                const Result<Bytes> png = write_png(frame, colours);
                REQUIRE(png);
                const Result<IndexedImage> back = read_png_with_palette(*png, colours);
                REQUIRE(back);
                REQUIRE(*back == frame);
            }
            // The samples share rows as Redforge does, so importing the same pixels gives the same bank.
            TextureBank copy{1, {image}, {}};
            REQUIRE(replace_image(copy, image.name.view(), *decoded));
            REQUIRE(copy.images[0] == image);
        }
    }
    CHECK(banks == 414);
    CHECK(images == 2372);
    CHECK(frames == 2354 + 10 * 6 + 8 * 4);
}

TEST_CASE("samples: every bank survives export and import of its pictures", "[art][samples]")
{
    const std::optional<fs::path> game = game_folder();
    if (!game) {
        return;
    }
    const Palette palette = need(read_palette(load(*game / "FXART" / "ISLAND.COL")));
    std::size_t pictures = 0;
    for (const fs::path& path : files_with(*game / "FXART", "TEXBSI.")) {
        INFO(path.filename());
        const Bytes bytes = load(path);
        TextureBank bank = need(read_texture_bank(bytes));
        const ExportedBank exported = export_pictures(bank, palette.colours);
        CHECK(exported.left_out.empty());
        pictures += exported.pictures.size();
        std::vector<IncomingPicture> incoming;
        for (const ExportedPicture& picture : exported.pictures) {
            const PictureName name = *parse_picture_name(picture.file_name);
            incoming.push_back({picture.file_name, name.label, name.frame, picture.png});
        }
        REQUIRE(import_pictures(bank, incoming, {.colours = palette.colours}));
        CHECK(need(write_texture_bank(bank)) == bytes);
    }
    CHECK(pictures == 2354 + 10 * 6 + 8 * 4);
}

TEST_CASE("samples: palette and terrain round-trip", "[art][samples]")
{
    const std::optional<fs::path> game = game_folder();
    if (!game) {
        return;
    }
    const Bytes palette_bytes = load(*game / "FXART" / "ISLAND.COL");
    RawFallbacks kept;
    const Result<Palette> palette = read_palette(palette_bytes, &kept);
    REQUIRE(palette);
    CHECK(law_violation(*palette, palette_bytes, write_palette).empty());
    CHECK(palette->colours[1] == Colour{0x10, 0x10, 0x10});
    Palette black = *palette;
    black.colours.assign(256, Colour{});
    REQUIRE(palette_from_png(black, need(palette_to_png(*palette))));
    CHECK(black == *palette);

    const Bytes terrain_bytes = load(*game / "MAPS" / "ISLAND.WLD");
    REQUIRE(is_terrain(terrain_bytes));
    const Result<Terrain> terrain = read_terrain(terrain_bytes, &kept);
    REQUIRE(terrain);
    CHECK(kept.empty());
    CHECK(law_violation(*terrain, terrain_bytes, write_terrain).empty());
    CHECK(terrain->sections[0].unknown_1[0] == 2152);
    for (const TerrainPlane plane :
         {TerrainPlane::heights, TerrainPlane::plane_2, TerrainPlane::textures, TerrainPlane::plane_4}) {
        const Result<Bytes> png = terrain_to_png(*terrain, plane);
        REQUIRE(png);
        Terrain copy = *terrain;
        REQUIRE(split_plane(copy, plane, std::vector<std::uint8_t>(65536, 9)));
        REQUIRE(copy != *terrain);
        REQUIRE(terrain_from_png(copy, plane, *png));
        CHECK(copy == *terrain);
    }
}

TEST_CASE("samples: other files are not recognised as banks, palettes or terrains", "[art][samples]")
{
    const std::optional<fs::path> game = game_folder();
    if (!game) {
        return;
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(*game)) {
        if (!entry.is_regular_file()) {
            continue;
        }
        const Bytes bytes = load(entry.path());
        const std::string name = entry.path().filename().string();
        INFO(name);
        CHECK(is_texture_bank(bytes) == name.starts_with("TEXBSI."));
        CHECK(is_palette(bytes) == name.ends_with(".COL"));
        CHECK(is_terrain(bytes) == name.ends_with(".WLD"));
    }
}
