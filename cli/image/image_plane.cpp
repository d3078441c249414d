// `image` for terrains and palettes.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "art/palette.hpp"
#include "art/palette_image.hpp"
#include "art/terrain.hpp"
#include "art/terrain_image.hpp"
#include "cli/files/finish.hpp"
#include "cli/verbs/image.hpp"
#include "core/text/counts.hpp"

namespace redforge::cli::image {
namespace {

namespace fs = std::filesystem;

Result<art::TerrainPlane> plane_named(std::string_view name)
{
    const auto found = std::ranges::find(art::terrain_plane_names, name);
    if (found == art::terrain_plane_names.end()) {
        return fail({.code = ErrorCode::unknown_name,
                     .message = fmt::format("no plane \"{}\"", name),
                     .hint = fmt::format("there are: {}", fmt::join(art::terrain_plane_names, ", "))});
    }
    return static_cast<art::TerrainPlane>(found - art::terrain_plane_names.begin());
}

Exit export_terrain(const ImageRequest& request, const art::Terrain& terrain, const fs::path& out)
{
    std::vector<std::string> names = request.parts;
    if (names.empty()) {
        names.assign(art::terrain_plane_names.begin(), art::terrain_plane_names.end());
    }
    if (names.size() > 1 && !to_folder(out)) {
        return print_error({.code = ErrorCode::usage,
                            .message = fmt::format("{} planes for one file", names.size()),
                            .file = request.file,
                            .hint = fmt::format("name one of {}, or a folder with -o", fmt::join(names, ", "))});
    }
    std::vector<Picture> pictures;
    for (const std::string& name : names) {
        const Result<art::TerrainPlane> plane = plane_named(name);
        if (!plane) {
            return print_error(in_file(plane.error(), request.file));
        }
        Result<Bytes> png = art::terrain_to_png(terrain, *plane);
        if (!png) {
            return print_error(in_file(png.error(), request.file));
        }
        pictures.push_back({name + ".png", {}, std::move(*png)});
    }
    const Status written =
        to_folder(out) ? write_pictures(out, pictures) : write_picture(request, out, pictures.front().png);
    if (!written) {
        return print_error(written.error());
    }
    if (out != "-") {
        print_message(fmt::format("{} -> {} ({})", request.file, out.string(), fmt::join(names, ", ")));
    }
    return Exit::success;
}

Exit import_terrain(const ImageRequest& request, edit::Loaded& loaded, art::Terrain& terrain)
{
    const Result<std::vector<Picture>> pictures = read_pictures(request.picture);
    if (!pictures) {
        return print_error(pictures.error());
    }
    if (pictures->size() > 1 && !request.parts.empty()) {
        return print_usage_error("image import: cannot import a folder to one plane",
                                 "name one PNG, or omit the plane");
    }
    edit::EditLog changes;
    for (const Picture& picture : *pictures) {
        const std::string name = request.parts.empty() ? fs::path(picture.name).stem().string() : request.parts.front();
        const Result<art::TerrainPlane> plane = plane_named(name);
        if (!plane) {
            return print_error(in_file(plane.error(), picture.path));
        }
        const std::vector<std::uint8_t> before = art::join_plane(terrain, *plane);
        if (const Status taken = art::terrain_from_png(terrain, *plane, picture.png); !taken) {
            return print_error(in_file(taken.error(), picture.path));
        }
        const std::vector<std::uint8_t> after = art::join_plane(terrain, *plane);
        std::size_t changed = 0;
        for (std::size_t i = 0; i < after.size(); ++i) {
            changed += before[i] != after[i] ? 1U : 0U;
        }
        if (changed > 0) {
            changes.push_back({"replace", fmt::format("sections[*].{}", name), "",
                               fmt::format("{} of {} points", grouped(changed), grouped(after.size()))});
        }
    }
    return finish(request.arguments, loaded, request.file, changes);
}

Exit import_palette(const ImageRequest& request, edit::Loaded& loaded, art::Palette& palette)
{
    const Result<std::vector<Picture>> pictures = read_pictures(request.picture);
    if (!pictures) {
        return print_error(pictures.error());
    }
    if (pictures->size() != 1) {
        return print_usage_error("image import: cannot import several pictures to one palette", "name one PNG");
    }
    const std::vector<art::Colour> before = palette.colours;
    if (const Status taken = art::palette_from_png(palette, pictures->front().png); !taken) {
        return print_error(in_file(taken.error(), pictures->front().path));
    }
    edit::EditLog changes;
    for (std::size_t i = 0; i < palette.colours.size(); ++i) {
        const art::Colour& was = before[i];
        const art::Colour& is = palette.colours[i];
        if (was != is) {
            changes.push_back({"set", fmt::format("colours[{}]", i), fmt::format("{} {} {}", was.r, was.g, was.b),
                               fmt::format("{} {} {}", is.r, is.g, is.b)});
        }
    }
    return finish(request.arguments, loaded, request.file, changes);
}

}  // namespace

Exit run_terrain(const ImageRequest& request, edit::Loaded& loaded)
{
    art::Terrain& terrain = *edit::get_if<art::Terrain>(loaded.document);
    return request.action == "export" ? export_terrain(request, terrain, *request.arguments.option("output"))
                                      : import_terrain(request, loaded, terrain);
}

Exit run_palette(const ImageRequest& request, edit::Loaded& loaded)
{
    art::Palette& palette = *edit::get_if<art::Palette>(loaded.document);
    if (!request.parts.empty()) {
        return print_usage_error("image: a palette is one picture", "omit the words after the palette");
    }
    if (request.action == "import") {
        return import_palette(request, loaded, palette);
    }
    const fs::path out = *request.arguments.option("output");
    const Result<Bytes> png = art::palette_to_png(palette);
    if (!png) {
        return print_error(in_file(png.error(), request.file));
    }
    if (const Status written = write_picture(request, out, *png); !written) {
        return print_error(written.error());
    }
    if (out != "-") {
        print_message(fmt::format("{} -> {} (256 colours)", request.file, out.string()));
    }
    return Exit::success;
}

}  // namespace redforge::cli::image
