// Calls the functions of the picture's format.
#include "edit/picture/still_picture.hpp"

#include "art/bmp.hpp"
#include "art/lbm.hpp"
#include "art/pcx.hpp"

namespace redforge::edit {
namespace {

/// Calls `use` with the record of a picture.
template <class Use>
auto with_picture(const Document& document, const Use& use)
{
    if (const auto* const pcx = get_if<art::Pcx>(document)) {
        return use(*pcx);
    }
    if (const auto* const lbm = get_if<art::Lbm>(document)) {
        return use(*lbm);
    }
    return use(*get_if<art::Bmp>(document));
}

}  // namespace

bool has_still_picture(const Document& document)
{
    return get_if<art::Pcx>(document) != nullptr || get_if<art::Lbm>(document) != nullptr ||
           get_if<art::Bmp>(document) != nullptr;
}

std::string describe_still_picture(const Document& document)
{
    return with_picture(document, [](const auto& picture) { return describe_picture(picture); });
}

Result<art::StillPicture> decode_still_picture(const Document& document)
{
    return with_picture(document, [](const auto& picture) { return decode(picture); });
}

std::optional<Error> still_picture_error(const Document& document)
{
    if (get_if<art::Lbm>(document) == nullptr) {
        return std::nullopt;
    }
    return Error{.code = ErrorCode::unsupported,
                 .message = "the picture of an LBM cannot be replaced",
                 .hint = "export it, and import it into a PCX or BMP"};
}

Status replace_still_picture(Document& document, ByteView png)
{
    if (const std::optional<Error> error = still_picture_error(document)) {
        return fail(*error);
    }
    const Result<art::StillPicture> before = decode_still_picture(document);
    const auto* const paletted = before ? std::get_if<art::PalettedImage>(&*before) : nullptr;
    const Result<art::PalettedImage> picture =
        art::still_picture_from_png(png, paletted == nullptr ? std::span<const art::Colour>()
                                                             : std::span<const art::Colour>(paletted->colours));
    if (!picture) {
        return fail(picture.error());
    }
    if (before && art::to_rgba(*before) == art::to_rgba(*picture)) {
        return {};  // keeps the stored pixels and their encoding
    }
    if (auto* const pcx = get_if<art::Pcx>(document)) {
        return replace_picture(*pcx, *picture);
    }
    return replace_picture(*get_if<art::Bmp>(document), *picture);
}

}  // namespace redforge::edit
