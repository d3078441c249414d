// Symbols of all scripts in the folders of a workspace.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "lsp/language.hpp"

namespace redforge::lsp {

/// Returns the path of a file URI: "/maps/a b.soup" for "file:///maps/a%20b.soup". Returns an empty text for other
/// URIs.
[[nodiscard]] std::string path_of_uri(std::string_view uri);
/// Returns the URI of a path: "file:///maps/a%20b.soup" for "/maps/a b.soup".
[[nodiscard]] std::string uri_of_path(const std::filesystem::path& path);

/// Finds the scripts in folders and their subfolders, except hidden ones. Caches them, and reads changed files again.
class Workspace {
public:
    std::vector<std::filesystem::path> folders;

    /// Adds the symbols of all scripts that match a query to `found` (matching_symbols()). `open`: paths of open texts,
    /// which are left out, because the editor has their content.
    void add_symbols(std::string_view query, const std::set<std::filesystem::path>& open, nlohmann::json& found);

private:
    /// A script as it was read.
    struct File {
        std::filesystem::file_time_type time;
        std::uintmax_t size{};
        std::string text;
        std::unique_ptr<OpenText> open;  ///< null if it is not a script
    };
    /// Returns a script, or null if the file is none or cannot be read.
    const File* read(const std::filesystem::directory_entry& entry);

    std::map<std::filesystem::path, File> files_;
};

}  // namespace redforge::lsp
