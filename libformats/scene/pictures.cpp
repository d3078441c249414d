// Loading and colouring of images.
#include "scene/pictures.hpp"

#include <charconv>
#include <string_view>
#include <utility>

#include "art/image.hpp"
#include "art/texture_bank.hpp"

namespace redforge::scene {
namespace {

/// Returns the image whose name ends with this three-digit number, or null.
const art::Image* image_numbered(const art::TextureBank& bank, std::uint32_t number)
{
    for (const art::Image& image : bank.images) {
        const std::string_view name = image.name.view();
        if (name.size() < 3) {
            continue;
        }
        const std::string_view digits = name.substr(name.size() - 3);
        std::uint32_t found{};
        const auto [end, failed] = std::from_chars(digits.data(), digits.data() + 3, found);
        if (failed == std::errc{} && end == digits.data() + 3 && found == number) {
            return &image;
        }
    }
    return nullptr;
}

}  // namespace

Pictures::Pictures(const GameFolder& game, std::vector<art::Colour> colours, std::size_t frame)
    : game_(&game), colours_(std::move(colours)), frame_(frame)
{
}

Pictures::~Pictures() = default;

const art::TextureBank* Pictures::bank_numbered(std::uint32_t number)
{
    const auto [bank, added] = banks_.try_emplace(number);
    if (added) {
        if (auto loaded = load_bank(*game_, number)) {
            bank->second = std::make_unique<const art::TextureBank>(std::move(*loaded));
        } else {
            problems_.push_back(describe(loaded.error()));
        }
    }
    return bank->second.get();
}

bool Pictures::has(PictureKey key)
{
    const std::lock_guard alone(access_);
    const art::TextureBank* const bank = bank_numbered(key.bank);
    return bank != nullptr && image_numbered(*bank, key.image) != nullptr;
}

const Picture* Pictures::find(PictureKey key)
{
    const std::lock_guard alone(access_);
    if (const auto known = pictures_.find(key); known != pictures_.end()) {
        return known->second ? &*known->second : nullptr;
    }
    std::optional<Picture>& picture = pictures_[key];
    const art::TextureBank* const bank = bank_numbered(key.bank);
    if (bank == nullptr) {
        return nullptr;
    }
    const std::string place = "texture bank " + std::to_string(key.bank) + ", image " + std::to_string(key.image);
    const art::Image* const image = image_numbered(*bank, key.image);
    if (image == nullptr) {
        problems_.push_back(place + ": there is no such image");
        return nullptr;
    }
    const auto pixels = art::decode_frame(*image, frame_ % art::frame_count(*image));
    if (!pixels || pixels->width == 0 || pixels->height == 0) {
        problems_.push_back(place + ": " + (pixels ? std::string("has no pixels") : describe(pixels.error())));
        return nullptr;
    }
    picture = Picture{art::to_rgba(*pixels, art::colours_of(*image, colours_)),
                      static_cast<float>(image->header.scale) / 256};
    return &*picture;
}

}  // namespace redforge::scene
