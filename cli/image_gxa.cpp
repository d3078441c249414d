// `image` for the pictures of a GXA: its frames as PNG, out and in.
#include <algorithm>

#include <fmt/format.h>

#include "art/picture_file.hpp"
#include "art/png.hpp"
#include "finish.hpp"
#include "verb_image.hpp"

namespace redforge::cli::image {
namespace {

namespace fs = std::filesystem;

Error no_frame(const ImageRequest& request, std::string_view word, std::size_t count)
{
    return {.code = ErrorCode::unknown_name,
            .message = fmt::format("no frame {}", word),
            .file = request.file,
            .hint = fmt::format("it has {}, from 0", count)};
}

Result<Bytes> frame_to_png(const art::PictureFrame& frame, const std::vector<art::Colour>& colours)
{
    if (frame.pixels.empty()) {
        return fail({.code = ErrorCode::unsupported,
                     .message = "a frame without pixels",
                     .hint = "its packed pixels do not give its picture"});
    }
    art::IndexedImage picture{static_cast<std::uint32_t>(frame.width), static_cast<std::uint32_t>(frame.height), {}};
    std::ranges::transform(frame.pixels, std::back_inserter(picture.indices),
                           [](std::byte index) { return std::to_integer<std::uint8_t>(index); });
    return art::write_png(picture, colours);
}

Exit export_frames(const ImageRequest& request, const art::PictureFile& file)
{
    const fs::path out = *request.arguments.option("output");
    const std::vector<art::Colour> colours = art::colours_of(file);
    std::size_t first = 0;
    std::size_t last = file.frames.size();
    if (!request.parts.empty()) {
        const auto number = whole_number(request.parts.front());
        if (!number || *number >= file.frames.size()) {
            return complain(no_frame(request, request.parts.front(), file.frames.size()));
        }
        first = *number;
        last = first + 1;
    }
    if (!to_folder(out) && last - first != 1) {
        return complain_usage(fmt::format("image: {} frames for one PNG", last - first),
                              "name one frame, or a folder as the output");
    }
    std::vector<Picture> pictures;
    for (std::size_t i = first; i < last; ++i) {
        Result<Bytes> png = frame_to_png(file.frames[i], colours);
        if (!png) {
            Error error = png.error();
            error.field = fmt::format("frames[{}]", i);
            return complain(in_file(std::move(error), request.file));
        }
        pictures.push_back({fmt::format("{:03}.png", i), {}, std::move(*png)});
    }
    const Status written =
        to_folder(out) ? write_pictures(out, pictures) : write_picture(request, out, pictures.front().png);
    if (!written) {
        return complain(written.error());
    }
    if (out != "-") {
        say(fmt::format("{} -> {} ({} frame{})", request.file, out.string(), pictures.size(),
                        pictures.size() == 1 ? "" : "s"));
    }
    return Exit::fine;
}

/// Puts a picture into a frame. What did not change keeps its stream.
Status import_frame(art::PictureFrame& frame, std::size_t number, ByteView png, const std::vector<art::Colour>& colours,
                    edit::EditLog& changes)
{
    const Result<art::IndexedImage> picture = art::read_png_with_palette(png, colours);
    if (!picture) {
        return fail(picture.error());
    }
    constexpr std::uint32_t most = 0x7FFF;
    if (picture->width > most || picture->height > most) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} x {} pixels", picture->width, picture->height),
                     .hint = "a side has 32767 at most"});
    }
    const auto bytes = std::as_bytes(std::span(picture->indices));
    const auto width = static_cast<std::int16_t>(picture->width);
    const auto height = static_cast<std::int16_t>(picture->height);
    if (frame.width == width && frame.height == height && same_bytes(frame.pixels, bytes)) {
        return {};
    }
    const auto size = [](int w, int h) { return fmt::format("{} x {} pixels", w, h); };
    changes.push_back(
        {"replace", fmt::format("frames[{}].pixels", number), size(frame.width, frame.height), size(width, height)});
    frame.width = width;
    frame.height = height;
    frame.pixels.assign(bytes.begin(), bytes.end());
    frame.packed.clear();
    frame.unpacked_size = {};
    return {};
}

Exit import_frames(const ImageRequest& request, edit::Loaded& loaded, art::PictureFile& file)
{
    const Result<std::vector<Picture>> pictures = read_pictures(request.picture);
    if (!pictures) {
        return complain(pictures.error());
    }
    if (!request.parts.empty() && pictures->size() != 1) {
        return complain_usage("image import: several pictures for one frame", "name one PNG");
    }
    const std::vector<art::Colour> colours = art::colours_of(file);
    edit::EditLog changes;
    for (const Picture& picture : *pictures) {
        const std::string word = request.parts.empty() ? fs::path(picture.name).stem().string() : request.parts.front();
        const auto number = whole_number(word);
        if (!number || *number >= file.frames.size()) {
            return complain(no_frame(request, word, file.frames.size()));
        }
        if (const Status taken = import_frame(file.frames[*number], *number, picture.png, colours, changes); !taken) {
            return complain(in_file(taken.error(), picture.path));
        }
    }
    return finish(request.arguments, loaded, request.file, changes);
}

}  // namespace

Exit run_pictures(const ImageRequest& request, edit::Loaded& loaded)
{
    auto& file = *edit::get_if<art::PictureFile>(loaded.document);
    return request.action == "export" ? export_frames(request, file) : import_frames(request, loaded, file);
}

}  // namespace redforge::cli::image
