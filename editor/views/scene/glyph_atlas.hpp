// Glyphs of the window's font, for view overlays.
#pragma once

#include "render/overlay/glyph_atlas.hpp"

namespace redforge::editor {

/// `scale`: screen pixels per window pixel.
[[nodiscard]] render::GlyphAtlas make_glyph_atlas(double scale);

}  // namespace redforge::editor
