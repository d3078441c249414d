// Pictures in patches: the pixels of a new image are a PNG file next to the patch, which names it: <pixels
// file="images/D02044.png"/>.
//
// The PNG is indexed, with greys as its colours: a mod does not contain the palette of the game. Its indices are the
// pixels, whatever colours an editor gives them. The frames of an animated image are below each other.
#pragma once

#include <string>

#include "core/error.hpp"
#include "core/files/side_files.hpp"

namespace redforge::mod {

/// Moves the pixels of new images in a patch, as edit::write_edit_list() writes it, to `files`. Errors: those of
/// write_png().
[[nodiscard]] Result<std::string> pictures_to_files(std::string patch, SideFiles& files);

/// Puts the pixels of pictures into a patch. Errors: those of `files` and read_png(); mismatch (a PNG of colours, or
/// with another width than its image).
[[nodiscard]] Result<std::string> files_to_pictures(std::string patch, const SideFileReader& files);

}  // namespace redforge::mod
