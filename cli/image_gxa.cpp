// `image` for the pictures of a GXA: its frames as PNG or as one GIF, out and in.
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "art/picture_file.hpp"
#include "art/png.hpp"
#include "core/counts.hpp"
#include "exchange/gif.hpp"
#include "finish.hpp"
#include "output.hpp"
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

/// Frames of a file, from the first on.
struct Selected {
    std::size_t first{};
    std::size_t count{};
};

Result<Selected> selected(const ImageRequest& request, const art::PictureFile& file)
{
    if (request.parts.empty()) {
        return Selected{0, file.frames.size()};
    }
    const auto number = whole_number(request.parts.front());
    return number && *number < file.frames.size() ? Result<Selected>(Selected{*number, 1})
                                                  : fail(no_frame(request, request.parts.front(), file.frames.size()));
}

Result<art::IndexedImage> picture_of(const art::PictureFrame& frame)
{
    if (frame.pixels.empty()) {
        return fail({.code = ErrorCode::unsupported,
                     .message = "a frame without pixels",
                     .hint = "its packed pixels do not give its picture"});
    }
    art::IndexedImage picture{static_cast<std::uint32_t>(frame.width), static_cast<std::uint32_t>(frame.height), {}};
    std::ranges::transform(frame.pixels, std::back_inserter(picture.indices),
                           [](std::byte index) { return std::to_integer<std::uint8_t>(index); });
    return picture;
}

/// The upper left corner of what frames cover at their offsets.
struct Corner {
    int x{std::numeric_limits<int>::max()};
    int y{std::numeric_limits<int>::max()};
};

Corner corner_of(std::span<const art::PictureFrame> frames)
{
    Corner corner;
    for (const art::PictureFrame& frame : frames) {
        corner = {std::min<int>(corner.x, frame.x), std::min<int>(corner.y, frame.y)};
    }
    return corner;
}

Exit export_gif(const ImageRequest& request, const art::PictureFile& file, const Selected& which, const fs::path& out)
{
    constexpr std::size_t tenth_of_second = 10;
    const auto delay = request.arguments.has("delay") ? whole_number(*request.arguments.option("delay"))
                                                      : std::optional(tenth_of_second);
    if (!delay || *delay > std::numeric_limits<std::uint16_t>::max()) {
        return complain_usage(fmt::format("image: \"{}\" is not a delay", *request.arguments.option("delay")),
                              "hundredths of a second, 0 to 65535");
    }
    const auto frames = std::span(file.frames).subspan(which.first, which.count);
    const Corner corner = corner_of(frames);
    std::vector<exchange::GifFrame> pictures;
    for (const art::PictureFrame& frame : frames) {
        Result<art::IndexedImage> picture = picture_of(frame);
        if (!picture) {
            Error error = picture.error();
            error.field = fmt::format("frames[{}]", which.first + pictures.size());
            return complain(in_file(std::move(error), request.file));
        }
        pictures.push_back({std::move(*picture), static_cast<std::uint32_t>(frame.x - corner.x),
                            static_cast<std::uint32_t>(frame.y - corner.y)});
    }
    const Result<Bytes> gif = exchange::write_gif(pictures, art::colours_of(file), static_cast<std::uint16_t>(*delay));
    const Result<Written> written =
        gif ? write_output(request.arguments, out, "a GIF", *gif) : fail(in_file(gif.error(), request.file));
    if (!written) {
        return complain(written.error());
    }
    say(fmt::format("{} -> {} ({})", request.file, out.string(), counted(which.count, "frame")));
    return Exit::fine;
}

Exit export_frames(const ImageRequest& request, const art::PictureFile& file)
{
    const fs::path out = *request.arguments.option("output");
    const Result<Selected> which = selected(request, file);
    if (!which) {
        return complain(which.error());
    }
    if (is_gif_name(out)) {
        return export_gif(request, file, *which, out);
    }
    if (request.arguments.has("delay")) {
        return complain_usage("image: --delay is for a GIF", "use -o X.gif");
    }
    if (!to_folder(out) && which->count != 1) {
        return complain_usage(fmt::format("image: {} frames for one PNG", which->count),
                              "name one frame, a GIF, or a folder as the output");
    }
    const std::vector<art::Colour> colours = art::colours_of(file);
    std::vector<Picture> pictures;
    for (std::size_t i = which->first; i < which->first + which->count; ++i) {
        const Result<art::IndexedImage> picture = picture_of(file.frames[i]);
        Result<Bytes> png = picture ? art::write_png(*picture, colours) : fail(picture.error());
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
        say(fmt::format("{} -> {} ({})", request.file, out.string(), counted(pictures.size(), "frame")));
    }
    return Exit::fine;
}

