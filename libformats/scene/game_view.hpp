// How the game shows a world: the sky plane, the sun disc, the waves of the water and the compass.
//
// Positions are in map units, with Y down. Angles are in 2048ths of a turn. Source: reference sheet "engine facts", 1
// (WORLD.INI), 5 (BSI) and 6 (water). The numbers are those of the Glide edition.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/glm.hpp>

#include "art/picture.hpp"
#include "art/terrain.hpp"
#include "scene/fog.hpp"
#include "scene/placement.hpp"

namespace redforge::scene {

struct GameFolder;

/// Ticks of the BIOS clock in a second: the unit of time of the sky and the waves.
inline constexpr double ticks_per_second = 1193182.0 / 65536;

/// Settings of WORLD.INI for sky, sun, terrain, water and compass.
struct WorldView {
    std::int32_t terrain_shift{};         ///< world_scapeshift: added to the Y of the terrain; positive lowers it
    std::string sky_picture{};            ///< world_skyfx: name of a .BSI file; empty if the world has no sky
    float sky_level{-3500};               ///< world_skylevel: Y of the sky plane
    float sky_scale{2000};                ///< world_skyscale: texels over half of the plane
    float sky_speed{};                    ///< world_skyspeed / 16: texels per tick
    std::string sun_picture{};            ///< world_sunimg: name of a .BSI file; empty if no disc is drawn
    Vec3 sun_colour{1, 1, 200.0F / 255};  ///< world_sunimgrgb, 0 to 1 each
    std::int32_t sun_angle{};             ///< world_sunangle
    std::int32_t sun_skew{};              ///< world_sunskew
    float sun_scale{12800};               ///< world_sunscale, per cent
    float wave_amplitude{};               ///< world_wave, first number; 0: no waves
    std::int32_t wave_speed{};            ///< second number: phase per tick
    std::int32_t wave_frequency{};        ///< third number: phase per squared distance, in cells
    std::int32_t compass{};               ///< world_compass: added to the heading

    friend bool operator==(const WorldView&, const WorldView&) = default;
};

/// Returns the whole numbers of a list such as "-73508, -74172, -139025, 46": at most four, up to the first word that
/// is not a number.
[[nodiscard]] std::vector<std::int32_t> numbers_of_setting(std::string_view value);

/// Reads one setting of WORLD.INI. `key` is in upper case and without its index: "WORLD_SKYLEVEL". Returns false if the
/// view does not use this key. A value that is not a number leaves the default.
bool take_view_setting(WorldView& view, std::string_view key, std::string_view value);

/// Half the side of the square sky plane, whose middle is above the camera.
inline constexpr float sky_half = 65000;
/// Angle between the sky plane and the ground, about the horizontal axis across the camera's direction.
inline constexpr std::int32_t sky_tilt = 24;

/// The fog of the sky: entries 33 to 62 grow from 8 to 240.
[[nodiscard]] const FogTable& sky_fog();

/// Rotates a point of the horizontal plane by sky_tilt. The result is relative to the centre of the plane. `heading`:
/// horizontal direction of the camera, of length 1.
[[nodiscard]] Vec3 tilt_sky(Vec3 point, Vec3 heading);

/// A point of the sky plane.
struct SkyPoint {
    glm::vec2 texel{};  ///< in the picture, which repeats
    float depth{};      ///< distance along the camera's direction
};
/// Returns the point of the sky plane in a direction, or nullopt if there is none. `eye`: position of the camera;
/// `forward`: its direction, of length 1. `drift`: texels that the sky has moved.
[[nodiscard]] std::optional<SkyPoint> sky_point(const WorldView& view, Vec3 eye, Vec3 forward, Vec3 direction,
                                                glm::vec2 drift);

/// Returns the middle of the sun disc, relative to the camera.
[[nodiscard]] Vec3 sun_centre(const WorldView& view);
/// Returns half a side of the sun disc. `side`: side of its picture, pixels; `scale`: scale of the picture, 1 for a
/// stored 256.
[[nodiscard]] float sun_half_side(const WorldView& view, std::uint32_t side, float scale);

/// Returns a byte for each corner of the terrain: 1 if it waves. Corner (x, row) is at row * art::terrain_side + x.
[[nodiscard]] std::vector<std::uint8_t> waving_corners(const art::Terrain& terrain);
/// Returns how far a waving corner is below its stored height, in map units. Between -1.5 and 0.5 amplitudes.
[[nodiscard]] float wave_offset(const WorldView& view, std::size_t x, std::size_t row, double ticks);

/// Returns the heading of a direction: 0 along Z, 512 along X; 0 to 2047.
[[nodiscard]] std::int32_t heading_of(Vec3 direction);
/// Returns the frame of COMPASS2.GXA for a heading.
[[nodiscard]] std::uint32_t compass_frame(const WorldView& view, std::int32_t heading);

/// The view of a world with its pictures.
struct GameView {
    WorldView world{};
    std::optional<art::RgbaImage> sky{};
    std::optional<art::RgbaImage> sun{};  ///< alpha is the opacity of the disc
    glm::vec2 sun_half{};                 ///< half the sides of the sun disc
    std::vector<std::uint8_t> waving{};   ///< waving_corners(); empty if nothing waves
    std::vector<std::string> missing{};   ///< a sentence for each picture that is not drawn
};

/// Returns true if something in the view moves.
[[nodiscard]] inline bool has_motion(const GameView& view)
{
    return !view.waving.empty() || (view.sky && view.world.sky_speed != 0);
}

/// Loads the pictures of a world from the game folder, where their .COL files are too. `terrain` can be null.
[[nodiscard]] GameView load_game_view(const GameFolder& game, const WorldView& world, const art::Terrain* terrain);

}  // namespace redforge::scene
