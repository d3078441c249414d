// What the parts of the verb `image` share: its words, and where pictures are read from and written to.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "console.hpp"
#include "verb.hpp"

namespace redforge::cli::image {

/// What was asked for.
struct ImageRequest {
    const Arguments& arguments;
    std::string action{};                ///< export, import or remove
    std::string picture{};               ///< import: a PNG, a folder of them, or a GIF
    std::string file{};                  ///< the bank, terrain, palette or save
    std::vector<std::string> parts{};    ///< images or planes
    std::optional<std::size_t> frame{};  ///< --frame
};

/// A picture by the name of its file.
struct Picture {
    std::string name;  ///< without the folder
    std::string path;
    Bytes png;
};

[[nodiscard]] bool is_gif_name(const std::filesystem::path& path);

/// Whether pictures go to a folder rather than into one file.
[[nodiscard]] bool to_folder(const std::filesystem::path& out);

/// Writes pictures as the whole content of a folder. What is there already may only be pictures of these names.
[[nodiscard]] Status write_pictures(const std::filesystem::path& folder, const std::vector<Picture>& pictures);

/// Writes one picture; replaces what is there.
[[nodiscard]] Status write_picture(const ImageRequest& request, const std::filesystem::path& out, ByteView png);

/// The PNG files of a folder by name, or the one PNG. Errors: io; unknown_name (a folder without a PNG).
[[nodiscard]] Result<std::vector<Picture>> read_pictures(const std::filesystem::path& path);

/// What there is to do for each kind of document.
Exit run_bank(const ImageRequest& request, edit::Loaded& loaded);
Exit run_terrain(const ImageRequest& request, edit::Loaded& loaded);
Exit run_palette(const ImageRequest& request, edit::Loaded& loaded);
Exit run_pictures(const ImageRequest& request, edit::Loaded& loaded);
Exit run_font(const ImageRequest& request, edit::Loaded& loaded);
Exit run_save(const ImageRequest& request, edit::Loaded& loaded);

}  // namespace redforge::cli::image
