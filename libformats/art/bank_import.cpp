// Imports pictures into a texture bank.
#include "art/bank_import.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "art/image.hpp"
#include "art/image_name.hpp"
#include "art/png.hpp"
#include "art/texture_bank.hpp"
#include "core/text/code_page.hpp"

namespace redforge::art {
namespace {

/// Pictures for one image, by frame. Pictures without a frame number have the key nullopt.
using Frames = std::map<std::optional<std::size_t>, const IncomingPicture*>;

Error about(const IncomingPicture& picture, Error error)
{
    if (error.file.empty()) {
        error.file = picture.file;
    }
    return error;
}

/// Returns the palette indices of a picture. Adds the number of inexact colours to `inexact`.
Result<IndexedImage> indices_of(const IncomingPicture& picture, const Image& image, const PictureImport& how,
                                std::size_t& inexact)
{
    Result<PngImage> png = read_png(picture.png);
    if (!png) {
        return fail(about(picture, png.error()));
    }
    const std::vector<Colour> colours = colours_of(image, how.colours);
    if (png->is_indexed() && (how.keep_indices || has_colours(*png, colours, IndexZero::transparent))) {
        return std::move(png->indexed);
    }
    if (how.keep_indices) {
        return fail(about(picture, {.code = ErrorCode::mismatch,
                                    .message = "a PNG without a palette has no indices to keep",
                                    .hint = "save it as an indexed PNG, or have its colours matched to a palette"}));
    }
    if (how.colours.empty() && !image.palette) {
        return fail(about(picture, {.code = ErrorCode::mismatch,
                                    .message = "its colours are not the greys that represent indices",
                                    .hint = "choose a palette to match the colours, or keep the indices"}));
    }
    const RgbaImage rgba = to_rgba(*png);
    inexact += count_inexact(rgba, colours);
    Result<IndexedImage> matched = match_to_palette(rgba, colours);
    return matched ? std::move(matched) : fail(about(picture, matched.error()));
}

/// Replaces frames of an image by pictures. `is_new`: true if the image has no frames yet.
Status import_image(Image& image, bool is_new, const Frames& pictures, const PictureImport& how, ImportedImage& report)
{
    std::vector<IndexedImage> frames;
    if (!is_new) {
        Result<std::vector<IndexedImage>> decoded = decode_frames(image);
        if (!decoded && pictures.size() < frame_count(image)) {
            Error error = about(*pictures.begin()->second, decoded.error());
            error.hint = fmt::format("its frames cannot be read, so import all {} together", frame_count(image));
            return fail(std::move(error));
        }
        if (decoded) {
            frames = std::move(*decoded);
        }
    }
    const std::vector<IndexedImage> before = frames;
    for (const auto& [frame, picture] : pictures) {
        if (!frame && before.size() > 1) {
            return fail(
                about(*picture, {.code = ErrorCode::out_of_range,
                                 .message = fmt::format("image {} has {} frames", image.name.view(), before.size()),
                                 .hint = "name one of them"}));
        }
        const std::size_t at = frame.value_or(0);
        if (at > frames.size()) {
            return fail(about(*picture, {.code = ErrorCode::out_of_range,
                                         .message = fmt::format("frame {} of image {}", at, image.name.view()),
                                         .hint = fmt::format("use at most {}, which adds a frame", frames.size())}));
        }
        Result<IndexedImage> indices = indices_of(*picture, image, how, report.inexact);
        if (!indices) {
            return fail(indices.error());
        }
        if (at == frames.size()) {
            frames.push_back(std::move(*indices));
        } else {
            frames[at] = std::move(*indices);
        }
    }
    report.is_changed = is_new || frames != before;
    if (report.is_changed) {
        if (Status replaced = replace_frames(image, frames); !replaced) {
            return fail(about(*pictures.begin()->second, replaced.error()));
        }
    }
    return {};
}

/// Returns the bank number for new images, or nullopt.
std::optional<std::uint32_t> bank_of(const TextureBank& bank, const PictureImport& how)
{
    if (how.bank || bank.images.empty()) {
        return how.bank;
    }
    const std::optional<ImageNumber> first = image_number(bank.images.front().name.view());
    return first ? std::optional(first->bank) : std::nullopt;
}

/// Returns the number of a new image from its name: 45, 302-045 or D02045.
Result<ImageNumber> new_number(const IncomingPicture& picture, std::optional<std::uint32_t> bank)
{
    std::optional<ImageNumber> number = image_number(picture.image);
    if (!number) {
        number = image_number_of_label(picture.image);
    }
    if (!number && bank) {
        number = image_number_of_label(fmt::format("{}-{}", *bank, picture.image));
    }
    if (!number) {
        return fail(about(picture, {.code = ErrorCode::unknown_name,
                                    .message = fmt::format("\"{}\" is not a name for a new image", picture.image),
                                    .hint = "give bank and number, as 302-044 or D02044"}));
    }
    if (bank && number->bank != *bank) {
        return fail(about(picture, {.code = ErrorCode::mismatch,
                                    .message = fmt::format("an image of bank {}", number->bank),
                                    .hint = fmt::format("this is bank {}", *bank)}));
    }
    return *number;
}

/// Returns the insertion position of an image number; banks are sorted by number.
std::size_t insert_position(const TextureBank& bank, ImageNumber number)
{
    const auto found = std::ranges::find_if(bank.images, [&](const Image& image) {
        const std::optional<ImageNumber> other = image_number(image.name.view());
        return other && *other > number;
    });
    return static_cast<std::size_t>(found - bank.images.begin());
}

/// Pictures grouped by image: existing images by index, new images by number.
struct Sorted {
    std::map<std::size_t, Frames> known;
    std::map<ImageNumber, Frames> added;
};

Result<Sorted> sort(const TextureBank& bank, const std::vector<IncomingPicture>& pictures, const PictureImport& how)
{
    const std::vector<std::string> labels = image_labels(bank);
    Sorted sorted;
    for (const IncomingPicture& picture : pictures) {
        const Result<std::size_t> place = find_image_place(bank, labels, picture.image);
        Frames* frames = place ? &sorted.known[*place] : nullptr;
        if (!place) {
            if (!how.add || place.error().code != ErrorCode::not_found) {
                return fail(about(picture, place.error()));
            }
            const Result<ImageNumber> number = new_number(picture, bank_of(bank, how));
            if (!number) {
                return fail(number.error());
            }
            frames = &sorted.added[*number];
        }
        // A picture without a frame is frame 0.
        const bool twice = frames->contains(picture.frame) || (!picture.frame && frames->contains(0)) ||
                           (picture.frame == std::size_t{0} && frames->contains(std::nullopt));
        if (twice) {
            return fail(about(picture, {.code = ErrorCode::exists,
                                        .message = "a second picture for the same frame",
                                        .hint = "keep one of them"}));
        }
        frames->emplace(picture.frame, &picture);
    }
    return sorted;
}

}  // namespace

std::string inexact_description(const ImportedImage& image)
{
    return image.inexact == 0 ? std::string{}
                              : fmt::format("image {}: {} colour{} not in the palette (replaced by the nearest)",
                                            image.name, image.inexact, image.inexact == 1 ? " is" : "s are");
}

std::string picture_description(const Image& image)
{
    const std::size_t frames = frame_count(image);
    return fmt::format("{} x {} pixels{}", image.header.width, image.header.height,
                       frames > 1 ? fmt::format(", {} frames", frames) : "");
}

Result<std::vector<ImportedImage>> import_pictures(TextureBank& bank, const std::vector<IncomingPicture>& pictures,
                                                   const PictureImport& how)
{
    const Result<Sorted> sorted = sort(bank, pictures, how);
    if (!sorted) {
        return fail(sorted.error());
    }
    TextureBank changed = bank;
    std::vector<ImportedImage> reports;
    for (const auto& [place, frames] : sorted->known) {
        Image& image = changed.images[place];
        ImportedImage& report = reports.emplace_back();
        report.place = place;
        report.before = picture_description(image);
        if (Status imported = import_image(image, false, frames, how, report); !imported) {
            return fail(imported.error());
        }
        report.name = encode_text(image.name.view());
        report.after = picture_description(image);
    }
    for (const auto& [number, frames] : sorted->added) {
        const std::size_t place = insert_position(changed, number);
        for (ImportedImage& report : reports) {
            report.place += report.place >= place ? 1 : 0;
        }
        Image image;
        image.name = std::string_view(image_name(number));
        ImportedImage& report = reports.emplace_back();
        report.place = place;
        if (Status imported = import_image(image, true, frames, how, report); !imported) {
            return fail(imported.error());
        }
        report.name = encode_text(image.name.view());
        report.after = picture_description(image);
        changed.images.insert(changed.images.begin() + static_cast<std::ptrdiff_t>(place), std::move(image));
    }
    bank = std::move(changed);
    return reports;
}

}  // namespace redforge::art