/// Puts a picture into a frame. What did not change keeps its stream.
Status import_frame(art::PictureFrame& frame, std::size_t number, const art::IndexedImage& picture,
                    edit::EditLog& changes)
{
    constexpr std::uint32_t most = 0x7FFF;
    if (picture.width > most || picture.height > most) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} x {} pixels", picture.width, picture.height),
                     .hint = "a side has 32767 at most"});
    }
    const auto bytes = std::as_bytes(std::span(picture.indices));
    const auto width = static_cast<std::int16_t>(picture.width);
    const auto height = static_cast<std::int16_t>(picture.height);
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

void move_to(art::PictureFrame& frame, std::size_t number, const Corner& corner, edit::EditLog& changes)
{
    const auto set = [&](std::string_view field, std::int16_t& value, int to) {
        if (value != to) {
            changes.push_back(
                {"set", fmt::format("frames[{}].{}", number, field), std::to_string(value), std::to_string(to)});
            value = static_cast<std::int16_t>(to);
        }
    };
    set("x", frame.x, corner.x);
    set("y", frame.y, corner.y);
}

/// The part of a canvas that a frame stands in; nothing when there are pixels beside it, or when it is not all there.
std::optional<art::IndexedImage> part_for(const art::PictureFrame& frame, const Corner& corner,
                                          const art::IndexedImage& canvas)
{
    if (frame.width < 1 || frame.height < 1) {
        return std::nullopt;
    }
    const auto left = static_cast<std::uint32_t>(frame.x - corner.x);
    const auto top = static_cast<std::uint32_t>(frame.y - corner.y);
    art::IndexedImage part{static_cast<std::uint32_t>(frame.width), static_cast<std::uint32_t>(frame.height), {}};
    if (left + part.width > canvas.width || top + part.height > canvas.height) {
        return std::nullopt;
    }
    for (std::uint32_t y = 0; y < canvas.height; ++y) {
        for (std::uint32_t x = 0; x < canvas.width; ++x) {
            const std::uint8_t index = canvas.indices[std::size_t{y} * canvas.width + x];
            if (x >= left && x - left < part.width && y >= top && y - top < part.height) {
                part.indices.push_back(index);
            } else if (index != 0) {
                return std::nullopt;
            }
        }
    }
    return part;
}

Exit import_gif(const ImageRequest& request, edit::Loaded& loaded, art::PictureFile& file)
{
    const Result<Selected> which = selected(request, file);
    const Result<Bytes> gif = which ? read_file(request.picture) : fail(which.error());
    if (!gif) {
        return complain(gif.error());
    }
    const Result<std::vector<art::IndexedImage>> pictures = exchange::read_gif(*gif, art::colours_of(file));
    if (!pictures) {
        return complain(in_file(pictures.error(), request.picture));
    }
    if (pictures->size() != which->count) {
        return complain({.code = ErrorCode::usage,
                         .message = fmt::format("the GIF has {}", counted(pictures->size(), "picture")),
                         .file = request.picture,
                         .hint = fmt::format("one for each of {}, in their order", counted(which->count, "frame"))});
    }
    const auto frames = std::span(file.frames).subspan(which->first, which->count);
    const Corner corner = corner_of(frames);
    edit::EditLog changes;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        art::PictureFrame& frame = frames[i];
        const art::IndexedImage& canvas = (*pictures)[i];
        const std::optional<art::IndexedImage> part = part_for(frame, corner, canvas);
        if (const Status taken = import_frame(frame, which->first + i, part ? *part : canvas, changes); !taken) {
            return complain(in_file(taken.error(), request.picture));
        }
        if (!part) {
            move_to(frame, which->first + i, corner, changes);
        }
    }
    return finish(request.arguments, loaded, request.file, changes);
}

Exit import_frames(const ImageRequest& request, edit::Loaded& loaded, art::PictureFile& file)
{
    if (is_gif_name(request.picture)) {
        return import_gif(request, loaded, file);
    }
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
        const Result<art::IndexedImage> read = art::read_png_with_palette(picture.png, colours);
        const Status taken =
            read ? import_frame(file.frames[*number], *number, *read, changes) : Status(fail(read.error()));
        if (!taken) {
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
