// The images that surfaces are covered with, loaded when they are first asked for.
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

/// An image of a bank, as a face names it.
struct PictureKey {
    std::uint32_t bank{};
    std::uint32_t image{};
    friend constexpr auto operator<=>(const PictureKey&, const PictureKey&) = default;
};

struct Picture {
    art::RgbaImage image;
    float scale{1};  ///< of the image's header: how many units a pixel of a flat is wide
};

/// Pictures in the colours of a map, at one moment of their animation. Several threads may look for pictures at once.
class Pictures {
public:
    /// `frame` counts on through the frames of each image and begins again behind its last.
    Pictures(const GameFolder& game, std::vector<art::Colour> colours, std::size_t frame);
    ~Pictures();
    /// The picture, or null where there is none; problems() then says why. It stays where it is.
    const Picture* find(PictureKey key);
    /// Whether the bank has an image of that number; a bank that cannot be read is a problem, an image is not.
    [[nodiscard]] bool has(PictureKey key);
    /// Why pictures are missing, each bank or image once. Not while another thread looks for pictures.
    [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }

private:
    const art::TextureBank* bank_numbered(std::uint32_t number);

    std::mutex access_;
    const GameFolder* game_;
    std::vector<art::Colour> colours_;
    std::size_t frame_;
    std::map<std::uint32_t, std::unique_ptr<const art::TextureBank>> banks_;  ///< null: cannot be read
    std::map<PictureKey, std::optional<Picture>> pictures_;
    std::vector<std::string> problems_;
};

}  // namespace redforge::scene
