// Converts between viewport positions and pixels, and places the game's screen in a picture.
#pragma once

#include <optional>

#include "render/camera/camera.hpp"

namespace redforge::render {

/// Position in pixels from the top left corner. The centre of a pixel is at an offset of one half.
struct Pixel {
    float x{};
    float y{};
};

struct Extent2 {
    float width{1};  ///< pixels
    float height{1};
};

struct Ray {
    scene::Vec3 origin{};
    scene::Vec3 direction{};  ///< of length one
};

/// Returns the ray through a pixel, from the near plane away from the camera.
[[nodiscard]] Ray ray_through(const Camera& camera, Pixel pixel, Extent2 size);

/// Returns the pixel of a position, or nullopt if it is behind the camera.
[[nodiscard]] std::optional<Pixel> pixel_of(const Camera& camera, scene::Vec3 place, Extent2 size);

/// The game's screen in a picture: centred, as large as fits.
struct GameScreen {
    Pixel corner{};  ///< upper left corner
    float scale{1};  ///< pixels of the picture in a pixel of the game
};
[[nodiscard]] GameScreen game_screen(Extent2 size);

/// Returns a camera for a whole picture of this size: the game's screen shows what `camera` shows in a picture of 4:3.
[[nodiscard]] Camera on_game_screen(const Camera& camera, Extent2 size);

}  // namespace redforge::render
