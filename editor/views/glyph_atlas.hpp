// The letters of the window's font, for what views draw over scenes.
#pragma once

#include "render/glyph_atlas.hpp"

namespace redforge::editor {

/// `scale`: pixels of the screen in one of a window.
[[nodiscard]] render::GlyphAtlas make_letters(double scale);

}  // namespace redforge::editor
