// Redguard's dialogue as a format of the program: the entry, and the tables of its records.
#include <array>

#include "core/describe.hpp"
#include "sound/format.hpp"
#include "sound/rtx.hpp"

namespace redforge {

template const RecordType& record_type<sound::Dialogue>(unsigned);

}  // namespace redforge

namespace redforge::sound {

Format rtx_format()
{
    static constexpr std::array<std::string_view, 1> folder_files{"voices/*.wav"};
    constexpr Result<Dialogue> (*read)(const SharedBytes&, RawFallbacks*) = &read_dialogue;
    Format format = make_format<Dialogue, &is_dialogue, read, &encode_dialogue>("Redguard dialogue", ".RTX");
    format.folder_files = folder_files;
    return format;
}

}  // namespace redforge::sound
