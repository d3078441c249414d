// Install folders of games on Linux: Steam libraries, and drives of Wine prefixes.
#include "core/platform/places.hpp"

#include <algorithm>

#include "core/platform/process.hpp"

namespace redforge::platform {
namespace {

namespace fs = std::filesystem;

/// Returns the subfolders of a folder, sorted; empty if it cannot be read.
std::vector<fs::path> folders_in(const fs::path& folder)
{
    std::vector<fs::path> folders;
    std::error_code ignored;
    for (fs::directory_iterator at(folder, ignored), end; at != end; at.increment(ignored)) {
        if (std::error_code none; at->is_directory(none)) {
            folders.push_back(at->path());
        }
    }
    std::sort(folders.begin(), folders.end());
    return folders;
}

}  // namespace

std::vector<fs::path> game_install_folders()
{
    std::vector<fs::path> places;
    const auto add = [&places](const std::vector<fs::path>& more) {
        places.insert(places.end(), more.begin(), more.end());
    };
    const auto add_prefix = [&add](const fs::path& prefix) {
        std::error_code ignored;
        if (fs::is_directory(prefix / "drive_c", ignored)) {
            add(install_folders_on_drive(prefix / "drive_c"));
        }
    };
    const fs::path home = environment("HOME").value_or("");
    if (home.empty()) {
        return places;
    }
    if (const auto prefix = environment("WINEPREFIX")) {
        add_prefix(*prefix);
    }
    add({home / "Games", home / "GOG Games", home / "Games" / "Heroic"});
    for (const char* const steam :
         {".local/share/Steam", ".steam/steam", ".var/app/com.valvesoftware.Steam/.local/share/Steam"}) {
        std::error_code ignored;
        if (!fs::is_directory(home / steam / "steamapps", ignored)) {
            continue;
        }
        for (const fs::path& library : steam_libraries(home / steam)) {
            add({library});
            for (const fs::path& made : folders_in(library.parent_path() / "compatdata")) {
                add_prefix(made / "pfx");
            }
        }
    }
    add_prefix(home / ".wine");
    // Lutris and users create one prefix for each game.
    for (const fs::path& folder :
         {home / "Games", home / ".local/share/wineprefixes", home / ".local/share/lutris/runners/wine"}) {
        for (const fs::path& made : folders_in(folder)) {
            add_prefix(made);
        }
    }
    return places;
}

}  // namespace redforge::platform
