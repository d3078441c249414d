// Shared parts of the verb `image`: its request, and reading and writing of pictures.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/console.hpp"
#include "cli/line/verb.hpp"

namespace redforge::cli::image {

/// A request of the user.
struct ImageRequest {
    const Arguments& arguments;
    std::string action{};                ///< export, import or remove
    std::string picture{};               ///< import: a PNG, a folder of them, or a GIF
    std::string file{};                  ///< the bank, terrain, palette or save
    std::vector<std::string> parts{};    ///< images or planes
    std::optional<std::size_t> frame{};  ///< --frame
};

/// A picture with its file name.
struct Picture {
    std::string name;  ///< without the folder
    std::string path;
    Bytes png;
};

[[nodiscard]] bool is_gif_name(const std::filesystem::path& path);

/// Returns true if pictures are written to a folder, not to one file.
[[nodiscard]] bool to_folder(const std::filesystem::path& out);

/// Writes pictures as the complete content of a folder. The folder may contain only pictures with these names.
[[nodiscard]] Status write_pictures(const std::filesystem::path& folder, const std::vector<Picture>& pictures);

/// Writes a picture; replaces an existing file.
[[nodiscard]] Status write_picture(const ImageRequest& request, const std::filesystem::path& out, ByteView png);

/// Returns the PNG files of a folder by name, or a single PNG. Errors: io; unknown_name (a folder without a PNG).
[[nodiscard]] Result<std::vector<Picture>> read_pictures(const std::filesystem::path& path);

// The actions for each kind of document.
Exit run_bank(const ImageRequest& request, edit::Loaded& loaded);
Exit run_terrain(const ImageRequest& request, edit::Loaded& loaded);
Exit run_palette(const ImageRequest& request, edit::Loaded& loaded);
Exit run_pictures(const ImageRequest& request, edit::Loaded& loaded);
Exit run_font(const ImageRequest& request, edit::Loaded& loaded);
Exit run_save(const ImageRequest& request, edit::Loaded& loaded);
Exit run_still(const ImageRequest& request, edit::Loaded& loaded);

}  // namespace redforge::cli::image
