// Converts the screenshot of a save to a PNG, and back.
#pragma once

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "tes/save/save_screenshot.hpp"

namespace redforge::exchange {

/// Returns a screenshot as a PNG. Errors: malformed (the number of pixels is not width x height), out_of_range (no
/// pixels, or too many).
[[nodiscard]] Result<Bytes> screenshot_to_png(const tes::Screenshot& screenshot);

/// Sets the size and the colours from a PNG. Ignores transparency. Errors: those of art::read_png().
[[nodiscard]] Result<tes::Screenshot> screenshot_from_png(ByteView png);

}  // namespace redforge::exchange
