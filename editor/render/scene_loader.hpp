// Loading scenes in a thread of its own, with progress and cancel.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "render/load_scene.hpp"

namespace redforge::render {

/// One scene at a time; a new order takes the place of the one before. Used from one thread.
class SceneLoader {
public:
    /// `tell` is called in the loader's thread when there is news: progress, or the end. It must not call the loader.
    explicit SceneLoader(std::function<void()> tell) : tell_(std::move(tell)) {}
    SceneLoader(const SceneLoader&) = delete;
    SceneLoader& operator=(const SceneLoader&) = delete;
    /// Stops, and waits until it has: less than 0.1 s, the longest step between two questions whether to go on.
    ~SceneLoader();

    void start(SceneOrder order);
    /// Asks it to stop; nothing is delivered.
    void cancel();
    [[nodiscard]] bool busy() const;

    struct State {
        double fraction{};
        std::string what;
    };
    [[nodiscard]] State state() const;
    /// The scene, once, when it is there; null before and after, and when it was cancelled.
    [[nodiscard]] std::unique_ptr<LoadedScene> take();
    /// Why there is none although it was not cancelled: too little memory.
    [[nodiscard]] std::optional<Error> failure() const;

private:
    void work(SceneOrder order);
    void stop();

    std::function<void()> tell_;
    std::atomic<bool> cancel_{};
    mutable std::mutex access_;  ///< to the four below
    bool busy_{};
    State state_;
    std::unique_ptr<LoadedScene> done_;
    std::optional<Error> failure_;
    std::jthread thread_;  ///< last: it uses all of the above
};

}  // namespace redforge::render
