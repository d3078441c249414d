// Loads the pictures and colours of an exported model from a game folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "art/colour.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

/// Assumed width and height of an image of unknown size, in texels. The game stores texture coordinates in texels,
/// other programs in fractions of the image, so export and import must assume the same size.
inline constexpr std::uint32_t unknown_side = 256;

/// The first frame of an image.
struct Picture {
    std::uint32_t width{};   ///< texels
    std::uint32_t height{};  ///< texels
    bool holes{};            ///< has transparent texels (index 0)
    Bytes png{};
};

struct Textures {
    using Key = std::pair<std::uint16_t, std::uint16_t>;  ///< bank and image
    std::map<Key, Picture> pictures{};
    std::vector<art::Colour> colours{};  ///< the palette; empty if there is none
    std::vector<std::string>
        missing{};  ///< names of images that faces use but the folder does not contain, such as "D02044"

    [[nodiscard]] const Picture* find(const model::Texture& texture) const;
};

/// Loads the images that a model's faces use. Searches `game` and its folder FXART for TEXBSI.nnn, ignoring case.
/// Colours come from `palette`, or from the first COL file by name next to the banks. Missing images are reported, not
/// errors. Errors: io (no such folder, or an unreadable palette); errors of reading a palette.
[[nodiscard]] Result<Textures> load_textures(const model::Model& model, const std::filesystem::path& game,
                                             const std::optional<std::filesystem::path>& palette = std::nullopt);

/// Returns the default palette of load_textures(), or nullopt if there is none. Errors: io (no such folder).
[[nodiscard]] Result<std::optional<std::filesystem::path>> find_palette(const std::filesystem::path& game);

/// Returns the colours of a palette file. Errors: io; those of reading a palette.
[[nodiscard]] Result<std::vector<art::Colour>> load_palette(const std::filesystem::path& path);

}  // namespace redforge::exchange
