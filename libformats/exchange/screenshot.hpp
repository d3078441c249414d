// The screenshot of a save as a PNG, and a PNG as the screenshot.
#pragma once

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "tes/save_screenshot.hpp"

namespace redforge::exchange {

/// Errors: malformed (the pixels do not fill width x height), out_of_range (no pixels, or too many).
[[nodiscard]] Result<Bytes> screenshot_to_png(const tes::Screenshot& screenshot);

/// Takes size and colours of a PNG; how transparent it is, is not kept. Errors: as art::read_png.
[[nodiscard]] Result<tes::Screenshot> screenshot_from_png(ByteView png);

}  // namespace redforge::exchange
