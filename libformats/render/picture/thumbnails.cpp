// Worker thread that draws thumbnails.
#include "render/picture/thumbnails.hpp"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include "render/picture/picture.hpp"
#include "render/picture/thumbnail_store.hpp"

namespace redforge::render {
namespace {

/// Returns an image scaled to at most `side` pixels, with nearest-neighbour sampling.
art::RgbaImage fitted(const art::RgbaImage& image, std::uint32_t side)
{
    const std::uint32_t largest = std::max({image.width, image.height, 1U});
    art::RgbaImage small{std::max(image.width * side / largest, 1U), std::max(image.height * side / largest, 1U), {}};
    if (image.width == 0 || image.height == 0) {
        return {};
    }
    for (std::size_t y = 0; y < small.height; ++y) {
        for (std::size_t x = 0; x < small.width; ++x) {
            const std::size_t from =
                (y * image.height / small.height * image.width + x * image.width / small.width) * 4;
            small.rgba.insert(small.rgba.end(),
                              {image.rgba[from], image.rgba[from + 1], image.rgba[from + 2], image.rgba[from + 3]});
        }
    }
    return small;
}

/// Makes background pixels transparent.
void clear_ground(art::RgbaImage& image, scene::Vec3 ground)
{
    const auto part = [](float value) { return static_cast<int>(value * 255 + 0.5F); };
    const std::array<int, 3> colour{part(ground.x), part(ground.y), part(ground.z)};
    for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4) {
        const bool same =
            image.rgba[i] == colour[0] && image.rgba[i + 1] == colour[1] && image.rgba[i + 2] == colour[2];
        image.rgba[i + 3] = same ? 0 : 255;
    }
}

art::RgbaImage picture_of_model(Painter& painter, const GameArt& art, scene::Pictures& pictures,
                                const ThumbnailKey& key, std::uint32_t side)
{
    const scene::Vec3 ground{0.45F, 0.46F, 0.47F};  // background colour; antialiased edges mix with it
    const auto model = scene::load_model(art.game, key.model, key.extension);
    if (!model) {
        return {};
    }
    scene::Scene scene = scene::scene_of(*model, key.model);
    const scene::Bounds bounds = scene::bounds_of(scene);
    if (key.frame != 0) {
        scene = scene::scene_of(*model, key.model, key.frame);
    }
    scene.colours = art.colours;
    Result<art::RgbaImage> drawn =
        painter.draw(scene, &pictures, preset(View::iso, bounds, 1), {side, side}, {.sky = ground});
    if (!drawn) {
        return {};
    }
    clear_ground(*drawn, ground);
    return std::move(*drawn);
}

}  // namespace

Thumbnails::~Thumbnails()
{
    stop();
}

void Thumbnails::stop()
{
    {
        const std::lock_guard alone(access_);  // locked, else the thread could miss the notification
        end_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
    end_ = false;
}

void Thumbnails::use(std::shared_ptr<GameArt> art)
{
    if (art == art_) {
        return;
    }
    stop();
    art_ = std::move(art);
    const std::lock_guard alone(access_);
    wanted_.clear();
    made_.clear();
    working_ = false;
}

void Thumbnails::request(const std::vector<ThumbnailKey>& keys)
{
    if (!art_) {
        return;
    }
    {
        const std::lock_guard alone(access_);
        wanted_.clear();
        for (const ThumbnailKey& key : keys) {
            if (!made_.contains(key)) {
                wanted_.push_back(key);
            }
        }
        std::ranges::reverse(wanted_);
        if (wanted_.empty()) {
            return;
        }
    }
    if (!thread_.joinable()) {
        try {
            thread_ = std::jthread([this] { work(); });
        } catch (const std::system_error&) {
            return;  // without a thread, there are no pictures
        }
    }
    wake_.notify_all();
}

std::shared_ptr<const art::RgbaImage> Thumbnails::find(const ThumbnailKey& key) const
{
    const std::lock_guard alone(access_);
    const auto found = made_.find(key);
    return found == made_.end() ? nullptr : found->second;
}

bool Thumbnails::idle() const
{
    const std::lock_guard alone(access_);
    return wanted_.empty() && !working_;
}

void Thumbnails::work()
{
    std::optional<Result<Painter>> painter;                  // its context belongs to this thread
    scene::Pictures pictures(art_->game, art_->colours, 0);  // not the scene's: missing files here are not reported
    const std::optional<ThumbnailStore> store =
        kept_in_.empty()
            ? std::nullopt
            : std::optional<ThumbnailStore>(std::in_place, kept_in_, art_->game, art_->files.palette, side_);
    while (!end_) {
        ThumbnailKey key;
        {
            std::unique_lock alone(access_);
            working_ = false;
            wake_.wait(alone, [this] { return end_ || !wanted_.empty(); });
            if (end_) {
                return;
            }
            key = std::move(wanted_.back());
            wanted_.pop_back();
            working_ = true;
        }
        art::RgbaImage image;
        if (!key.model.empty()) {
            const std::string name =
                key.model + key.extension + (key.frame == 0 ? std::string{} : "#" + std::to_string(key.frame));
            if (std::optional<art::RgbaImage> kept = store ? store->find(name) : std::nullopt) {
                image = std::move(*kept);
            } else {
                if (!painter) {
                    painter.emplace(Painter::create());
                }
                image = *painter ? picture_of_model(**painter, *art_, pictures, key, side_) : art::RgbaImage{};
                if (store && image.width > 0) {
                    store->save(name, image);
                }
            }
        } else if (const scene::Picture* const picture = pictures.find(key.picture)) {
            image = fitted(picture->image, side_);
        }
        {
            const std::lock_guard alone(access_);
            made_[key] = std::make_shared<const art::RgbaImage>(std::move(image));
        }
        notify_();
    }
}

}  // namespace redforge::render
