// The thread that loads, and what passes between it and the one that asked.
#include "render/scene_loader.hpp"

#include <chrono>
#include <utility>

namespace redforge::render {
namespace {

constexpr std::chrono::milliseconds telling_pause{50};  ///< people read no faster

}  // namespace

SceneLoader::~SceneLoader()
{
    stop();
}

void SceneLoader::stop()
{
    cancel_ = true;
    if (thread_.joinable()) {
        thread_.join();
    }
}

void SceneLoader::start(SceneOrder order)
{
    stop();
    cancel_ = false;
    busy_ = true;  // no other thread is there now
    state_ = {};
    done_.reset();
    thread_ = std::jthread([this, held = std::move(order)]() mutable { work(std::move(held)); });
}

void SceneLoader::cancel()
{
    cancel_ = true;
    const std::lock_guard alone(access_);
    done_.reset();
}

bool SceneLoader::busy() const
{
    const std::lock_guard alone(access_);
    return busy_;
}

SceneLoader::State SceneLoader::state() const
{
    const std::lock_guard alone(access_);
    return state_;
}

std::unique_ptr<LoadedScene> SceneLoader::take()
{
    const std::lock_guard alone(access_);
    return std::move(done_);
}

void SceneLoader::work(SceneOrder order)
{
    auto told = std::chrono::steady_clock::now();
    const Progress progress{.report =
                                [&](double fraction, std::string_view what) {
                                    const auto now = std::chrono::steady_clock::now();
                                    if (now - told < telling_pause) {
                                        return;
                                    }
                                    told = now;
                                    {
                                        const std::lock_guard alone(access_);
                                        state_ = {fraction, std::string(what)};
                                    }
                                    tell_();
                                },
                            .cancel = &cancel_};
    auto loaded = load_scene(std::move(order), progress);
    {
        const std::lock_guard alone(access_);
        busy_ = false;
        if (loaded && !cancel_) {
            done_ = std::make_unique<LoadedScene>(std::move(*loaded));
        }
    }
    tell_();
}

}  // namespace redforge::render
