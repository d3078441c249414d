// Banks as folders of PNG files, and back: names, exactness, rejected files.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "art/bank_export.hpp"
#include "art/bank_import.hpp"
#include "art/image.hpp"
#include "art/image_name.hpp"
#include "art/png.hpp"
#include "art/random_bank.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::art;
using namespace redforge::art::test;
using redforge::test::need;
using redforge::test::require_error;

namespace {

/// Returns a bank with a still image of 3 x 2 pixels, and one of 2 x 2 in two frames with its own colours.
TextureBank sample_bank()
{
    return need(read_texture_bank(join({still("D02044", 3, 2), animated("D02046", 2, shared_rows()), end_marker})));
}

/// Converts an exported folder to the input of import_pictures().
std::vector<IncomingPicture> as_incoming(const ExportedBank& exported)
{
    std::vector<IncomingPicture> incoming;
    for (const ExportedPicture& picture : exported.pictures) {
        const std::optional<PictureName> name = parse_picture_name(picture.file_name);
        REQUIRE(name);
        incoming.push_back({picture.file_name, name->label, name->frame, picture.png});
    }
    return incoming;
}

IncomingPicture indexed(std::string image, std::optional<std::size_t> frame, const IndexedImage& pixels,
                        const std::vector<Colour>& colours = grey_colours())
{
    return {"in.png", std::move(image), frame, need(write_png(pixels, colours))};
}

}  // namespace

TEST_CASE("image names: a letter for the bank's hundreds, two bank digits, three image digits", "[art]")
{
    CHECK(image_name({302, 44}) == "D02044");
    CHECK(image_name({2599, 999}) == "Z99999");
    CHECK(image_number("D02044") == ImageNumber{302, 44});
    CHECK(image_number("a00000") == ImageNumber{0, 0});
    for (const char* const bad : {"", "D0204", "D020444", "102044", "D02X44", "D02 44", "@02044"}) {
        CHECK_FALSE(image_number(bad));
    }
    CHECK(bank_number("TEXBSI.302") == 302);
    CHECK(bank_number("texbsi.002.xml") == 2);
    CHECK_FALSE(bank_number("TEXBSI.XML"));
    CHECK_FALSE(bank_number("BANK.302"));
}

TEST_CASE("image names: each image has its own label", "[art]")
{
    TextureBank bank;
    for (const char* const name : {"D02044", "d02044", "SIGN", "D02007"}) {
        bank.images.emplace_back().name = std::string_view(name);
    }
    const std::vector<std::string> labels = image_labels(bank);
    CHECK(labels == std::vector<std::string>{"302-044", "at-001", "at-002", "302-007"});
    CHECK(find_image_place(bank, labels, "44") == 0U);
    CHECK(find_image_place(bank, labels, "007") == 3U);
    CHECK(find_image_place(bank, labels, "sign") == 2U);
    CHECK(find_image_place(bank, labels, "AT-001") == 1U);
    CHECK(require_error(find_image_place(bank, labels, "302-008")).hint == "did you mean 302-007?");
    bank.images[2].name = "E03044";
    CHECK(require_error(find_image_place(bank, image_labels(bank), "44")).message ==
          "44 is 302-044 as well as 403-044");
}

TEST_CASE("image names: files are named by image and frame", "[art]")
{
    CHECK(picture_file_name("302-044", 0, 1) == "302-044.png");
    CHECK(picture_file_name("302-044", 1, 2) == "302-044-f01.png");
    CHECK(picture_file_name("302-044", 100, 101) == "302-044-f100.png");
    CHECK(parse_picture_name("302-044.PNG") == PictureName{"302-044", std::nullopt});
    CHECK(parse_picture_name("302-044-f01.png") == PictureName{"302-044", 1});
    CHECK_FALSE(parse_picture_name("302-044-fx.png"));
    CHECK_FALSE(parse_picture_name("302-044.gif"));
    CHECK_FALSE(parse_picture_name(".png"));
}

TEST_CASE("bank pictures: every image and frame is exported, or the reason is reported", "[art]")
{
    const ExportedBank greys = export_pictures(sample_bank(), {});
    REQUIRE(greys.pictures.size() == 3);
    CHECK(greys.pictures[0].file_name == "302-044.png");
    CHECK(greys.pictures[1].file_name == "302-046-f00.png");
    CHECK(greys.pictures[2].file_name == "302-046-f01.png");
    CHECK(greys.images == 2);
    CHECK(greys.own_colours == 1);
    CHECK(need(read_png(greys.pictures[0].png)).colours[5] == Colour{5, 5, 5});
    CHECK(need(read_png(greys.pictures[1].png)).colours[5] == Colour{5, 6, 7});
    CHECK(need(read_png(greys.pictures[2].png)).indexed == IndexedImage{2, 2, {5, 6, 1, 2}});

    const ExportedBank few = export_pictures(sample_bank(), four_colours());  // indices 4 to 6 have no colour
    CHECK(few.pictures.size() == 2);
    CHECK(few.left_out == std::vector<std::string>{"image D02044: indices up to 6 and 4 colours; each index needs a "
                                                   "colour, at most 256"});
    CHECK(export_pictures(sample_bank(), {}, 1).pictures.size() == 2);
}

