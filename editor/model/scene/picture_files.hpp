// Import and export of pictures in a document, as `redforge image` does.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "editor/model/scene/art_sheet.hpp"
#include "editor/model/session/session.hpp"

namespace redforge::editor {

/// Returns the file name of a tile without extension: "302-044", "heights"; for a palette or a single picture, the name
/// of the document.
[[nodiscard]] std::string picture_file_stem(const Session& session, const SheetTile& tile);
/// Returns true if tiles can be exported and imported as GIF.
[[nodiscard]] bool can_use_gif(const Session& session);

/// Returns the reason why no picture of the document can be replaced or imported, or nullopt if they can.
[[nodiscard]] std::optional<Error> import_error(const Session& session);

/// Returns a tile as PNG or GIF, by the extension of `file`: all frames of an image, all of a GXA, or all colours of a
/// palette. `colours`: palette of images without their own; greys if empty. Errors: usage (another extension, several
/// frames for one PNG); those of the conversion.
[[nodiscard]] Result<Bytes> picture_of_tile(const Session& session, const SheetTile& tile,
                                            const std::filesystem::path& file, const std::vector<art::Colour>& colours);

/// Result of an export.
struct Exported {
    std::size_t pictures{};
    std::vector<std::string> notes;  ///< pictures that were not exported, with the reasons
};

/// Writes PNGs of tiles to an existing folder: "302-044-f01.png". Keeps backups of replaced files. Errors: those of
/// picture_of_tile() and write_files().
Result<Exported> write_pictures(const Session& session, std::span<const SheetTile> tiles,
                                const std::filesystem::path& folder, const std::vector<art::Colour>& colours);

/// Result of an import.
struct Imported {
    std::size_t changed{};           ///< number of images, frames or planes
    std::vector<std::string> notes;  ///< pictures with colours that are not in the palette
};

/// Replaces the picture of a tile with a PNG or GIF, as one step. Errors, each with the file: those of reading it;
/// out_of_range and mismatch as in art::import_pictures().
Result<Imported> replace_picture(Session& session, const SheetTile& tile, const std::filesystem::path& file,
                                 const std::vector<art::Colour>& colours);

/// Imports PNGs. Their file names select the images. One step: "302-044.png", "heights.png", "003.png" for a GXA.
/// Adds missing images of a bank. Errors, each with its file: unknown_name (invalid name); those of replace_picture().
Result<Imported> import_pictures(Session& session, std::span<const std::filesystem::path> files,
                                 const std::vector<art::Colour>& colours);

}  // namespace redforge::editor
