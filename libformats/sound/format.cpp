// Format entries of Redguard's dialogue and sound effects.
#include "sound/format.hpp"

#include <array>

#include "core/record/describe.hpp"
#include "sound/rtx.hpp"
#include "sound/sfx.hpp"

namespace redforge {

template const RecordType& record_type<sound::Dialogue>(unsigned);
template const RecordType& record_type<sound::Effects>(unsigned);

}  // namespace redforge

namespace redforge::sound {

Format rtx_format()
{
    static constexpr std::array<std::string_view, 1> folder_files{"voices/*.wav"};
    constexpr Result<Dialogue> (*read)(const SharedBytes&, RawFallbacks*) = &read_dialogue;
    Format format = make_format<Dialogue, &is_dialogue, read, &encode_dialogue>("Redguard dialogue", ".RTX");
    format.is_edited_mapped = true;  // it consists mostly of sound data, which edits do not change
    format.folder_files = folder_files;
    return format;
}

Format sfx_format()
{
    static constexpr std::array<std::string_view, 1> folder_files{"effects/*.wav"};
    constexpr Result<Effects> (*read)(const SharedBytes&, RawFallbacks*) = &read_effects;
    Format format = make_format<Effects, &is_effects, read, &encode_effects>("Redguard sound effects", ".SFX");
    format.folder_files = folder_files;
    return format;
}

}  // namespace redforge::sound
