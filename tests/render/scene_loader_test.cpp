// Loading in the background: results, stopping at every step, and destruction during the work.
#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <thread>

#include "model/model.hpp"
#include "render/scene/scene_loader.hpp"
#include "rgm/map.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::render;
using scene::Kind;
using scene::RecordRef;

namespace {

using namespace std::chrono_literals;
using redforge::test::need;

struct Game : test::Folder {
    Game()
    {
        put("fxart/box.3dc", test::file_of(test::cube(20, {.bank = 7, .image = 3})));
        put("fxart/rock.rob", test::archive_of("ROCK", test::cube(20, {.colour = 3})));
        put("fxart/texbsi.007", test::bank_of("A07003", 1));
        put("fxart/a.col", test::palette_file());
    }
    /// Returns a map with a box, a rock and a model that the game does not have.
    [[nodiscard]] static rgm::Map map()
    {
        rgm::Map map;
        for (const std::string name : {"BOX", "ROCK", "GONE"}) {
            test::append_record(map, "statics", {{"model_name", name}});
        }
        test::set_value(map, "statics[1].position.x", "-100");
        return map;
    }
    [[nodiscard]] SceneRequest order(rgm::Map of = map()) const
    {
        return {.content = std::make_shared<const rgm::Map>(std::move(of)), .file = path / "maps/A.RGM", .game = path};
    }
};

/// Counts the notifications of a loader, so that a test can wait for them.
struct NotificationCounter {
    std::mutex access;
    std::condition_variable heard;
    int count{};
    std::function<void()> notify()
    {
        return [this] {
            const std::lock_guard alone(access);
            ++count;
            heard.notify_all();
        };
    }
    bool wait_until(const std::function<bool()>& so)
    {
        std::unique_lock alone(access);
        const auto end = std::chrono::steady_clock::now() + 20s;
        while (!so()) {
            if (std::chrono::steady_clock::now() > end) {
                return false;
            }
            heard.wait_for(alone, 5ms);
        }
        return true;
    }
};

}  // namespace

TEST_CASE("loading: loads a map with its art once", "[render]")
{
    const Game game;
    NotificationCounter counter;
    SceneLoader loader(counter.notify());
    CHECK(loader.take() == nullptr);
    loader.start(game.order());
    REQUIRE(counter.wait_until([&] { return !loader.busy(); }));
    const auto loaded = loader.take();
    REQUIRE(loaded);
    CHECK(loader.take() == nullptr);
    CHECK(loaded->scene.name == "A.RGM");
    CHECK(loaded->scene.instances.size() == 2);
    CHECK(loaded->scene.problems == std::vector<std::string>{"no model file and no archive segment is named \"GONE\""});
    REQUIRE(loaded->pictures());
    const scene::Picture* const picture = loaded->pictures()->find({7, 3});
    REQUIRE(picture);
    CHECK(picture->image.rgba == std::vector<std::uint8_t>{255, 0, 0, 255});

    // The same folder is not scanned again, but another file of it is loaded.
    SceneRequest again = game.order();
    again.art = loaded->art;
    CHECK(need(load_scene(again, {})).art == loaded->art);
    again.file = "B.RGM";
    CHECK(need(load_scene(again, {})).art != loaded->art);
}

TEST_CASE("loading: draws and picks a moved record at its new position", "[render]")
{
    const Game game;
    auto loaded = load_scene(game.order(), {});
    REQUIRE(loaded);
    const auto found_at = [&](float x) {
        // The Z of a box is that of map Z 0: -3276.8.
        const auto hit = loaded->picker.nearest({{x, 0, -3000}, {0, 0, -1}});
        return hit ? std::optional(hit->record) : std::nullopt;
    };
    CHECK(found_at(0) == RecordRef{Kind::static_object, 0});
    rgm::Map map = Game::map();
    test::set_value(map, "statics[0].position.x", "200");
    loaded->move(map, std::vector<RecordRef>{{Kind::static_object, 0}});
    CHECK(found_at(0) == std::nullopt);
    CHECK(found_at(-10) == RecordRef{Kind::static_object, 0});
}

