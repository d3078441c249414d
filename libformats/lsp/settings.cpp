// Reads settings, and checks that the folders are those of the games.
#include "lsp/settings.hpp"

#include <algorithm>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/text/letter_case.hpp"
#include "scene/game_folder.hpp"
#include "soup/names/name_files.hpp"

namespace redforge::lsp {
namespace {

namespace fs = std::filesystem;

/// Returns true if a folder contains a plugin.
bool has_plugins(const fs::path& folder)
{
    std::error_code failed;
    for (fs::directory_iterator each(folder, failed), end; !failed && each != end; each.increment(failed)) {
        const std::string extension = lower(each->path().extension().string());
        if (extension == ".esm" || extension == ".esp" || extension == ".esl") {
            return true;
        }
    }
    return false;
}

/// Reads one folder. `is_valid` returns true for a folder of the expected kind, which `expected` describes.
template <class IsValid>
fs::path read_folder(const nlohmann::json& settings, const char* name, const fs::path& base, IsValid is_valid,
                     std::string_view expected, std::vector<std::string>& problems)
{
    const auto found = settings.find(name);
    if (found == settings.end() || found->is_null() || *found == "") {
        return {};
    }
    if (!found->is_string()) {
        problems.push_back(fmt::format("redforge.{} is not a text; write the path of a folder", name));
        return {};
    }
    const fs::path written = found->get<std::string>();
    const fs::path folder = (base / written).lexically_normal();
    std::error_code failed;
    if (!fs::is_directory(folder, failed)) {
        problems.push_back(fmt::format("redforge.{}: no such folder: {}", name, folder.string()));
        return {};
    }
    if (!is_valid(folder)) {
        problems.push_back(fmt::format("redforge.{}: {} is not {}", name, folder.string(), expected));
        return {};
    }
    return folder;
}

}  // namespace

ReadFolders read_folders(const nlohmann::json& settings, const fs::path& base)
{
    ReadFolders read;
    if (!settings.is_object()) {
        return read;
    }
    const auto section = settings.find("redforge");
    const nlohmann::json& own = section == settings.end() ? settings : *section;
    if (!own.is_object()) {
        return read;
    }
    const auto is_game = [](const fs::path& folder) {
        return scene::is_game_folder(folder) || !soup::name_files_of(folder).empty();
    };
    read.folders.game =
        read_folder(own, "game", base, is_game,
                    "an installation of Redguard; it has a folder MAPS and files such as ITEM.INI", read.problems);
    read.folders.data =
        read_folder(own, "data", base, has_plugins,
                    "a Data folder of Oblivion or Skyrim; it has files such as Oblivion.esm", read.problems);
    return read;
}

}  // namespace redforge::lsp
