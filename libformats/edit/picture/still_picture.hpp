// The picture of a document of a format with a single picture: PCX, LBM, BMP.
#pragma once

#include <optional>
#include <string>

#include "art/still_picture.hpp"
#include "edit/document/document.hpp"

namespace redforge::edit {

/// Returns true if the document is of a format with a single picture.
[[nodiscard]] bool has_still_picture(const Document& document);

// Precondition of the functions below: has_still_picture().

/// Returns the size and the number of colours: "320 x 200 pixels, 256 colours".
[[nodiscard]] std::string describe_still_picture(const Document& document);
/// Returns the picture. Errors: those of decode() of the format.
[[nodiscard]] Result<art::StillPicture> decode_still_picture(const Document& document);
/// Returns the error of replace_still_picture() for any PNG, or nullopt if the format's picture can be replaced.
[[nodiscard]] std::optional<Error> still_picture_error(const Document& document);
/// Replaces the picture with a PNG. Changes nothing if the PNG has the same pixels. Errors: still_picture_error(), and
/// those of art::still_picture_from_png() and of replace_picture() of the format.
[[nodiscard]] Status replace_still_picture(Document& document, ByteView png);

}  // namespace redforge::edit
