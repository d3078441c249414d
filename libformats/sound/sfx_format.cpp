// Redguard's sound effects as a format of the program: the entry, and the tables of its records.
#include <array>

#include "core/describe.hpp"
#include "sound/format.hpp"
#include "sound/sfx.hpp"

namespace redforge {

template const RecordType& record_type<sound::Effects>(unsigned);

}  // namespace redforge

namespace redforge::sound {

Format sfx_format()
{
    static constexpr std::array<std::string_view, 1> folder_files{"effects/*.wav"};
    constexpr Result<Effects> (*read)(const SharedBytes&, RawFallbacks*) = &read_effects;
    Format format = make_format<Effects, &is_effects, read, &encode_effects>("Redguard sound effects", ".SFX");
    format.folder_files = folder_files;
    return format;
}

}  // namespace redforge::sound
