// Format entries of Redguard palettes, terrains and texture banks.
#include "art/format.hpp"

#include <algorithm>
#include <array>

#include "art/palette.hpp"
#include "art/terrain.hpp"
#include "art/texture_bank.hpp"
#include "core/record/describe.hpp"
#include "core/text/words.hpp"

namespace redforge {

template const RecordType& record_type<art::Palette>(unsigned);
template const RecordType& record_type<art::Terrain>(unsigned);
template const RecordType& record_type<art::TextureBank>(unsigned);

}  // namespace redforge

namespace redforge::art {

Format palette_format()
{
    return make_format<Palette, &is_palette, &read_palette, &write_palette>("Redguard palette", ".COL");
}

Format terrain_format()
{
    return make_format<Terrain, &is_terrain, &read_terrain, &write_terrain>("Redguard terrain", ".WLD");
}

Format texture_bank_format()
{
    Format format =
        make_format<TextureBank, &is_texture_bank, &read_texture_bank, &write_texture_bank>("Redguard texture bank",
                                                                                            ".001");
    static constexpr std::array<std::string_view, 1> file_names{"TEXBSI.*"};
    format.file_names = file_names;
    format.has_extension = [](std::string_view extension) {  // the extension is the bank number, such as .302
        return extension.size() > 1 && std::all_of(extension.begin() + 1, extension.end(), is_digit);
    };
    return format;
}

}  // namespace redforge::art
