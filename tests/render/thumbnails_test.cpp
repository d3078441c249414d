// Thumbnails of images and models: results, order and eviction.
#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "art/texture_bank.hpp"
#include "render/opengl/offscreen.hpp"
#include "render/picture/thumbnails.hpp"
#include "runner/skip.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::render;
using test::need;

namespace {

constexpr std::uint32_t side = 40;

/// Returns the art of a game with this cube and an image of 4 x 2 pixels: greys 4 to 11.
std::shared_ptr<GameArt> art_in(const test::Folder& folder)
{
    folder.put("FXART/CUBE.3DC", test::file_of(test::shrinking_cube()));
    art::TextureBank bank;
    art::Image image;
    image.name = "A07003";
    image.header.width = 4;
    image.header.height = 2;
    for (int i = 4; i <= 11; ++i) {
        image.pixels.push_back(static_cast<std::byte>(i));
    }
    bank.images.push_back(image);
    folder.put("FXART/TEXBSI.007", need(art::write_texture_bank(bank)));
    folder.put("FXART/A.COL", test::palette_file());  // the first colour is red, and colours from 4 on are greys
    std::vector<std::string> problems;
    return std::make_shared<GameArt>(need(scene::index_game_folder(folder.path)), folder.path / "MAPS/A.RGM", problems);
}

struct Maker {
    std::atomic<int> notifications{0};
    Thumbnails thumbnails;

    explicit Maker(const std::filesystem::path& kept = {}) : thumbnails([this] { ++notifications; }, side, kept) {}
    /// Waits for the pictures of these keys.
    void make(const std::vector<ThumbnailKey>& keys)
    {
        thumbnails.request(keys);
        for (int i = 0; i < 2000 && !thumbnails.idle(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        REQUIRE(thumbnails.idle());
    }
    /// Returns the number of opaque pixels in a model's picture.
    std::size_t covered(const ThumbnailKey& key) const
    {
        const auto image = thumbnails.find(key);
        REQUIRE(image != nullptr);
        std::size_t count = 0;
        for (std::size_t i = 3; i < image->rgba.size(); i += 4) {
            count += image->rgba[i] == 255 ? 1U : 0U;
        }
        return count;
    }
};

const ThumbnailKey image_key{.picture = {7, 3}};
const ThumbnailKey base{.model = "CUBE", .extension = ".3DC"};
const ThumbnailKey second{.model = "CUBE", .extension = ".3DC", .frame = 1};

}  // namespace

TEST_CASE("thumbnails: scales an image to fit, without interpolation", "[render]")
{
    const test::Folder folder;
    Maker maker;
    maker.thumbnails.request({image_key});  // without art, there are no thumbnails
    CHECK(maker.thumbnails.idle());
    CHECK(maker.thumbnails.art() == nullptr);
    const auto art = art_in(folder);
    maker.thumbnails.use(art);
    CHECK(maker.thumbnails.art() == art.get());
    CHECK(maker.thumbnails.find(image_key) == nullptr);
    maker.make({image_key, {.picture = {7, 4}}});
    CHECK(maker.notifications == 2);
    const auto image = maker.thumbnails.find(image_key);
    REQUIRE(image != nullptr);
    CHECK(image->width == 40);
    CHECK(image->height == 20);
    REQUIRE(image->rgba.size() == std::size_t{4} * 40 * 20);
    const auto grey = [&](std::size_t x, std::size_t y) { return int{image->rgba[(y * 40 + x) * 4 + 2]}; };
    CHECK(grey(0, 0) == 4);
    CHECK(grey(9, 9) == 4);
    CHECK(grey(10, 9) == 5);
    CHECK(grey(39, 0) == 7);
    CHECK(grey(0, 10) == 8);
    CHECK(grey(29, 19) == 10);
    CHECK(grey(30, 19) == 11);
    // The thumbnail of a missing image is empty. Both are created once.
    REQUIRE(maker.thumbnails.find({.picture = {7, 4}}) != nullptr);
    CHECK(maker.thumbnails.find({.picture = {7, 4}})->width == 0);
    maker.make({image_key});
    CHECK(maker.notifications == 2);
    // Setting the same art changes nothing. Other art removes all thumbnails.
    maker.thumbnails.use(art);
    CHECK(maker.thumbnails.find(image_key) == image);
    maker.thumbnails.use(art_in(folder));
    CHECK(maker.thumbnails.find(image_key) == nullptr);
    maker.make({image_key});
    CHECK(maker.notifications == 3);
    maker.thumbnails.use(nullptr);
    CHECK(maker.thumbnails.find(image_key) == nullptr);
}

TEST_CASE("thumbnails: frames of a model share a camera, and each has its own name", "[render]")
{
    if (!Offscreen::create()) {
        redforge::test::skip("this machine has no OpenGL");
        return;
    }
    const test::Folder folder;
    const test::Folder kept;
    const auto art = art_in(folder);
    std::size_t whole = 0;
    std::size_t half = 0;
    for (int start = 0; start < 2; ++start) {  // the second time from the files of the first
        Maker maker(kept.path);
        maker.thumbnails.use(art);
        maker.make({base, second, {.model = "NONE", .extension = ".3D"}});
        CHECK(maker.notifications == 3);
        CHECK(maker.thumbnails.find({.model = "NONE", .extension = ".3D"})->width == 0);
        const auto image = maker.thumbnails.find(base);
        REQUIRE(image != nullptr);
        CHECK(image->width == side);
        CHECK(image->height == side);
        CHECK(image->rgba[3] == 0);  // outside of the model
        const std::uint8_t* const middle = image->rgba.data() + (side / 2 * side + side / 2) * 4;
        CHECK(middle[3] == 255);
        CHECK(middle[0] > 60);
        CHECK(middle[1] < 10);
        whole = maker.covered(base);
        half = maker.covered(second);
        CHECK(whole > side * side / 3);
        CHECK(whole < side * side);
        CHECK(static_cast<double>(whole) / static_cast<double>(half) == Approx(4).epsilon(0.15));
    }
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kept.path)) {
        if (entry.path().extension() == ".png") {
            files.push_back(entry.path().stem().string());
        }
    }
    std::sort(files.begin(), files.end());
    CHECK(files == std::vector<std::string>{"CUBE.3DC", "CUBE.3DC#1"});
}
