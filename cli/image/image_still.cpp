// `image` for files with a single picture: PCX, LBM, BMP.
#include <fmt/format.h>

#include "cli/files/finish.hpp"
#include "cli/verbs/image.hpp"
#include "edit/picture/still_picture.hpp"

namespace redforge::cli::image {

Exit run_still(const ImageRequest& request, edit::Loaded& loaded)
{
    if (!request.parts.empty()) {
        return print_usage_error("image: the file has one picture", "omit the words after the file");
    }
    if (request.action == "export") {
        const std::filesystem::path out = *request.arguments.option("output");
        const Result<Bytes> png = edit::decode_still_picture(loaded.document).and_then(art::to_png);
        if (!png) {
            return print_error(in_file(png.error(), request.file));
        }
        const std::string name = std::filesystem::path(request.file).stem().string() + ".png";
        const Status written =
            to_folder(out) ? write_pictures(out, {{name, {}, *png}}) : write_picture(request, out, *png);
        if (!written) {
            return print_error(written.error());
        }
        if (out != "-") {
            print_message(fmt::format("{} -> {} ({})", request.file, out.string(),
                                      edit::describe_still_picture(loaded.document)));
        }
        return Exit::success;
    }
    const Result<std::vector<Picture>> pictures = read_pictures(request.picture);
    if (!pictures) {
        return print_error(pictures.error());
    }
    if (pictures->size() != 1) {
        return print_usage_error("image import: cannot import several pictures to one", "name one PNG");
    }
    const edit::Document before = loaded.document;
    if (const Status taken = edit::replace_still_picture(loaded.document, pictures->front().png); !taken) {
        return print_error(in_file(taken.error(), pictures->front().path));
    }
    edit::EditLog changes;
    if (before.difference(loaded.document)) {
        changes.push_back(
            {"replace", "data", edit::describe_still_picture(before), edit::describe_still_picture(loaded.document)});
    }
    return finish(request.arguments, loaded, request.file, changes);
}

}  // namespace redforge::cli::image
