// Pictures out of a document and into it, as files of painting programs: what `redforge image` does.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "editor/model/art_sheet.hpp"
#include "editor/model/session.hpp"

namespace redforge::editor {

/// What a tile is called as a file, without an extension: "302-044", "heights"; of a palette that of the document.
[[nodiscard]] std::string picture_file_stem(const Session& session, const SheetTile& tile);
/// Whether what a tile stands for goes out, and in, as a GIF too.
[[nodiscard]] bool takes_gif(const Session& session);

/// What a tile stands for as a PNG or, by the extension of `file`, a GIF: of an image all its frames, of a GXA all of the file, of a palette
/// all colours. `colours`: of images that have none of their own; empty: greys.
/// Errors: usage (another extension, several frames for one PNG); those of making them.
[[nodiscard]] Result<Bytes> picture_of_tile(const Session& session, const SheetTile& tile,
                                            const std::filesystem::path& file, const std::vector<art::Colour>& colours);

/// What went out.
struct Exported {
    std::size_t pictures{};
    std::vector<std::string> notes;  ///< why an image has no picture
};

/// Writes PNGs of tiles into a folder that is there: "302-044-f01.png". Files of those names are kept as backups.
/// Errors: those of picture_of_tile() and write_files().
Result<Exported> write_pictures(const Session& session, std::span<const SheetTile> tiles,
                                const std::filesystem::path& folder, const std::vector<art::Colour>& colours);

/// What became of pictures that came in.
struct Imported {
    std::size_t changed{};           ///< images, frames or planes
    std::vector<std::string> notes;  ///< colours that are not in the palette
};

/// Puts a PNG or GIF in the place of what a tile stands for, as one step. Errors, each with the file: those of reading it;
/// out_of_range and mismatch as art::import_pictures().
Result<Imported> replace_picture(Session& session, const SheetTile& tile, const std::filesystem::path& file,
                                 const std::vector<art::Colour>& colours);

/// Puts PNGs into the images that their names say, as one step: "302-044.png", "heights.png", "003.png" of a GXA. Of a bank, images that it
/// does not have are added. Errors, each with its file: unknown_name (its name says none); as replace_picture().
Result<Imported> import_pictures(Session& session, std::span<const std::filesystem::path> files,
                                 const std::vector<art::Colour>& colours);

}  // namespace redforge::editor
