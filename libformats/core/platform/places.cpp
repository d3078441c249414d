// Install folders of games: the code that is common to all systems.
#include "core/platform/places.hpp"

#include <fstream>
#include <set>
#include <string>

namespace redforge::platform {

namespace fs = std::filesystem;

std::vector<fs::path> steam_libraries(const fs::path& steam)
{
    // Lines such as `"path"  "D:\\Games"`, with backslashes doubled; Steam's own folder is often among them.
    std::vector<fs::path> libraries{steam};
    const fs::path file = steam / "steamapps" / "libraryfolders.vdf";
    std::error_code failed;
    std::ifstream list;
    if (fs::is_regular_file(file, failed)) {  // opening a pipe can block forever
        list.open(file);
    }
    for (std::string line; std::getline(list, line);) {
        const std::size_t key = line.find("\"path\"");
        const std::size_t begin = key == std::string::npos ? key : line.find('"', key + 6);
        const std::size_t end = begin == std::string::npos ? begin : line.find('"', begin + 1);
        if (end == std::string::npos) {
            continue;
        }
        std::string path;
        for (std::size_t at = begin + 1; at < end; ++at) {
            at += line[at] == '\\' && at + 1 < end ? 1U : 0U;
            path += line[at];
        }
        if (fs::path library(path); library != steam) {
            libraries.push_back(std::move(library));
        }
    }
    for (fs::path& library : libraries) {
        library /= fs::path("steamapps") / "common";
    }
    return libraries;
}

std::vector<fs::path> install_folders_on_drive(const fs::path& drive)
{
    std::vector<fs::path> places;
    for (const char* const place :
         {"GOG Games", "Program Files (x86)/GOG Galaxy/Games", "Program Files/GOG Galaxy/Games",
          "Program Files (x86)/GOG.com", "", "Games", "Program Files (x86)", "Program Files"}) {
        places.push_back(drive / place);
    }
    return places;
}

}  // namespace redforge::platform
