// Stored thumbnails: reused while the art is unchanged, created again after a change.
#include <catch2/catch.hpp>

#include <chrono>
#include <filesystem>

#include "render/picture/thumbnail_store.hpp"
#include "support/game.hpp"

using namespace redforge;
namespace fs = std::filesystem;

TEST_CASE("thumbnail store: keeps a thumbnail until its art changes", "[render]")
{
    const test::Folder game_folder;
    game_folder.put("FXART/CRATE.3DC", test::file_of(test::cube(20, {.colour = 1})));
    const test::Folder kept;
    const auto game = scene::index_game_folder(game_folder.path);
    REQUIRE(game);
    const art::RgbaImage image{2, 1, {255, 0, 0, 255, 0, 0, 0, 0}};
    const auto store = [&](std::uint32_t side) { return render::ThumbnailStore(kept.path, *game, {}, side); };
    CHECK_FALSE(store(80).find("CRATE.3DC"));
    store(80).save("CRATE.3DC", image);
    const auto found = store(80).find("CRATE.3DC");
    REQUIRE(found);
    CHECK(found->width == 2);
    CHECK(found->rgba == image.rgba);
    CHECK_FALSE(store(40).find("CRATE.3DC"));
    store(80).save("../CRATE", image);  // a name that leads out of the folder
    CHECK_FALSE(fs::exists(kept.path.parent_path() / "CRATE.png"));
    CHECK_FALSE(fs::exists(kept.path / "CRATE.png"));
    fs::last_write_time(game->models.begin()->second, fs::file_time_type::clock::now() + std::chrono::hours(1));
    CHECK_FALSE(store(80).find("CRATE.3DC"));
    for (std::uint32_t side = 1; side <= 9; ++side) {
        static_cast<void>(store(side));
    }
    CHECK(std::distance(fs::directory_iterator(kept.path), fs::directory_iterator()) == 6);
    // The least recently used files were removed.
    const fs::path oldest = fs::directory_iterator(kept.path)->path();
    const auto now = fs::file_time_type::clock::now();
    for (const auto& entry : fs::directory_iterator(kept.path)) {
        fs::last_write_time(entry, entry.path() == oldest ? now - std::chrono::hours(48) : now);
    }
    static_cast<void>(store(10));
    CHECK_FALSE(fs::exists(oldest));
    CHECK(std::distance(fs::directory_iterator(kept.path), fs::directory_iterator()) == 6);
}
