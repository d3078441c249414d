// `image`: exports pictures of banks, terrains, palettes, saves and other files, and imports them.
#include "cli/verbs/image.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "art/font.hpp"
#include "art/palette.hpp"
#include "art/picture_file.hpp"
#include "art/terrain.hpp"
#include "art/texture_bank.hpp"
#include "cli/files/file_kinds.hpp"
#include "cli/files/output.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "core/text/letter_case.hpp"
#include "edit/picture/still_picture.hpp"
#include "tes/save/save.hpp"

namespace redforge::art {

struct Font;
struct PictureFile;

}  // namespace redforge::art

namespace redforge::cli {
namespace fs = std::filesystem;
namespace image {
namespace {

bool is_png_name(const fs::path& path)
{
    return equals_ignore_case(path.extension().string(), ".png");
}

Result<Picture> read_picture(const fs::path& path)
{
    Result<Bytes> png = read_file(path);
    if (!png) {
        return fail(png.error());
    }
    return Picture{path.filename().string(), path.string(), std::move(*png)};
}

}  // namespace

bool is_gif_name(const fs::path& path)
{
    return equals_ignore_case(path.extension().string(), ".gif");
}

bool to_folder(const fs::path& out)
{
    return out != "-" && !is_png_name(out) && !is_gif_name(out);
}

Status write_pictures(const fs::path& folder, const std::vector<Picture>& pictures)
{
    std::vector<FolderFile> files;
    FolderRules rules;
    for (const Picture& picture : pictures) {
        files.push_back({picture.name, {picture.png}});
        rules.previous.push_back(picture.name);
    }
    const Result<Written> written =
        write_folder(folder, files, rules, {.overwrite = Overwrite::allow, .cancel = &cancelled()});
    return written ? Status{} : fail(written.error());
}

Status write_picture(const ImageRequest& request, const fs::path& out, ByteView png)
{
    const Result<Written> written = write_output(request.arguments, out, "a PNG", png);
    return written ? Status{} : fail(written.error());
}

Result<std::vector<Picture>> read_pictures(const fs::path& path)
{
    std::vector<fs::path> paths;
    std::error_code error;
    if (path == "-" || !fs::is_directory(path, error)) {
        paths.push_back(path);
    } else {
        for (fs::directory_iterator entry(path, error); !error && entry != fs::directory_iterator();
             entry.increment(error)) {
            if (is_png_name(entry->path())) {
                paths.push_back(entry->path());
            }
        }
        if (error || paths.empty()) {
            return fail({.code = error ? ErrorCode::io : ErrorCode::unknown_name,
                         .message = error ? "cannot list the folder: " + error.message() : "a folder without a PNG",
                         .file = path.string(),
                         .hint = "name a PNG, or a folder as image export makes it"});
        }
        std::ranges::sort(paths);
    }
    std::vector<Picture> pictures;
    for (const fs::path& each : paths) {
        Result<Picture> picture = read_picture(each);
        if (!picture) {
            return fail(picture.error());
        }
        pictures.push_back(std::move(*picture));
    }
    return pictures;
}

namespace {

/// Checks the number and kind of words. Prints a usage error and returns its exit code. Returns nullopt if they are
/// right.
std::optional<Exit> check_file_words(const ImageRequest& request, std::size_t count)
{
    const auto wrong = [](std::string_view what, std::string_view hint) {
        return std::optional(print_usage_error(fmt::format("image: {}", what), hint));
    };
    if (request.action == "export") {
        if (count > 2) {
            return wrong("export takes a file and one image or plane", "without an image it exports all of them");
        }
        const std::optional<std::string> out = request.arguments.option("output");
        if (!out) {
            return wrong("no output given", "use -o FOLDER, -o X.png or, for a GXA or one image of a bank, -o X.gif");
        }
        return !is_png_name(*out) && !is_gif_name(*out) && is_name_of_file(*out)
                   ? std::optional(print_error(cannot_write(*out, ".png, or .gif for a GXA or one image of a bank")))
                   : std::nullopt;
    }
    if (request.action == "import") {
        if (count < 2 || count > 3) {
            return wrong("import takes a PNG, a folder or a GIF, then a file, and one image or plane",
                         "as in redforge image import x.png TEXBSI.302 44 --in-place");
        }
        return std::nullopt;
    }
    if (request.action == "remove") {
        return count >= 2 ? std::nullopt : wrong("remove takes a bank and images", "name the images");
    }
    return wrong(fmt::format("no action \"{}\"", request.action), "export, import or remove");
}

/// Rejects options of texture banks for other files.
std::optional<Exit> wrong_options(const ImageRequest& request, bool is_bank, std::string_view format)
{
    for (const std::string_view option : {"palette", "game", "frame", "indices", "add"}) {
        if (!is_bank && request.arguments.has(option)) {
            return print_usage_error(fmt::format("image {} takes no --{} for a {}", request.action, option, format),
                                     "it is for texture banks");
        }
    }
    return std::nullopt;
}

/// Rejects a GIF for other documents: only a GXA and an image of a bank have frames.
std::optional<Exit> wrong_gif(const ImageRequest& request, bool is_bank)
{
    const fs::path picture =
        request.action == "export" ? request.arguments.option("output").value_or("") : request.picture;
    if (is_gif_name(picture) && is_bank) {
        if (request.parts.empty() || request.frame) {
            return print_usage_error("image: a GIF is for all frames of one image of a bank",
                                     "name the image, no frame");
        }
    } else if (is_gif_name(picture)) {
        return print_error({.code = ErrorCode::usage,
                            .message = "a GIF is for the frames of a GXA or of an image of a texture bank",
                            .file = picture.string(),
                            .hint = "use .png"});
    }
    if (request.arguments.has("delay")) {
        return print_usage_error("image: --delay is for a GIF of the frames of a GXA", "leave it out");
    }
    return std::nullopt;
}

}  // namespace
}  // namespace image

static Exit run_image(const Arguments& arguments)
{
    image::ImageRequest request{.arguments = arguments, .action = arguments.first("ACTION")};
    const auto words = arguments.all("FILE");
    if (const std::optional<Exit> wrong = image::check_file_words(request, words.size())) {
        return *wrong;
    }
    const std::size_t file_at = request.action == "import" ? 1 : 0;
    request.picture = file_at == 1 ? words[0] : "";
    request.file = words[file_at];
    request.parts.assign(words.begin() + static_cast<std::ptrdiff_t>(file_at) + 1, words.end());
    if (const std::optional<std::string> frame = arguments.option("frame")) {
        request.frame = whole_number(*frame);
        if (!request.frame) {
            return print_usage_error(fmt::format("image: \"{}\" is not a frame", *frame), "a number from 0");
        }
    }
    if (request.picture == "-" && request.file == "-") {
        return print_usage_error("image: both PNG and FILE are standard input", "use one of them");
    }
    std::error_code ignored;
    if (file_at == 1 && fs::is_regular_file(request.picture, ignored)) {
        if (const Result<Bytes> bytes = read_file(request.picture); bytes && edit::recognise(*bytes) != nullptr) {
            return print_error(
                {.code = ErrorCode::usage,
                 .message = fmt::format("is {}, not a PNG", document_description(*edit::recognise(*bytes))),
                 .file = request.picture,
                 .hint = "the PNG comes first: redforge image import PNG FILE"});
        }
    }
    Result<edit::Loaded> loaded = edit::load(request.file, Pipes::allow);
    if (!loaded) {
        return print_error(loaded.error());
    }
    const Format& format = loaded->document.format();
    const bool is_bank = edit::get_if<art::TextureBank>(loaded->document) != nullptr;
    if (const std::optional<Exit> wrong = image::wrong_options(request, is_bank, format.name)) {
        return *wrong;
    }
    const bool has_frames = edit::get_if<art::PictureFile>(loaded->document) != nullptr;
    if (const std::optional<Exit> wrong = has_frames ? std::nullopt : image::wrong_gif(request, is_bank)) {
        return *wrong;
    }
    if (is_bank) {
        return image::run_bank(request, *loaded);
    }
    if (edit::get_if<art::Terrain>(loaded->document) != nullptr && request.action != "remove") {
        return image::run_terrain(request, *loaded);
    }
    if (edit::get_if<art::Palette>(loaded->document) != nullptr && request.action != "remove") {
        return image::run_palette(request, *loaded);
    }
    if (edit::get_if<tes::Save>(loaded->document) != nullptr && request.action != "remove") {
        return image::run_save(request, *loaded);
    }
    if (has_frames && request.action != "remove") {
        return image::run_pictures(request, *loaded);
    }
    if (edit::get_if<art::Font>(loaded->document) != nullptr && request.action != "remove") {
        return image::run_font(request, *loaded);
    }
    if (edit::has_still_picture(loaded->document) && request.action != "remove") {
        return image::run_still(request, *loaded);
    }
    return print_error({.code = ErrorCode::unsupported,
                        .message = fmt::format("is {}", document_description(format)),
                        .file = request.file,
                        .hint = request.action == "remove"
                                    ? "only texture banks have images to remove"
                                    : "pictures are in texture banks, terrains, palettes, GXA, fonts, saves, PCX, LBM "
                                      "and BMP"});
}

Verb image_verb()
{
    return {
        .name = "image",
        .summary = "exchange images with painting programs",
        .description = "Converts images to and from PNG files with a palette, which keep the indices exactly. An image "
                       "with its own "
                       "palette is shown in its colours; others in those of --palette, of the game's folder, or in "
                       "greys. Index 0 is "
                       "transparent.",
        .actions = {{"export",
                     "Writes PNGs of a texture bank (TEXBSI.nnn): every image and frame as 302-044.png and "
                     "302-044-f01.png, or one of "
                     "them; of a terrain (WLD): the planes heights, textures, plane_2 and plane_4; of a palette (COL): "
                     "16 x 16 swatches; "
                     "of a PCX, LBM or BMP: the picture; of a save: the screenshot; of a GXA: its frames, or one GIF "
                     "in which each frame has its offset. "
                     "One image of a bank "
                     "can be a GIF of all its frames. An image without a number in its name is named after its "
                     "position, such as "
                     "at-003.png. The folder must be empty, or contain only such files.",
                     "output force palette game frame delay"},
                    {"import",
                     "Reads one image, or a folder of them: all or none. A PNG with the colours of the image keeps its "
                     "indices. Other "
                     "colours are matched to the palette, and the number of colours that the palette lacks is printed. "
                     "An image can "
                     "get another size, 1 to 32767 pixels a side; all frames of an image have one size. A GIF must "
                     "have as many "
                     "pictures as there are frames. A PCX or BMP takes the palette of the PNG, of at most 256 colours; "
                     "an LBM cannot be replaced.",
                     "output in-place no-backup drop-comments force palette game frame indices add dry-run json"},
                    {"remove", "Removes images from a bank.",
                     "output in-place no-backup drop-comments force dry-run json"}},
        .examples = {{"redforge image export TEXBSI.302 -o bank302 --game REDGUARD", "every image and frame"},
                     {"redforge image export TEXBSI.302 44 -o sign.png --palette ISLAND.COL", "one image"},
                     {"redforge image import bank302 TEXBSI.302 --in-place", "all of them back"},
                     {"redforge image import new.png TEXBSI.302 45 --add --palette ISLAND.COL -i", "a new image"},
                     {"redforge image export ISLAND.WLD heights -o heights.png", "a height map"},
                     {"redforge image import swatches.png ISLAND.COL -o NEW.COL", "the colours of a PNG as a palette"},
                     {"redforge image export Save.ess -o shot.png", "the screenshot of a save"},
                     {"redforge image export PICKBLOB.GXA -o blob.gif --delay 8",
                      "the frames of a GXA as an animation"}},
        .positionals =
            {{.name = "ACTION"},
             {"FILE",
              "export: a bank, terrain, palette, GXA, font, PCX, LBM, BMP or save, and an image (44, D02044), plane or "
              "frame; import: the "
              "same after a PNG, a folder of PNGs, or a GIF; remove: a bank and images",
              1,
              0,
              {}}},
        .options = option_list(
            Option{"--palette", "", "COL", "the palette of images without their own"},
            Option{
                "--game", "", "FOLDER",
                "use the first palette in FOLDER or its FXART; the default is the game folder that contains the file"},
            Option{"--frame", "", "N", "one frame of an image, from 0; import: the next number adds a frame"},
            Option{"--indices", "", "", "import: keep the indices of a PNG and ignore its colours"},
            Option{"--add", "", "", "import: add pictures without an image of that name as new images"},
            Option{"--delay", "", "N", "export of a GIF: hundredths of a second for each frame (default 10)"},
            options::writing, options::json),
        .run = run_image,
    };
}

}  // namespace redforge::cli
