// Loading and colouring images.
#include "scene/pictures.hpp"

#include <charconv>
#include <string_view>

namespace redforge::scene {
namespace {

/// Faces refer to the last three digits of an image's name.
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

const Picture* Pictures::find(PictureKey key)
{
    if (const auto known = pictures_.find(key); known != pictures_.end()) {
        return known->second ? &*known->second : nullptr;
    }
    std::optional<Picture>& picture = pictures_[key];
    auto bank = banks_.find(key.bank);
    if (bank == banks_.end()) {
        auto loaded = load_bank(*game_, key.bank);
        if (!loaded) {
            problems_.push_back(describe(loaded.error()));
        }
        bank = banks_.emplace(key.bank, loaded ? std::optional(std::move(*loaded)) : std::nullopt).first;
    }
    if (!bank->second) {
        return nullptr;
    }
    const std::string place = "texture bank " + std::to_string(key.bank) + ", image " + std::to_string(key.image);
    const art::Image* const image = image_numbered(*bank->second, key.image);
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
