// The loader thread, and its communication with the thread that started it.
#include "render/scene/scene_loader.hpp"

#include <chrono>
#include <system_error>
#include <utility>

#include "core/out_of_memory.hpp"

namespace redforge::render {
namespace {

constexpr std::chrono::milliseconds report_interval{50};  ///< minimum time between two progress reports

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

void SceneLoader::start(SceneRequest request)
{
    stop();
    cancel_ = false;
    busy_ = true;  // no lock: the loader thread has ended
    state_ = {};
    done_.reset();
    failure_.reset();
    try {
        thread_ = std::jthread([this, request] { work(request); });
    } catch (const std::system_error&) {
        work(std::move(request));  // if no thread can start, load in this thread
    }
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

std::optional<Error> SceneLoader::failure() const
{
    const std::lock_guard alone(access_);
    return failure_;
}

void SceneLoader::work(SceneRequest request)
{
    auto last_report = std::chrono::steady_clock::now();
    const Progress progress{.report =
                                [&](double fraction, std::string_view what) {
                                    const auto now = std::chrono::steady_clock::now();
                                    if (now - last_report < report_interval) {
                                        return;
                                    }
                                    last_report = now;
                                    {
                                        const std::lock_guard alone(access_);
                                        state_ = {fraction, std::string(what)};
                                    }
                                    notify_();
                                },
                            .cancel = &cancel_};
    auto loaded = catch_out_of_memory([&] { return load_scene(std::move(request), progress); });
    {
        const std::lock_guard alone(access_);
        busy_ = false;
        if (loaded && !cancel_) {
            done_ = std::make_unique<LoadedScene>(std::move(*loaded));
        } else if (!loaded && !cancel_) {
            failure_ = std::move(loaded.error());
        }
    }
    notify_();
}

}  // namespace redforge::render
