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
    constexpr Result<Effects> (*read)(ByteView, RawFallbacks*) = &read_effects;
    Format format = make_format<Effects, &is_effects, read, &write_effects>("Redguard sound effects", ".SFX");
    format.read_shared = [](const SharedBytes& bytes, void* document, RawFallbacks* kept) -> Status {
        Result<Effects> effects = read_effects(bytes, kept);
        if (!effects) {
            return fail(effects.error());
        }
        *static_cast<Effects*>(document) = std::move(*effects);
        return {};
    };
    format.encode_shared = [](void* document) -> Result<EncodedPieces> {
        const Result<SharedBytes> encoded = encode_effects(*static_cast<Effects*>(document));
        return encoded ? Result<EncodedPieces>(EncodedPieces{*encoded, [] { return Status{}; }})
                       : fail(encoded.error());
    };
    format.folder_files = folder_files;
    return format;
}

}  // namespace redforge::sound
