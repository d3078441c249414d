// Images of surfaces, loaded on first use.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "art/colour.hpp"
#include "art/picture.hpp"
#include "art/texture_bank.hpp"
#include "scene/game_folder.hpp"

namespace redforge::scene {

/// Bank and number of an image, as stored in a face.
struct PictureKey {
    std::uint32_t bank{};
    std::uint32_t image{};
    friend constexpr auto operator<=>(const PictureKey&, const PictureKey&) = default;
};

struct Picture {
    art::RgbaImage image;
    float scale{1};  ///< from the image header: width of a pixel of a flat, in map units
};

/// Pictures in the colours of a map, at one animation frame. Thread-safe.
class Pictures {
public:
    /// `frame` selects a frame of each image, modulo its number of frames.
    Pictures(const GameFolder& game, std::vector<art::Colour> colours, std::size_t frame);
    ~Pictures();
    /// Returns the picture, or null if it is missing; problems() then contains the reason. The pointer stays valid as
    /// long as this object.
    const Picture* find(PictureKey key);
    /// Returns true if the bank has an image of this number. An unreadable bank is added to problems(), a missing image
    /// is not.
    [[nodiscard]] bool has(PictureKey key);
    /// Returns the reasons for missing pictures, once for each bank or image. Do not call it while another thread looks
    /// for pictures.
    [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }

private:
    const art::TextureBank* bank_numbered(std::uint32_t number);

    std::mutex access_;
    const GameFolder* game_;
    std::vector<art::Colour> colours_;
    std::size_t frame_;
    std::map<std::uint32_t, std::unique_ptr<const art::TextureBank>> banks_;  ///< null if the bank cannot be read
    std::map<PictureKey, std::optional<Picture>> pictures_;
    std::vector<std::string> problems_;
};

}  // namespace redforge::scene
