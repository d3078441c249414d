// Exports the pictures of a texture bank as PNG files.
#include "art/bank_export.hpp"

#include <fmt/format.h>

#include "art/image.hpp"
#include "art/image_name.hpp"
#include "art/png.hpp"
#include "art/texture_bank.hpp"

namespace redforge::art {
namespace {

/// Appends the pictures of all frames of an image to `to`. After an error, `to` is unchanged.
Status export_image(const Image& image, const std::string& label, std::span<const Colour> colours, ExportedBank& to)
{
    const Result<std::vector<IndexedImage>> frames = decode_frames(image);
    if (!frames) {
        return fail(frames.error());
    }
    const std::vector<Colour> own = colours_of(image, colours);
    const std::size_t before = to.pictures.size();
    for (std::size_t frame = 0; frame < frames->size(); ++frame) {
        Result<Bytes> png = write_png((*frames)[frame], own);
        if (!png) {
            to.pictures.resize(before);
            Error error = png.error();
            error.message = fmt::format("image {}: {}", image.name.view(), error.message);
            return fail(std::move(error));
        }
        to.pictures.push_back({picture_file_name(label, frame, frames->size()), std::move(*png)});
    }
    return {};
}

}  // namespace

ExportedBank export_pictures(const TextureBank& bank, std::span<const Colour> colours, std::optional<std::size_t> only)
{
    ExportedBank exported;
    const std::vector<std::string> labels = image_labels(bank);
    for (std::size_t i = 0; i < bank.images.size(); ++i) {
        if (only && *only != i) {
            continue;
        }
        const Image& image = bank.images[i];
        if (const Status done = export_image(image, labels[i], colours, exported); !done) {
            exported.left_out.push_back(describe(done.error()));
            continue;
        }
        ++exported.images;
        exported.own_colours += image.palette ? 1U : 0U;
    }
    return exported;
}

}  // namespace redforge::art
