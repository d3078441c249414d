// Loads scenes in a separate thread, with progress and cancellation.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "render/scene/load_scene.hpp"

namespace redforge::render {

/// Loads one scene at a time; a new request replaces the present one. All calls must come from one thread.
class SceneLoader {
public:
    /// `notify` is called in the loader thread after progress and at the end. It must not call the loader.
    explicit SceneLoader(std::function<void()> notify) : notify_(std::move(notify)) {}
    SceneLoader(const SceneLoader&) = delete;
    SceneLoader& operator=(const SceneLoader&) = delete;
    /// Cancels loading and waits for its end: less than 0.1 s, the maximum time between two checks for a cancel.
    ~SceneLoader();

    void start(SceneRequest request);
    /// Requests a cancel and returns immediately. take() then returns null.
    void cancel();
    [[nodiscard]] bool busy() const;

    struct State {
        double fraction{};
        std::string what;
    };
    [[nodiscard]] State state() const;
    /// Returns the loaded scene once. Returns null before the end, after the first call, and after a cancel.
    [[nodiscard]] std::unique_ptr<LoadedScene> take();
    /// Returns the error if loading failed without a cancel: not enough memory.
    [[nodiscard]] std::optional<Error> failure() const;

private:
    void work(SceneRequest request);
    void stop();

    std::function<void()> notify_;
    std::atomic<bool> cancel_{};
    mutable std::mutex access_;  ///< protects the next four members
    bool busy_{};
    State state_;
    std::unique_ptr<LoadedScene> done_;
    std::optional<Error> failure_;
    std::jthread thread_;  ///< last member, because the thread uses the others
};

}  // namespace redforge::render
