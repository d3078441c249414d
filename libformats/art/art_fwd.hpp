// The names of the records of texture banks, palettes and terrains, for what holds them or passes them on without looking
// into them: such a source is not compiled again when one of them changes.
#pragma once

namespace redforge::art {

struct Image;
struct Palette;
struct Terrain;
struct TextureBank;

}  // namespace redforge::art
