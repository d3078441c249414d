// Search for a game that a store or installer has installed.
#include "scene/installed_game.hpp"

#include <vector>

#include "core/files/files.hpp"
#include "core/platform/places.hpp"

namespace redforge::scene {
namespace {

namespace fs = std::filesystem;

bool is_game(const fs::path& folder)
{
    return !find_entry(folder, "WORLD.INI").empty();
}

}  // namespace

fs::path find_game_in(std::span<const fs::path> places)
{
    for (const fs::path& place : places) {
        if (std::error_code ignored; !fs::is_directory(place, ignored)) {
            continue;
        }
        if (is_game(place)) {
            return place;
        }
        // GOG and Steam install the game in a subfolder, next to DOSBox.
        for (const std::string_view name : {"Redguard", "The Elder Scrolls Adventures Redguard"}) {
            const fs::path outer = find_entry(place, name);
            if (outer.empty()) {
                continue;
            }
            for (const fs::path& folder : {outer, find_entry(outer, "Redguard")}) {
                if (!folder.empty() && is_game(folder)) {
                    return folder;
                }
            }
        }
    }
    return {};
}

const fs::path& installed_game()
{
    static const fs::path found = find_game_in(platform::game_install_folders());
    return found;
}

}  // namespace redforge::scene
