// Redguard palettes as a format of the program: the entry, and the tables of their records.
#include "art/format.hpp"
#include "art/palette.hpp"
#include "core/describe.hpp"

namespace redforge {

template const RecordType& record_type<art::Palette>(unsigned);

}  // namespace redforge

namespace redforge::art {

Format palette_format()
{
    return make_format<Palette, &is_palette, &read_palette, &write_palette>("Redguard palette", ".COL");
}

}  // namespace redforge::art
