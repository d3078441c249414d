// Redguard texture banks, palettes and terrains as formats of the program: their entries, and the tables of their records.
#include "art/format.hpp"

#include "art/palette.hpp"
#include "art/terrain.hpp"
#include "art/texture_bank.hpp"
#include "core/describe.hpp"

namespace redforge {

template const RecordType& record_type<art::TextureBank>(unsigned);
template const RecordType& record_type<art::Palette>(unsigned);
template const RecordType& record_type<art::Terrain>(unsigned);

}  // namespace redforge

namespace redforge::art {

Format texture_bank_format()
{
    return make_format<TextureBank, &is_texture_bank, &read_texture_bank, &write_texture_bank>("Redguard texture bank",
                                                                                               ".001");
}

Format palette_format()
{
    return make_format<Palette, &is_palette, &read_palette, &write_palette>("Redguard palette", ".COL");
}

Format terrain_format()
{
    return make_format<Terrain, &is_terrain, &read_terrain, &write_terrain>("Redguard terrain", ".WLD");
}

}  // namespace redforge::art