TEST_CASE("loading: without a game folder, a map has symbols and a model its shape", "[render]")
{
    const Game game;
    SceneRequest order = game.order();
    order.game.reset();
    const auto plain = load_scene(order, {});
    REQUIRE(plain);
    CHECK(plain->scene.markers.size() == 3);
    CHECK(plain->scene.instances.empty());
    CHECK(plain->pictures() == nullptr);
    order.game = game.path / "fxart";
    const auto none = load_scene(order, {});
    REQUIRE(none);
    REQUIRE(none->scene.problems.size() == 1);
    CHECK(none->scene.problems[0].find("has neither FXART nor MAPS nor 3DART in it") != std::string::npos);

    order = {.content = std::make_shared<const model::Model>(test::cube(20, {.colour = 1})),
             .file = "BOX.3DC",
             .game = game.path};
    const auto model = load_scene(order, {});
    REQUIRE(model);
    CHECK(model->scene.instances.size() == 1);
    CHECK(model->scene.colours.at(1) == art::Colour{255, 0, 0});
    CHECK_FALSE(model->is_map);
}

TEST_CASE("loading: an animated scene plays the animations that an edit adds", "[render]")
{
    const Game game;
    game.put("fxart/doora001.3dc", test::file_of(test::shrinking_cube()));
    SceneRequest order = game.order();  // a map without actors
    order.animated = true;
    LoadedScene loaded = need(load_scene(order, {}));
    CHECK(loaded.scene.animations.empty());
    loaded.rebuild(rgm::sample_map());
    CHECK(loaded.scene.animations.size() == 1);
}

TEST_CASE("loading: can be stopped at every step", "[render]")
{
    const Game game;
    SceneRequest order = game.order();
    order.animated = true;
    int steps = 0;
    double last = 0;
    const Progress count{.report = [&](double fraction, std::string_view) {
        ++steps;
        CHECK(fraction >= last);
        CHECK(fraction <= 1);
        last = fraction;
    }};
    REQUIRE(load_scene(order, count));
    // An archive, the terrain, three records, the animations of two instances, pictures of two meshes, their shapes.
    CHECK(steps == 11);
    for (int stop = 1; stop < steps; ++stop) {
        std::atomic<bool> cancel{};
        int count_at_end = 0;
        const Progress progress{.report = [&](double, std::string_view) { cancel = ++count_at_end == stop; },
                                .cancel = &cancel};
        const auto loaded = load_scene(order, progress);
        REQUIRE_FALSE(loaded);
        CHECK(loaded.error().code == ErrorCode::cancelled);
        CHECK(count_at_end == stop);
    }
}

TEST_CASE("loading: ends soon and without a result if cancelled or destroyed", "[render]")
{
    const Game game;
    rgm::Map map = Game::map();
    for (int i = 0; i < 200000; ++i) {  // each has an unknown name to look up
        test::append_record(map, "statics", {{"model_name", "M" + std::to_string(i)}});
    }
    const SceneRequest order = game.order(std::move(map));
    NotificationCounter counter;
    {
        SceneLoader loader(counter.notify());
        loader.start(order);
        REQUIRE(counter.wait_until([&] { return counter.count > 0; }));
        CHECK(loader.state().fraction > 0);
        const auto cancel_time = std::chrono::steady_clock::now();
        loader.cancel();
        REQUIRE(counter.wait_until([&] { return !loader.busy(); }));
        // 0.1 s on an idle machine; the limit only shows that the work was cancelled.
        CHECK(std::chrono::steady_clock::now() - cancel_time < 10s);
        CHECK(loader.take() == nullptr);
        // A new request replaces the running one.
        loader.start(order);
        loader.start(game.order());
        REQUIRE(counter.wait_until([&] { return !loader.busy(); }));
        const auto loaded = loader.take();
        REQUIRE(loaded);
        CHECK(loaded->scene.markers.size() == 3);
        loader.start(order);
    }
    const int count_at_end = counter.count;
    std::this_thread::sleep_for(80ms);
    CHECK(counter.count == count_at_end);  // no notification after its end
}

TEST_CASE("loading: too little memory is an error", "[render]")
{
    const Game game;
    rgm::Map map = Game::map();
    for (int i = 0; i < 200000; ++i) {  // long enough to report progress
        test::append_record(map, "statics", {{"model_name", "M" + std::to_string(i)}});
    }
    std::atomic<int> notifications{};
    SceneLoader loader([&] {
        if (notifications++ == 0) {
            throw std::bad_alloc();  // like any code in the loader's thread
        }
    });
    loader.start(game.order(std::move(map)));
    while (loader.busy()) {
        std::this_thread::sleep_for(5ms);
    }
    CHECK(loader.take() == nullptr);
    REQUIRE(loader.failure());
    CHECK(loader.failure()->message == "there is not enough memory");
    loader.start(game.order());
    while (loader.busy()) {
        std::this_thread::sleep_for(5ms);
    }
    CHECK(loader.take() != nullptr);
    CHECK_FALSE(loader.failure());
}