TEST_CASE("bank pictures: random banks survive export and import byte for byte", "[art]")
{
    std::size_t pictures = 0;
    for (std::uint32_t seed = 1; seed <= 400; ++seed) {
        Dice dice(seed);
        const TextureBank bank = random_bank(dice);
        const std::vector<Colour> colours = dice.one_in(2) ? random_palette(dice).colours : std::vector<Colour>{};
        const ExportedBank exported = export_pictures(bank, colours);
        pictures += exported.pictures.size();
        TextureBank again = bank;
        const auto imported = import_pictures(again, as_incoming(exported), {.colours = colours});
        INFO("seed " << seed);
        REQUIRE(imported);
        REQUIRE(imported->size() == exported.images);
        REQUIRE(again == bank);
    }
    CHECK(pictures > 800);
}

TEST_CASE("bank pictures: import restores every index of a bank without pixels", "[art]")
{
    const TextureBank bank = sample_bank();
    const ExportedBank exported = export_pictures(bank, {});
    REQUIRE(exported.pictures.size() == 3);
    TextureBank blank = bank;
    for (Image& image : blank.images) {
        image.pixels.clear();
        image.frames.clear();
        image.rows.clear();
    }
    REQUIRE(blank != bank);
    REQUIRE(import_pictures(blank, as_incoming(exported), {}));
    CHECK(blank == bank);
}

TEST_CASE("bank pictures: a picture replaces only pixels and size", "[art]")
{
    TextureBank bank = sample_bank();
    bank.images[0].header.x = 7;
    const auto imported = import_pictures(bank, {indexed("44", {}, {1, 2, {8, 0}})}, {});
    REQUIRE(imported);
    REQUIRE(imported->size() == 1);
    CHECK(imported->front().before == "3 x 2 pixels");
    CHECK(imported->front().after == "1 x 2 pixels");
    CHECK(bank.images[0].pixels == bytes_of(std::vector<int>{8, 0}));
    CHECK(bank.images[0].header.x == 7);
    CHECK(bank.images[1] == sample_bank().images[1]);

    REQUIRE(import_pictures(bank, {indexed("46", 1, {2, 2, {9, 9, 1, 2}})}, {.keep_indices = true}));
    CHECK(need(decode_frame(bank.images[1], 0)).indices == std::vector<std::uint8_t>{1, 2, 3, 4});
    CHECK(need(decode_frame(bank.images[1], 1)).indices == std::vector<std::uint8_t>{9, 9, 1, 2});
    REQUIRE(import_pictures(bank, {indexed("46", 2, {2, 2, {3, 4, 3, 4}})}, {.keep_indices = true}));
    CHECK(picture_description(bank.images[1]) == "2 x 2 pixels, 3 frames");
}

TEST_CASE("bank pictures: an unreadable animation takes all of its frames at once or none", "[art]")
{
    TextureBank bank = sample_bank();
    bank.images[1].frames[0] = {{}, {17, 0}};  // a row outside the data
    const TextureBank broken = bank;
    const IncomingPicture first = indexed("46", 0, {2, 1, {1, 2}});
    const IncomingPicture second = indexed("46", 1, {2, 1, {3, 4}});
    for (const IncomingPicture& one : {first, second}) {
        const auto imported = import_pictures(bank, {one}, {.keep_indices = true});
        REQUIRE_FALSE(imported);
        CHECK(imported.error().message == "image D02046: row 1 of frame 0 starts at byte 0");
        CHECK(imported.error().hint == "its frames cannot be read, so import all 2 together");
        CHECK(bank == broken);
    }
    REQUIRE(import_pictures(bank, {second, first}, {.keep_indices = true}));
    CHECK(need(decode_frame(bank.images[1], 1)).indices == std::vector<std::uint8_t>{3, 4});
}

TEST_CASE("bank pictures: true colour is matched, and inexact colours are counted", "[art]")
{
    TextureBank bank = sample_bank();
    const RgbaImage picture{5, 1, {255, 0, 0, 255, 250, 9, 0, 255, 250, 9, 0, 255, 0, 0, 200, 255, 1, 2, 3, 0}};
    const std::vector<IncomingPicture> pictures{{"in.png", "D02044", {}, need(write_png(picture))}};
    const auto imported = import_pictures(bank, pictures, {.colours = four_colours()});
    REQUIRE(imported);
    CHECK(imported->front().inexact == 2);
    CHECK(bank.images[0].pixels == bytes_of(std::vector<int>{1, 1, 1, 3, 0}));
}

