// Reads the pictures and the position of the compass.
#include "scene/compass.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "scene/game_folder.hpp"
#include "scene/game_view.hpp"

namespace redforge::scene {
namespace {

constexpr std::size_t frame_count = 32;
constexpr std::int32_t shipped_x = 546;
constexpr std::int32_t shipped_y = 396;

/// Returns a number of the section [system], or `shipped` if it is missing.
std::int32_t system_setting(const config::Ini& settings, std::string_view name, std::int32_t shipped)
{
    const config::Section* const section = config::find_section(settings, "system");
    const Text* const value = section == nullptr ? nullptr : config::find_value(*section, name);
    const std::vector<std::int32_t> numbers =
        value == nullptr ? std::vector<std::int32_t>{} : numbers_of_setting(value->bytes);
    return numbers.empty() ? shipped : numbers.front();
}

}  // namespace

Result<Compass> read_compass(const std::filesystem::path& root, const config::Ini& system_ini)
{
    Result<art::PictureFile> pictures =
        read_game_file(root, "SYSTEM/COMPASS2.GXA", "the game shows this compass").and_then([](const Bytes& bytes) {
            return art::read_picture_file(bytes);
        });
    if (!pictures) {
        return fail(std::move(pictures.error()));
    }
    if (pictures->frames.size() < frame_count) {
        return fail({.message = fmt::format("COMPASS2.GXA has {} frames", pictures->frames.size()),
                     .hint = fmt::format("the compass has {}, one for each direction", frame_count)});
    }
    return Compass{std::move(*pictures), system_setting(system_ini, "compass_xco", shipped_x),
                   system_setting(system_ini, "compass_yco", shipped_y)};
}

CompassPicture compass_picture(const Compass& compass, std::uint32_t frame)
{
    const art::PictureFrame& picture = compass.pictures.frames[frame];
    return {art::to_rgba(art::picture_of(picture), art::colours_of(compass.pictures)), compass.x + picture.x,
            compass.y + picture.y};
}

}  // namespace redforge::scene
