// `image` for texture banks.
#include <fmt/format.h>

#include "art/bank_export.hpp"
#include "art/bank_import.hpp"
#include "art/image.hpp"
#include "art/image_name.hpp"
#include "art/texture_bank.hpp"
#include "cli/files/finish.hpp"
#include "cli/files/game.hpp"
#include "cli/files/output.hpp"
#include "cli/verbs/image.hpp"
#include "core/text/counts.hpp"
#include "exchange/mesh/textures.hpp"
#include "exchange/picture/animation.hpp"

namespace redforge::cli::image {
namespace {

namespace fs = std::filesystem;

/// The requested palette, and its origin.
struct Colours {
    std::vector<art::Colour> colours;
    std::string words{"greys, because no palette was given"};
};

Result<Colours> colours_for(const ImageRequest& request)
{
    std::optional<fs::path> path;
    const std::optional<fs::path> game = game_root(request.arguments, request.file);
    if (const std::optional<std::string> palette = request.arguments.option("palette")) {
        path = *palette;
    } else if (game) {
        const bool named = request.arguments.has("game");
        Result<std::optional<fs::path>> found = exchange::find_palette(*game);
        if (!found && named) {
            return fail(found.error());
        }
        path = found ? std::move(*found) : std::nullopt;
        if (!path && named) {
            return fail({.code = ErrorCode::unknown_name,
                         .message = "no palette in the folder",
                         .file = game->string(),
                         .hint = "name one with --palette"});
        }
    }
    Colours result;
    if (path) {
        Result<std::vector<art::Colour>> colours = exchange::load_palette(*path);
        if (!colours) {
            return fail(colours.error());
        }
        result = {std::move(*colours), fmt::format("colours of {}", path->string())};
    }
    return result;
}

Exit export_to_file(const ImageRequest& request, const art::ExportedBank& exported, const fs::path& out)
{
    const std::size_t count = exported.pictures.size();
    const std::size_t at = request.frame.value_or(0);
    if (!request.frame && count > 1) {
        return print_error({.code = ErrorCode::usage,
                            .message = fmt::format("{} pictures for one file", count),
                            .file = request.file,
                            .hint = request.parts.empty() ? "name an image, or a folder with -o"
                                                          : "select a frame with --frame, or a folder with -o"});
    }
    if (at >= count) {
        return print_error({.code = ErrorCode::not_found,
                            .message = fmt::format("image {} has no frame {}", request.parts.front(), at),
                            .file = request.file,
                            .hint = fmt::format("it has frames 0 to {}", count - 1)});
    }
    const Status written = write_picture(request, out, exported.pictures[at].png);
    return written ? Exit::success : print_error(written.error());
}

Exit export_bank(const ImageRequest& request, const art::TextureBank& bank, const fs::path& out)
{
    const Result<Colours> colours = colours_for(request);
    if (!colours) {
        return print_error(colours.error());
    }
    std::optional<std::size_t> only;
    if (!request.parts.empty()) {
        const Result<std::size_t> place = art::find_image_place(bank, art::image_labels(bank), request.parts.front());
        if (!place) {
            return print_error(in_file(place.error(), request.file));
        }
        only = *place;
    }
    if (only && is_gif_name(out)) {
        const Result<Bytes> gif = exchange::image_to_gif(bank.images[*only], colours->colours);
        const Result<Written> written =
            gif ? write_output(request.arguments, out, "a GIF", *gif) : fail(in_file(gif.error(), request.file));
        if (!written) {
            return print_error(written.error());
        }
        print_message(fmt::format("{} -> {} ({}; {})", request.file, out.string(),
                                  counted(art::frame_count(bank.images[*only]), "frame"),
                                  bank.images[*only].palette ? "its own colours" : colours->words));
        return Exit::success;
    }
    if (request.frame && (!only || to_folder(out))) {
        return print_usage_error("image export: --frame needs one image and one output file", "name both");
    }
    const art::ExportedBank exported = art::export_pictures(bank, colours->colours, only);
    for (const std::string& reason : exported.left_out) {
        print_message(fmt::format("{}: left out: {}", request.file, reason));
    }
    if (exported.pictures.empty()) {
        return print_error({.code = ErrorCode::mismatch,
                            .message = "has no picture to export",
                            .file = request.file,
                            .hint = only ? "choose another image" : "use a bank with images"});
    }
    if (to_folder(out)) {
        std::vector<Picture> pictures;
        for (const art::ExportedPicture& picture : exported.pictures) {
            pictures.push_back({picture.file_name, {}, picture.png});
        }
        if (const Status written = write_pictures(out, pictures); !written) {
            return print_error(written.error());
        }
    } else if (const Exit done = export_to_file(request, exported, out); done != Exit::success) {
        return done;
    }
    if (out == "-") {
        return Exit::success;
    }
    const std::size_t own = exported.own_colours;
    const std::size_t count = to_folder(out) ? exported.pictures.size() : 1;
    const std::string words = own == exported.images ? "its own colours" : colours->words;
    print_message(
        fmt::format("{} -> {} ({} picture{} of {} image{}; {}{})", request.file, out.string(), count,
                    count == 1 ? "" : "s", exported.images, exported.images == 1 ? "" : "s", words,
                    own > 0 && own < exported.images ? fmt::format(", {} in colours of their own", own) : ""));
    return Exit::success;
}

/// Returns the pictures with their image numbers, from the command line or from the file names.
Result<std::vector<art::IncomingPicture>> incoming(const ImageRequest& request)
{
    Result<std::vector<Picture>> pictures = read_pictures(request.picture);
    if (!pictures) {
        return fail(pictures.error());
    }
    std::vector<art::IncomingPicture> result;
    std::error_code ignored;
    if (!request.parts.empty() || request.frame) {
        if (fs::is_directory(request.picture, ignored)) {
            return fail({.code = ErrorCode::usage,
                         .message = "a folder cannot replace one image",
                         .file = request.picture,
                         .hint = "use one PNG, or omit the image: the file names identify the images"});
        }
    }
    for (Picture& picture : *pictures) {
        std::optional<art::PictureName> name = art::parse_picture_name(picture.name);
        if (!request.parts.empty()) {
            name = art::PictureName{request.parts.front(), request.frame};
        } else if (name && request.frame) {
            name->frame = request.frame;
        }
        if (!name) {
            return fail({.code = ErrorCode::unknown_name,
                         .message = "cannot tell the image from the file name",
                         .file = picture.path,
                         .hint = "names are like 302-044.png, or 302-044-f01.png for a frame"});
        }
        result.push_back({picture.path, std::move(name->label), name->frame, std::move(picture.png)});
    }
    return result;
}

/// Imports the pictures of a GIF as the frames of one image.
Exit import_gif_to_image(const ImageRequest& request, edit::Loaded& loaded, art::TextureBank& bank,
                         const std::vector<art::Colour>& colours)
{
    const Result<std::size_t> place = art::find_image_place(bank, art::image_labels(bank), request.parts.front());
    if (!place) {
        return print_error(in_file(place.error(), request.file));
    }
    art::Image& image = bank.images[*place];
    const std::string before = art::picture_description(image);
    const Result<Bytes> gif = read_file(request.picture);
    const Result<bool> taken = gif ? exchange::image_from_gif(image, *gif, colours) : fail(gif.error());
    if (!taken) {
        return print_error(in_file(taken.error(), request.picture));
    }
    edit::EditLog changes;
    if (*taken) {
        const auto words = [&image](const std::string& size) { return fmt::format("{}, {}", image.name.view(), size); };
        changes.push_back(
            {"replace", fmt::format("images[{}]", *place), words(before), words(art::picture_description(image))});
    }
    return finish(request.arguments, loaded, request.file, changes);
}

Exit import_bank(const ImageRequest& request, edit::Loaded& loaded, art::TextureBank& bank)
{
    Result<Colours> colours = colours_for(request);
    if (!colours) {
        return print_error(colours.error());
    }
    if (is_gif_name(request.picture)) {
        return import_gif_to_image(request, loaded, bank, colours->colours);
    }
    const Result<std::vector<art::IncomingPicture>> pictures = incoming(request);
    if (!pictures) {
        return print_error(pictures.error());
    }
    const art::PictureImport how{.colours = std::move(colours->colours),
                                 .keep_indices = request.arguments.has("indices"),
                                 .add = request.arguments.has("add"),
                                 .bank = art::bank_number(fs::path(request.file).filename().string())};
    const Result<std::vector<art::ImportedImage>> imported = art::import_pictures(bank, *pictures, how);
    if (!imported) {
        Error error = imported.error();
        if ((error.code == ErrorCode::unknown_name || error.code == ErrorCode::not_found) && !how.add) {
            error.hint += "; or use --add for a new image";
        } else if (error.code == ErrorCode::mismatch && how.colours.empty() && !how.keep_indices) {
            error.hint = "use --palette COL or --game FOLDER to match the colours, or --indices to keep the indices";
        }
        return print_error(error);
    }
    edit::EditLog changes;
    for (const art::ImportedImage& image : *imported) {
        if (image.inexact > 0) {
            print_message(fmt::format("{}: {}", request.picture, art::inexact_description(image)));
        }
        if (image.is_changed) {
            changes.push_back({image.before.empty() ? "add" : "replace", fmt::format("images[{}]", image.place),
                               image.before.empty() ? "" : fmt::format("{}, {}", image.name, image.before),
                               fmt::format("{}, {}", image.name, image.after)});
        }
    }
    return finish(request.arguments, loaded, request.file, changes);
}

Exit remove_images(const ImageRequest& request, edit::Loaded& loaded, art::TextureBank& bank)
{
    const std::vector<std::string> labels = art::image_labels(bank);
    std::vector<bool> removed(bank.images.size());
    for (const std::string& word : request.parts) {
        const Result<std::size_t> place = art::find_image_place(bank, labels, word);
        if (!place) {
            return print_error(in_file(place.error(), request.file));
        }
        removed[*place] = true;
    }
    edit::EditLog changes;
    std::vector<art::Image> left;
    for (std::size_t i = 0; i < bank.images.size(); ++i) {
        art::Image& image = bank.images[i];
        if (removed[i]) {
            changes.push_back({"remove", fmt::format("images[{}]", i),
                               fmt::format("{}, {}", image.name.view(), art::picture_description(image)), ""});
        } else {
            left.push_back(std::move(image));
        }
    }
    bank.images = std::move(left);
    return finish(request.arguments, loaded, request.file, changes);
}

}  // namespace

Exit run_bank(const ImageRequest& request, edit::Loaded& loaded)
{
    art::TextureBank& bank = *edit::get_if<art::TextureBank>(loaded.document);
    if (request.action == "export") {
        return export_bank(request, bank, *request.arguments.option("output"));
    }
    return request.action == "import" ? import_bank(request, loaded, bank) : remove_images(request, loaded, bank);
}

}  // namespace redforge::cli::image
