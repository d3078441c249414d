// Images of a texture bank, frames of a GXA, planes of a terrain, the picture of a PCX, LBM or BMP, or colours of a
// palette, as a sheet of tiles.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "art/picture.hpp"
#include "art/terrain_planes.hpp"
#include "editor/model/session/session.hpp"
#include "scene/game_folder.hpp"

namespace redforge::editor {

struct SheetTile {
    NodeRef record{};  ///< invalid for a plane or a single picture
    std::string name;  ///< the error, if the picture is invalid
    int width{};       ///< pixels
    int height{};
    std::size_t frames{1};
    int delay{};           ///< display time of a frame, in milliseconds
    art::Colour colour{};  ///< colour of a palette swatch
    std::optional<art::TerrainPlane> plane{};
    friend bool operator==(const SheetTile&, const SheetTile&) = default;
};

/// Returns true if a document contains images or colours. A terrain shows its planes below its view.
[[nodiscard]] bool has_sheet(const Session& session);
/// Returns true if the document is a palette, so that its tiles are colours.
[[nodiscard]] bool has_colour_tiles(const Session& session);
/// Returns true if the document is exported and imported as one picture: a palette, or a file with a single picture.
[[nodiscard]] bool is_single_picture(const Session& session);
/// Returns the tiles of a document; empty if it has no sheet.
[[nodiscard]] std::vector<SheetTile> sheet_of(const Session& session);
/// Returns a frame of an image; empty if it has no pixels. `colours`: palette of images without their own.
[[nodiscard]] art::RgbaImage image_of(const Session& session, const SheetTile& tile, std::size_t frame,
                                      const std::vector<art::Colour>& colours);
/// Returns the palette of the game; empty if it is not known.
[[nodiscard]] std::vector<art::Colour> palette_of_game(const scene::GameFolder* game);
/// Returns the palette for images without their own: palette_of_game(), or greys if it is not known.
[[nodiscard]] std::vector<art::Colour> colours_of_game(const scene::GameFolder* game);

}  // namespace redforge::editor
