// Pictures in patches. The pixels of a new image are in a PNG file next to the patch. The patch refers to it: <pixels
// file="images/D02044.png"/>.
//
// The PNG is indexed. Its colours are greys, because a mod must not contain the palette of the game; only its indices
// matter. The frames of an animated image are stacked vertically.
#pragma once

#include <string>

#include "core/error.hpp"
#include "core/files/side_files.hpp"

namespace redforge::mod {

/// Moves the pixels of new images in a patch of edit::write_edit_list() to `files`. Returns the changed patch. Errors:
/// those of write_png().
[[nodiscard]] Result<std::string> pictures_to_files(std::string patch, SideFiles& files);

/// Inserts the pixels of picture files into a patch. Returns the changed patch. Errors: those of `files` and
/// read_png(); mismatch (a PNG that is not indexed, or whose width differs from its image).
[[nodiscard]] Result<std::string> files_to_pictures(std::string patch, const SideFileReader& files);

}  // namespace redforge::mod
