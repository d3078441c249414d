// Settings of the editor: the folders of the games.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "lsp/language.hpp"

namespace redforge::lsp {

/// Folders from the editor, and the messages about those that cannot be used, which are empty in `folders`.
struct ReadFolders {
    Folders folders;
    std::vector<std::string> problems{};
};

/// Reads `game` and `data` from an object of settings, or from its member `redforge`. A relative path starts at `base`.
/// A setting that is missing, null or an empty text leaves the path empty.
[[nodiscard]] ReadFolders read_folders(const nlohmann::json& settings, const std::filesystem::path& base);

}  // namespace redforge::lsp