TEST_CASE("bank pictures: an indexed PNG with other colours keeps its own transparency", "[art]")
{
    TextureBank bank = sample_bank();
    const std::vector<Colour> other{{255, 0, 0}, {0, 0, 255}};
    const Bytes opaque = need(write_png(IndexedImage{2, 1, {0, 1}}, other, IndexZero::opaque));
    REQUIRE(import_pictures(bank, {{"in.png", "44", {}, opaque}}, {.colours = four_colours()}));
    CHECK(bank.images[0].pixels == bytes_of(std::vector<int>{1, 3}));
    const Bytes holes = need(write_png(IndexedImage{2, 1, {0, 1}}, other));
    REQUIRE(import_pictures(bank, {{"in.png", "44", {}, holes}}, {.colours = four_colours()}));
    CHECK(bank.images[0].pixels == bytes_of(std::vector<int>{0, 3}));
}

TEST_CASE("bank pictures: new images are in the order of their numbers", "[art]")
{
    TextureBank bank = sample_bank();
    const IndexedImage dot{1, 1, {5}};
    const auto imported = import_pictures(bank,
                                          {indexed("45", {}, dot), indexed("302-009", {}, dot),
                                           indexed("D02046", 0, {2, 2, {1, 2, 3, 4}}), indexed("302-050", 1, dot),
                                           indexed("302-050", 0, dot)},
                                          {.keep_indices = true, .add = true});
    REQUIRE(imported);
    std::vector<std::string> names;
    for (const Image& image : bank.images) {
        names.emplace_back(image.name.view());
    }
    CHECK(names == std::vector<std::string>{"D02009", "D02044", "D02045", "D02046", "D02050"});
    for (const ImportedImage& image : *imported) {
        CHECK(image.name == names[image.place]);
        CHECK(image.is_changed == (image.name != "D02046"));
    }
    CHECK(frame_count(bank.images[4]) == 2);
    const Result<Bytes> written = write_texture_bank(bank);
    REQUIRE(written);
    CHECK(need(read_texture_bank(*written)) == bank);
}

TEST_CASE("bank pictures: a rejected file is reported, and nothing changes", "[art]")
{
    struct Refused {
        std::vector<IncomingPicture> pictures;
        PictureImport how;
        std::string message;
    };
    const IndexedImage good{3, 2, {1, 1, 1, 1, 1, 1}};
    const IncomingPicture fine = indexed("44", {}, good);
    const std::vector<Colour> other{{1, 2, 3}, {4, 5, 6}};
    const std::vector<Refused> all{
        {{fine, indexed("47", {}, good)}, {}, "the bank has no image 47"},
        {{fine, indexed("44", 0, good)}, {}, "a second picture for the same frame"},
        {{indexed("44", 0, good), fine}, {}, "a second picture for the same frame"},
        {{fine, indexed("46", {}, good)}, {}, "image D02046 has 2 frames"},
        {{fine, indexed("46", 3, good)}, {}, "frame 3 of image D02046"},
        {{fine, indexed("46", 1, good, {colours_of(sample_bank().images[1], {})})},
         {},
         "image D02046: frame 1 has 3 x 2 pixels and 6 indices"},
        {{fine, {"in.png", "44", {}, {}}}, {}, "a second picture for the same frame"},
        {{{"in.png", "44", {}, {}}}, {}, "not a PNG"},
        {{indexed("44", {}, good, other)}, {}, "its colours are not the greys that represent indices"},
        {{{"in.png", "44", {}, need(write_png(RgbaImage{1, 1, {0, 0, 0, 0}}))}},
         {.keep_indices = true},
         "a PNG without a palette has no indices to keep"},
        {{indexed("44", {}, {32768, 1, std::vector<std::uint8_t>(32768)})},
         {},
         "image D02044: a picture of 32768 x 1 pixels"},
        {{indexed("sign", {}, good)}, {.add = true}, "\"sign\" is not a name for a new image"},
        {{indexed("1000", {}, good)}, {.add = true}, "\"1000\" is not a name for a new image"},
        {{indexed("303-001", {}, good)}, {.add = true}, "an image of bank 303"},
        {{indexed("50", 1, good)}, {.add = true}, "frame 1 of image D02050"},
    };
    for (const Refused& error : all) {
        INFO(error.message);
        TextureBank bank = sample_bank();
        const auto imported = import_pictures(bank, error.pictures, error.how);
        REQUIRE_FALSE(imported);
        CHECK(imported.error().message == error.message);
        CHECK(imported.error().file == "in.png");
        CHECK(bank == sample_bank());
    }
}
