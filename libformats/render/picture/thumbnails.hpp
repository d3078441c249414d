// Thumbnails of models and textures, drawn in a separate thread.
#pragma once

#include <atomic>
#include <compare>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "art/picture.hpp"
#include "render/scene/load_scene.hpp"

namespace redforge::render {

/// Subject of a thumbnail: a model by name, or an image of a bank.
struct ThumbnailKey {
    std::string model{};      ///< empty if the subject is an image of a bank
    std::string extension{};  ///< extension of the model file to try first, such as ".3DC"; may be empty
    std::size_t frame{};      ///< frame of an animated model; all frames have the same camera
    scene::PictureKey picture{};

    friend auto operator<=>(const ThumbnailKey&, const ThumbnailKey&) = default;
};

/// Queue of thumbnails with a worker thread. All calls must come from one thread.
class Thumbnails {
public:
    /// `notify` is called in the worker thread when a picture is done, and must not call this object. `kept_in`: folder
    /// for pictures of models that are reused after a restart; if empty, none are stored.
    explicit Thumbnails(std::function<void()> notify, std::uint32_t side = 80, std::filesystem::path kept_in = {})
        : notify_(std::move(notify)), side_(side), kept_in_(std::move(kept_in))
    {
    }
    Thumbnails(const Thumbnails&) = delete;
    Thumbnails& operator=(const Thumbnails&) = delete;
    ~Thumbnails();

    /// Sets the art that the pictures are made from, and removes the pictures of earlier art. `art` may be null.
    void use(std::shared_ptr<GameArt> art);
    [[nodiscard]] const GameArt* art() const { return art_.get(); }
    /// Replaces the queue: makes these thumbnails in this order. Earlier requests that were not started are dropped.
    void request(const std::vector<ThumbnailKey>& keys);
    /// Returns a requested picture, or null if it is not ready. If the picture cannot be made, returns an empty image.
    [[nodiscard]] std::shared_ptr<const art::RgbaImage> find(const ThumbnailKey& key) const;
    /// Returns true if all requested thumbnails are done.
    [[nodiscard]] bool idle() const;
    [[nodiscard]] std::uint32_t side() const { return side_; }

private:
    void work();
    void stop();

    std::function<void()> notify_;
    std::uint32_t side_;  ///< pixels
    std::filesystem::path kept_in_;
    std::shared_ptr<GameArt> art_;
    std::atomic<bool> end_{};
    mutable std::mutex access_;  ///< protects all members below
    std::condition_variable wake_;
    std::vector<ThumbnailKey> wanted_;  ///< queue, in reverse order: the next thumbnail is last
    bool working_{};
    std::map<ThumbnailKey, std::shared_ptr<const art::RgbaImage>> made_;
    std::jthread thread_;
};

}  // namespace redforge::render
