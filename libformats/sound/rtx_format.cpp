// Redguard's dialogue as a format of the program: the entry, and the tables of its records.
#include <array>

#include "core/describe.hpp"
#include "sound/format.hpp"
#include "sound/rtx.hpp"

namespace redforge {

template const RecordType& record_type<sound::Dialogue>(unsigned);

}  // namespace redforge

namespace redforge::sound {
namespace {

Status read_shared(const SharedBytes& bytes, void* document, RawFallbacks* kept)
{
    Result<Dialogue> dialogue = read_dialogue(bytes, kept);
    if (!dialogue) {
        return fail(dialogue.error());
    }
    *static_cast<Dialogue*>(document) = std::move(*dialogue);
    return {};
}

Result<EncodedPieces> encode_shared(void* document)
{
    const Result<SharedBytes> encoded = encode_dialogue(*static_cast<Dialogue*>(document));
    // The writer has refused by now what would not read back as it is.
    return encoded ? Result<EncodedPieces>(EncodedPieces{*encoded, [] { return Status{}; }}) : fail(encoded.error());
}

}  // namespace

Format rtx_format()
{
    static constexpr std::array<std::string_view, 1> folder_files{"voices/*.wav"};
    constexpr Result<Dialogue> (*read)(ByteView, RawFallbacks*) = &read_dialogue;
    Format format = make_format<Dialogue, &is_dialogue, read, &write_dialogue>("Redguard dialogue", ".RTX");
    format.read_shared = &read_shared;
    format.encode_shared = &encode_shared;
    format.folder_files = folder_files;
    return format;
}

}  // namespace redforge::sound
