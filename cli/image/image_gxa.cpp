// `image` for the pictures of a GXA: exports and imports its frames as PNG files or as one GIF.
#include <limits>

#include <fmt/format.h>

#include "art/picture_file.hpp"
#include "cli/files/finish.hpp"
#include "cli/files/output.hpp"
#include "cli/verbs/image.hpp"
#include "core/text/counts.hpp"
#include "exchange/picture/animation.hpp"

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

/// Consecutive frames of a file.
struct FrameRange {
    std::size_t first{};
    std::size_t count{};
};

Result<FrameRange> selected(const ImageRequest& request, const art::PictureFile& file)
{
    if (request.parts.empty()) {
        return FrameRange{0, file.frames.size()};
    }
    const auto number = whole_number(request.parts.front());
    return number && *number < file.frames.size() ? Result<FrameRange>(FrameRange{*number, 1})
                                                  : fail(no_frame(request, request.parts.front(), file.frames.size()));
}

Exit export_gif(const ImageRequest& request, const art::PictureFile& file, const FrameRange& which, const fs::path& out)
{
    const auto delay = request.arguments.has("delay") ? whole_number(*request.arguments.option("delay"))
                                                      : std::optional<std::size_t>(exchange::default_gif_delay);
    if (!delay || *delay > std::numeric_limits<std::uint16_t>::max()) {
        return print_usage_error(fmt::format("image: \"{}\" is not a delay", *request.arguments.option("delay")),
                                 "hundredths of a second, 0 to 65535");
    }
    const Result<Bytes> gif =
        exchange::frames_to_gif(file, which.first, which.count, static_cast<std::uint16_t>(*delay));
    const Result<Written> written =
        gif ? write_output(request.arguments, out, "a GIF", *gif) : fail(in_file(gif.error(), request.file));
    if (!written) {
        return print_error(written.error());
    }
    print_message(fmt::format("{} -> {} ({})", request.file, out.string(), counted(which.count, "frame")));
    return Exit::success;
}

Exit export_frames(const ImageRequest& request, const art::PictureFile& file)
{
    const fs::path out = *request.arguments.option("output");
    const Result<FrameRange> which = selected(request, file);
    if (!which) {
        return print_error(which.error());
    }
    if (is_gif_name(out)) {
        return export_gif(request, file, *which, out);
    }
    if (request.arguments.has("delay")) {
        return print_usage_error("image: --delay is for a GIF", "use -o X.gif");
    }
    if (!to_folder(out) && which->count != 1) {
        return print_usage_error(fmt::format("image: cannot write {} frames to one PNG", which->count),
                                 "name one frame, a GIF, or a folder as the output");
    }
    std::vector<Picture> pictures;
    for (std::size_t i = which->first; i < which->first + which->count; ++i) {
        Result<Bytes> png = exchange::frame_to_png(file, i);
        if (!png) {
            return print_error(in_file(png.error(), request.file));
        }
        pictures.push_back({fmt::format("{:03}.png", i), {}, std::move(*png)});
    }
    const Status written =
        to_folder(out) ? write_pictures(out, pictures) : write_picture(request, out, pictures.front().png);
    if (!written) {
        return print_error(written.error());
    }
    if (out != "-") {
        print_message(fmt::format("{} -> {} ({})", request.file, out.string(), counted(pictures.size(), "frame")));
    }
    return Exit::success;
}

/// Returns the changes to the frames.
edit::EditLog changes_of(std::span<const art::PictureFrame> before, std::span<const art::PictureFrame> after)
{
    const auto size = [](const art::PictureFrame& frame) {
        return fmt::format("{} x {} pixels", frame.width, frame.height);
    };
    edit::EditLog changes;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const auto set = [&](std::string_view field, std::int16_t was, std::int16_t is) {
            if (was != is) {
                changes.push_back(
                    {"set", fmt::format("frames[{}].{}", i, field), std::to_string(was), std::to_string(is)});
            }
        };
        if (size(before[i]) != size(after[i]) || before[i].pixels != after[i].pixels) {
            changes.push_back({"replace", fmt::format("frames[{}].pixels", i), size(before[i]), size(after[i])});
        }
        set("x", before[i].x, after[i].x);
        set("y", before[i].y, after[i].y);
    }
    return changes;
}

Exit import_gif(const ImageRequest& request, edit::Loaded& loaded, art::PictureFile& file)
{
    const Result<FrameRange> which = selected(request, file);
    const Result<Bytes> gif = which ? read_file(request.picture) : fail(which.error());
    if (!gif) {
        return print_error(gif.error());
    }
    const std::vector<art::PictureFrame> before = file.frames;
    if (const Status taken = exchange::frames_from_gif(file, which->first, which->count, *gif); !taken) {
        return print_error(in_file(taken.error(), request.picture));
    }
    return finish(request.arguments, loaded, request.file, changes_of(before, file.frames));
}

Exit import_frames(const ImageRequest& request, edit::Loaded& loaded, art::PictureFile& file)
{
    if (is_gif_name(request.picture)) {
        return import_gif(request, loaded, file);
    }
    const Result<std::vector<Picture>> pictures = read_pictures(request.picture);
    if (!pictures) {
        return print_error(pictures.error());
    }
    if (!request.parts.empty() && pictures->size() != 1) {
        return print_usage_error("image import: cannot import several pictures to one frame", "name one PNG");
    }
    const std::vector<art::PictureFrame> before = file.frames;
    for (const Picture& picture : *pictures) {
        const std::string word = request.parts.empty() ? fs::path(picture.name).stem().string() : request.parts.front();
        const auto number = whole_number(word);
        if (!number || *number >= file.frames.size()) {
            return print_error(no_frame(request, word, file.frames.size()));
        }
        if (const Status taken = exchange::frame_from_png(file, *number, picture.png); !taken) {
            return print_error(in_file(taken.error(), picture.path));
        }
    }
    return finish(request.arguments, loaded, request.file, changes_of(before, file.frames));
}

}  // namespace

Exit run_pictures(const ImageRequest& request, edit::Loaded& loaded)
{
    auto& file = *edit::get_if<art::PictureFile>(loaded.document);
    return request.action == "export" ? export_frames(request, file) : import_frames(request, loaded, file);
}

}  // namespace redforge::cli::image
