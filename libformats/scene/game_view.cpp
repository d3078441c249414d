// Formulas and pictures of the sky, the sun, the waves and the compass.
#include "scene/game_view.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "art/image.hpp"
#include "art/palette.hpp"
#include "art/sky.hpp"
#include "art/terrain_planes.hpp"
#include "core/files/files.hpp"
#include "core/text/trim.hpp"
#include "scene/game_folder.hpp"

namespace redforge::scene {
namespace {

constexpr float turn = 6.2831852F;  ///< a turn in radians, with the digits that the game uses
constexpr std::int32_t turn_steps = 2048;

float radians_of(std::int32_t angle)
{
    return static_cast<float>(angle & (turn_steps - 1)) * turn / turn_steps;
}

/// Returns the name of a file without its folder.
std::string name_of(std::string_view path)
{
    return std::string(path.substr(path.find_last_of("\\/") + 1));
}

/// Sets a value to a number, unless the number is 0: the game then uses its default.
void set_unless_zero(float& value, std::int32_t number)
{
    value = number != 0 ? static_cast<float>(number) : value;
}

bool is_water(std::uint8_t texture)
{
    return texture == 0 || texture == 30 || texture == 31;
}
bool borders_water(std::uint8_t texture)
{
    return texture == 5 || is_water(texture);
}

Error with_file(Error error, const std::filesystem::path& file)
{
    error.file = file.string();
    return error;
}

/// A picture of the game folder, as indices.
struct IndexedPicture {
    art::IndexedImage pixels;
    float scale{};
};

Result<IndexedPicture> load_picture(const GameFolder& game, std::string_view name)
{
    const Result<std::optional<std::filesystem::path>> found = find_file(game.root, fmt::format("FXART\\{}", name));
    if (!found) {
        return fail(found.error());
    }
    if (!*found) {
        return fail({.code = ErrorCode::io, .message = fmt::format("the game has no FXART/{}", name)});
    }
    const Result<Bytes> bytes = read_file(**found);
    const Result<art::SkyPicture> picture = bytes ? art::read_sky_picture(*bytes) : fail(bytes.error());
    Result<art::IndexedImage> pixels = picture ? art::decode_frame(picture->image, 0) : fail(picture.error());
    if (!pixels) {
        return fail(with_file(pixels.error(), **found));
    }
    if (pixels->width == 0 || pixels->height == 0) {
        return fail({.message = "the picture has no pixels", .file = (*found)->string()});
    }
    return IndexedPicture{*std::move(pixels), static_cast<float>(picture->image.header.scale) / 256};
}

/// Returns the colours of the .COL file with the name of a picture.
Result<std::vector<art::Colour>> load_colours(const GameFolder& game, std::string_view picture)
{
    const std::string name = fmt::format("FXART/{}.COL", picture.substr(0, picture.rfind('.')));
    const Result<std::optional<std::filesystem::path>> found = find_file(game.root, name);
    if (!found) {
        return fail(found.error());
    }
    if (!*found) {
        return fail({.code = ErrorCode::io, .message = fmt::format("the game has no {}", name)});
    }
    const Result<Bytes> bytes = read_file(**found);
    Result<art::Palette> palette = bytes ? art::read_palette(*bytes) : fail(bytes.error());
    return palette ? Result<std::vector<art::Colour>>(std::move(palette->colours))
                   : fail(with_file(palette.error(), **found));
}

Result<art::RgbaImage> load_sky(const GameFolder& game, std::string_view name)
{
    const Result<IndexedPicture> picture = load_picture(game, name);
    const Result<std::vector<art::Colour>> colours = picture ? load_colours(game, name) : fail(picture.error());
    if (!colours) {
        return fail(colours.error());
    }
    art::RgbaImage image{picture->pixels.width, picture->pixels.height, {}};
    for (const std::uint8_t index : picture->pixels.indices) {  // index 0 is opaque too
        const art::Colour colour = index < colours->size() ? (*colours)[index] : art::Colour{};
        image.rgba.insert(image.rgba.end(), {colour.r, colour.g, colour.b, 255});
    }
    return image;
}

}  // namespace

std::vector<std::int32_t> numbers_of_setting(std::string_view text)
{
    std::vector<std::int32_t> numbers;
    while (!text.empty() && numbers.size() < 4) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::string_view word = trimmed(text.substr(0, comma));
        std::int32_t number{};
        const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (failed != std::errc{} || end != word.data() + word.size()) {
            break;
        }
        numbers.push_back(number);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return numbers;
}

bool take_view_setting(WorldView& view, std::string_view key, std::string_view value)
{
    const std::vector<std::int32_t> numbers = numbers_of_setting(value);
    const std::int32_t first = numbers.empty() ? 0 : numbers[0];
    if (key == "WORLD_SCAPESHIFT") {
        view.terrain_shift = first;
    } else if (key == "WORLD_SKYFX") {
        view.sky_picture = name_of(value);
    } else if (key == "WORLD_SKYLEVEL") {
        set_unless_zero(view.sky_level, first);
    } else if (key == "WORLD_SKYSCALE") {
        set_unless_zero(view.sky_scale, first);
    } else if (key == "WORLD_SKYSPEED") {
        view.sky_speed = static_cast<float>(first & 0xFF) / 16;
    } else if (key == "WORLD_SUNIMG") {
        view.sun_picture = name_of(value);
    } else if (key == "WORLD_SUNANGLE") {
        view.sun_angle = first;
    } else if (key == "WORLD_SUNSKEW") {
        view.sun_skew = first;
    } else if (key == "WORLD_SUNSCALE") {
        set_unless_zero(view.sun_scale, first);
    } else if (key == "WORLD_SUNIMGRGB") {
        if (numbers.size() >= 3) {
            const auto part = [&](std::size_t i) { return static_cast<float>(std::clamp(numbers[i], 0, 255)) / 255; };
            view.sun_colour = {part(0), part(1), part(2)};
        }
    } else if (key == "WORLD_WAVE") {
        view.wave_amplitude = static_cast<float>(first);
        view.wave_speed = numbers.size() > 1 ? numbers[1] : 0;
        view.wave_frequency = numbers.size() > 2 ? numbers[2] : 0;
    } else if (key == "WORLD_COMPASS") {
        view.compass = first;
    } else {
        return false;
    }
    return true;
}

const FogTable& sky_fog()
{
    static const FogTable table = [] {
        FogTable made{};
        for (std::size_t i = 33; i < 63; ++i) {
            made[i] = static_cast<std::uint8_t>(8 * (i - 32));
        }
        made[63] = 255;
        return made;
    }();
    return table;
}

Vec3 tilt_sky(Vec3 point, Vec3 heading)
{
    const float along = point.x * heading.x + point.z * heading.z;
    const float angle = radians_of(sky_tilt);
    const float shift = (std::cos(angle) - 1) * along;
    return {point.x + shift * heading.x, std::sin(angle) * along, point.z + shift * heading.z};
}

std::optional<SkyPoint> sky_point(const WorldView& view, Vec3 eye, Vec3 forward, Vec3 direction, glm::vec2 drift)
{
    const glm::vec2 level(forward.x, forward.z);
    const glm::vec2 heading = glm::length(level) > 0 ? glm::normalize(level) : glm::vec2(0, 1);
    const float sine = std::sin(radians_of(sky_tilt));
    const float cosine = std::cos(radians_of(sky_tilt));
    const float along = glm::dot(glm::vec2(direction.x, direction.z), heading);
    const float steepness = cosine * direction.y - sine * along;
    const float distance = (view.sky_level - eye.y) * cosine / steepness;
    if (steepness == 0 || distance <= 0) {
        return std::nullopt;
    }
    const Vec3 at = direction * distance;
    const float of_heading = along * distance;
    const glm::vec2 flat = glm::vec2(at.x, at.z) + heading * (of_heading / cosine - of_heading);
    if (std::max(std::abs(flat.x), std::abs(flat.y)) > sky_half) {
        return std::nullopt;
    }
    constexpr float texels_of_place = 0.009F;  // texels that the sky moves with the camera, in a map unit
    const glm::vec2 centre = glm::vec2(eye.x, -eye.z) * texels_of_place;
    return SkyPoint{glm::vec2(flat.x, -flat.y) * (view.sky_scale / sky_half) + centre + drift, glm::dot(at, forward)};
}

Vec3 sun_centre(const WorldView& view)
{
    const auto part = [](float share) { return -std::trunc(16000 * share); };
    const float angle = radians_of(view.sun_angle);
    return {part(std::sin(angle)), part(std::cos(angle)), part(std::sin(radians_of(view.sun_skew)))};
}

float sun_half_side(const WorldView& view, std::uint32_t side, float scale)
{
    return static_cast<float>(side) * 0.5F * scale * view.sun_scale / 100;
}

std::vector<std::uint8_t> waving_corners(const art::Terrain& terrain)
{
    constexpr std::size_t side = art::terrain_side;
    const std::vector<std::uint8_t> tiles = art::join_plane(terrain, art::TerrainPlane::textures);
    const auto texture = [&](std::size_t x, std::size_t row) { return art::tile_of(tiles[row * side + x]).texture; };
    std::vector<std::uint8_t> waving(side * side);
    for (std::size_t row = 1; row < side; ++row) {
        for (std::size_t x = 1; x < side; ++x) {
            const bool waves = is_water(texture(x, row)) && borders_water(texture(x - 1, row)) &&
                               borders_water(texture(x, row - 1)) && borders_water(texture(x - 1, row - 1));
            waving[row * side + x] = waves ? 1 : 0;
        }
    }
    return waving;
}

float wave_offset(const WorldView& view, std::size_t x, std::size_t row, double ticks)
{
    constexpr auto middle = static_cast<std::int64_t>(art::terrain_side / 2);
    const std::int64_t right = static_cast<std::int64_t>(x) - middle;
    const std::int64_t down = static_cast<std::int64_t>(row) - middle;
    const auto moved = static_cast<std::int64_t>(std::floor(ticks * view.wave_speed));
    const auto phase = ((right * right + down * down) * view.wave_frequency + moved) & (turn_steps - 1);
    return view.wave_amplitude * (std::cos(radians_of(static_cast<std::int32_t>(phase))) - 0.5F);
}

std::int32_t heading_of(Vec3 direction)
{
    const float steps = std::atan2(direction.x, direction.z) / turn * turn_steps;
    return static_cast<std::int32_t>(std::lround(steps)) & (turn_steps - 1);
}

std::uint32_t compass_frame(const WorldView& view, std::int32_t heading)
{
    return static_cast<std::uint32_t>(-(heading + view.compass) & (turn_steps - 1)) >> 6U;
}

GameView load_game_view(const GameFolder& game, const WorldView& world, const art::Terrain* terrain)
{
    GameView view{.world = world};
    if (!world.sky_picture.empty()) {
        if (Result<art::RgbaImage> sky = load_sky(game, world.sky_picture)) {
            view.sky = *std::move(sky);
        } else {
            view.missing.push_back(fmt::format("the sky is not drawn: {}", describe(sky.error())));
        }
    }
    if (!world.sun_picture.empty()) {
        if (const Result<IndexedPicture> sun = load_picture(game, world.sun_picture)) {
            const art::IndexedImage& pixels = sun->pixels;
            view.sun_half = {sun_half_side(world, pixels.width, sun->scale),
                             sun_half_side(world, pixels.height, sun->scale)};
            view.sun = art::RgbaImage{pixels.width, pixels.height, {}};
            for (const std::uint8_t opacity : pixels.indices) {
                view.sun->rgba.insert(view.sun->rgba.end(), {255, 255, 255, opacity});
            }
        } else {
            view.missing.push_back(fmt::format("the sun is not drawn: {}", describe(sun.error())));
        }
    }
    if (terrain != nullptr && world.wave_amplitude != 0) {
        view.waving = waving_corners(*terrain);
    }
    return view;
}

}  // namespace redforge::scene
