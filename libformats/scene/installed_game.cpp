// Finding the game where stores and installers put it.
#include "scene/installed_game.hpp"

#include <algorithm>
#include <vector>

#include "core/letter_case.hpp"
#include "core/platform/places.hpp"

namespace redforge::scene {
namespace {

namespace fs = std::filesystem;

/// The entry of a folder with that name, in letters of either case; empty for none.
fs::path entry(const fs::path& folder, std::string_view name)
{
    std::error_code ignored;
    if (fs::path as_written = folder / name; fs::exists(as_written, ignored)) {
        return as_written;
    }
    for (fs::directory_iterator at(folder, ignored), end; at != end; at.increment(ignored)) {
        if (same_letters(at->path().filename().string(), name)) {
            return at->path();
        }
    }
    return {};
}

bool is_game(const fs::path& folder)
{
    return !entry(folder, "WORLD.INI").empty();
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
        // GOG and Steam have the game in a folder of the game's, beside DOSBox.
        for (const std::string_view name : {"Redguard", "The Elder Scrolls Adventures Redguard"}) {
            const fs::path outer = entry(place, name);
            if (outer.empty()) {
                continue;
            }
            for (const fs::path& folder : {outer, entry(outer, "Redguard")}) {
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
    static const fs::path found = find_game_in(platform::places_of_games());
    return found;
}

}  // namespace redforge::scene
