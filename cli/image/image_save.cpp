// `image` for saves: the screenshot.
#include <fmt/format.h>

#include "cli/files/finish.hpp"
#include "cli/verbs/image.hpp"
#include "exchange/picture/screenshot.hpp"
#include "tes/save/save.hpp"

namespace redforge::cli::image {

Exit run_save(const ImageRequest& request, edit::Loaded& loaded)
{
    if (!request.parts.empty()) {
        return print_usage_error("image: a save has one picture", "omit the words after the save");
    }
    tes::Screenshot& screenshot = edit::get_if<tes::Save>(loaded.document)->header.screenshot;
    if (request.action == "export") {
        const std::filesystem::path out = *request.arguments.option("output");
        const Result<Bytes> png = exchange::screenshot_to_png(screenshot);
        if (!png) {
            return print_error(in_file(png.error(), request.file));
        }
        if (const Status written = write_picture(request, out, *png); !written) {
            return print_error(written.error());
        }
        if (out != "-") {
            print_message(fmt::format("{} -> {} ({} x {} pixels)", request.file, out.string(), screenshot.width,
                                      screenshot.height));
        }
        return Exit::success;
    }
    const Result<std::vector<Picture>> pictures = read_pictures(request.picture);
    if (!pictures) {
        return print_error(pictures.error());
    }
    if (pictures->size() != 1) {
        return print_usage_error("image import: cannot import several pictures to one screenshot", "name one PNG");
    }
    Result<tes::Screenshot> taken = exchange::screenshot_from_png(pictures->front().png);
    if (!taken) {
        return print_error(in_file(taken.error(), pictures->front().path));
    }
    edit::EditLog changes;
    if (taken->width != screenshot.width || taken->height != screenshot.height || taken->pixels != screenshot.pixels) {
        const auto size = [](const tes::Screenshot& picture) {
            return fmt::format("{} x {} pixels", picture.width, picture.height);
        };
        changes.push_back({"replace", "header.screenshot", size(screenshot), size(*taken)});
        screenshot = std::move(*taken);
    }
    return finish(request.arguments, loaded, request.file, changes);
}

}  // namespace redforge::cli::image
