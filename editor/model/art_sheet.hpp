// Images of a texture bank, frames of a GXA, planes of a terrain or colours of a palette, as a sheet of tiles.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "art/picture.hpp"
#include "art/terrain_planes.hpp"
#include "editor/model/session.hpp"
#include "scene/game_folder.hpp"

namespace redforge::editor {

struct SheetTile {
    NodeRef record{};  ///< none of a plane
    std::string name;
    int width{};  ///< pixels
    int height{};
    std::size_t frames{1};
    int delay{};           ///< milliseconds that a frame is shown
    art::Colour colour{};  ///< of a swatch
    std::optional<art::TerrainPlane> plane{};
    friend bool operator==(const SheetTile&, const SheetTile&) = default;
};

/// Whether a document is one of images or colours. A terrain has its planes, below its view.
[[nodiscard]] bool has_sheet(const Session& session);
/// Whether its tiles are colours alone.
[[nodiscard]] bool is_of_colours(const Session& session);
[[nodiscard]] std::vector<SheetTile> sheet_of(const Session& session);
/// A frame of an image; empty where it has no pixels. `colours`: those of images that have none of their own.
[[nodiscard]] art::RgbaImage image_of(const Session& session, const SheetTile& tile, std::size_t frame,
                                      const std::vector<art::Colour>& colours);
/// The colours of the game's palette; empty: it is not known.
[[nodiscard]] std::vector<art::Colour> palette_of_game(const scene::GameFolder* game);
/// The colours that images without their own are shown in; without a game greys.
[[nodiscard]] std::vector<art::Colour> colours_of_game(const scene::GameFolder* game);

}  // namespace redforge::editor
