// The table of known keys. Source: reference sheet "Redguard's other files", and the names themselves.
#include "config/known_keys.hpp"

#include <algorithm>
#include <array>

#include "core/letter_case.hpp"

namespace redforge::config {
namespace {

constexpr auto known_keys = std::to_array<KnownKey>({
    {"", ""},
    // WORLD.INI
    {"start_world", "First world", "Number of a world"},
    {"start_marker", "First marker", "Number of a marker of the map"},
    {"world_map", "Map", {}, Target::file},
    {"world_world", "Terrain", "A WLD; none indoors", Target::file},
    {"world_palette", "Palette", "A COL", Target::file},
    {"world_sun", "Sun", "Place as three numbers, then how bright it is"},
    {"world_sunangle", "Angle of the sun", "2048 to a turn"},
    {"world_sunskew", "Skew of the sun", "2048 to a turn"},
    {"world_sunrgb", "Colour of the sun", "Red, green, blue, 0 to 255"},
    {"world_ambient", "Ambient light", "How bright it is"},
    {"world_ambientrgb", "Colour of the ambient light", "Red, green, blue, 0 to 255"},
    {"world_fogrgb", "Colour of the fog", "Red, green, blue, 0 to 255"},
    {"world_redbook", "Music", "Track of the disc"},
    // ITEM.INI
    {"name", "Name", "Label of a text in the RTX"},
    {"description", "Description", "Label of a text in the RTX"},
    {"bitmap", "Bitmap", {}, Target::file},
    {"start_item_list", "Items at the start", "Numbers of items"},
    // SYSTEM.INI
    {"game_bitmap", "Bitmap", {}, Target::file},
    {"system_font", "Font", {}, Target::file},
    {"icon_font", "Font of icons", {}, Target::file},
    {"gui_font", "Font of menus", {}, Target::file},
    {"rtx_filename", "Texts", {}, Target::file},
    {"world_ini", "Worlds", {}, Target::file},
    {"item_ini", "Items", {}, Target::file},
});

}  // namespace

std::size_t known_key_count()
{
    return known_keys.size();
}

const KnownKey& known_key(std::size_t number)
{
    return known_keys[number < known_keys.size() ? number : 0];
}

std::size_t number_of_known_key(std::string_view name)
{
    const std::string_view stem = name.substr(0, name.find('['));
    const auto found = std::ranges::find_if(known_keys, [&](const KnownKey& key) {
        return !key.name.empty() && equals_ignore_case(stem, key.name);
    });
    return found == known_keys.end() ? 0 : static_cast<std::size_t>(found - known_keys.begin());
}

}  // namespace redforge::config
