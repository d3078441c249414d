// Pictures and colours of a game folder, and their export.
#include <catch2/catch.hpp>

#include "art/palette.hpp"
#include "art/png.hpp"
#include "art/texture_bank.hpp"
#include "cli/program.hpp"
#include "core/files/files.hpp"
#include "exchange/gltf/glb.hpp"
#include "exchange/gltf/gltf.hpp"
#include "exchange/mesh/textures.hpp"
#include "exchange/obj/obj.hpp"
#include "model/model.hpp"
#include "support/models.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::exchange;
using redforge::test::need;
namespace fs = std::filesystem;

namespace {

/// Returns a bank 302 with one image of 2 x 2 texels.
Bytes bank_of(std::string_view name, const std::vector<std::uint8_t>& indices)
{
    art::TextureBank bank;
    art::Image& image = bank.images.emplace_back();
    image.name = name;
    image.header.width = 2;
    image.header.height = 2;
    for (const std::uint8_t index : indices) {
        image.pixels.push_back(std::byte{index});
    }
    return redforge::test::need(art::write_texture_bank(bank));
}

void put(const fs::path& path, const Bytes& bytes)
{
    fs::create_directories(path.parent_path());
    REQUIRE(write_file(path, bytes));
}

/// Returns a grey palette with one other colour.
Bytes palette()
{
    art::Palette made;
    made.colours = art::grey_colours();
    made.colours[42] = {255, 128, 1};
    return redforge::test::need(art::write_palette(made));
}

model::Model triangle(std::uint16_t image, std::int16_t colour = -1)
{
    model::Model made = redforge::test::need(model::read_model(model::test::triangle_v5()));
    made.faces[0].texture.image = image;
    if (colour >= 0) {
        made.faces[0].texture = {};
        made.faces[0].texture.colour = colour;
    }
    return made;
}

}  // namespace

TEST_CASE("textures: finds banks in FXART before the folder, in any case, and palettes", "[exchange]")
{
    const redforge::test::TemporaryFolder folder;
    put(folder.path() / "FxArt/texbsi.302", bank_of("D02044", {1, 2, 3, 4}));
    put(folder.path() / "TEXBSI.302", bank_of("D02044", {9, 9, 9, 0}));
    put(folder.path() / "FxArt/a.col", palette());
    const Result<Textures> found = load_textures(triangle(44), folder.path());
    REQUIRE(found);
    CHECK(found->colours[42] == art::Colour{255, 128, 1});
    const Picture* const picture = found->find(triangle(44).faces[0].texture);
    REQUIRE(picture != nullptr);
    CHECK(picture->width == 2);
    CHECK_FALSE(picture->holes);
    CHECK(need(art::read_png(picture->png)).indexed.indices == std::vector<std::uint8_t>{1, 2, 3, 4});
    CHECK(need(load_textures(triangle(45), folder.path())).missing == std::vector<std::string>{"D02045"});
    CHECK_FALSE(load_textures(triangle(44), folder.path() / "gone"));
}

TEST_CASE("textures: looks for banks in the game folder and its FXART only", "[exchange]")
{
    const redforge::test::TemporaryFolder folder;
    const auto missing = [&] { return need(load_textures(triangle(44), folder.path())).missing; };
    const std::vector<std::string> none;
    const std::vector<std::string> one{"D02044"};
    put(folder.path() / "a.col", palette());
    put(folder.path() / "OTHER/TEXBSI.302", bank_of("D02044", {1, 2, 3, 4}));
    put(folder.path() / "FXART/FXART/TEXBSI.302", bank_of("D02044", {1, 2, 3, 4}));
    CHECK(missing() == one);
    put(folder.path() / "FXART/TEXBSI.302", bank_of("D02044", {1, 2, 3, 4}));
    CHECK(missing() == none);
    // A file with the name of the folder is not a folder.
    fs::remove_all(folder.path() / "FXART");
    put(folder.path() / "FXART", palette());
    CHECK(missing() == one);
    put(folder.path() / "texbsi.302", bank_of("D02044", {1, 2, 3, 4}));
    CHECK(missing() == none);
}

TEST_CASE("textures: index 0 is transparent, and the material masks it", "[exchange]")
{
    const redforge::test::TemporaryFolder folder;
    put(folder.path() / "TEXBSI.302", bank_of("D02044", {1, 0, 3, 4}));
    const Result<Textures> found = load_textures(triangle(44), folder.path());
    REQUIRE(found);
    CHECK(found->pictures.begin()->second.holes);
    const Bytes bytes = redforge::test::need(write_gltf(triangle(44), {.textures = &*found}));
    CHECK(need(read_glb(bytes)).document["materials"][0]["alphaMode"] == "MASK");
}

TEST_CASE("textures: writes pictures next to an .obj, with palette colours", "[exchange]")
{
    const redforge::test::TemporaryFolder folder;
    put(folder.path() / "TEXBSI.302", bank_of("D02044", {1, 2, 3, 4}));
    put(folder.path() / "A.COL", palette());
    const Textures pictures = redforge::test::need(load_textures(triangle(44), folder.path()));
    const ObjFiles shown = redforge::test::need(write_obj(triangle(44), {.name = "HUT", .textures = &pictures}));
    REQUIRE(shown.side_files.size() == 2);
    CHECK(shown.side_files[0].name == "HUT_D02044.png");
    CHECK(shown.side_files[0].content == pictures.pictures.begin()->second.png);
    CHECK(as_text(shown.side_files[1].content) == "# Redforge\nnewmtl D02044\nKd 1 1 1\nmap_Kd HUT_D02044.png\n\n");
    const Textures colours = redforge::test::need(load_textures(triangle(44, 42), folder.path()));
    const ObjFiles plain = redforge::test::need(write_obj(triangle(44, 42), {.name = "HUT", .textures = &colours}));
    CHECK(as_text(plain.side_files[0].content) == "# Redforge\nnewmtl colour_42\nKd 1 0.501961 0.00392157\n\n");
}
