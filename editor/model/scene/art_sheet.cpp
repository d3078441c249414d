// Tiles of banks, pictures, terrains and palettes.
#include "editor/model/scene/art_sheet.hpp"

#include <fmt/format.h>

#include "art/image.hpp"
#include "art/palette.hpp"
#include "art/picture_file.hpp"
#include "art/png.hpp"
#include "art/terrain.hpp"
#include "art/terrain_image.hpp"
#include "art/texture_bank.hpp"
#include "edit/picture/still_picture.hpp"
#include "scene/scene.hpp"

namespace redforge::editor {
namespace {

NodeRef tile_record(const Session& session, std::string_view list, std::size_t index)
{
    const FieldTable& table = session.root().table();
    const ChildEntry* const child = table.find_child(list);
    return {{{table.number_of(*child), static_cast<std::uint32_t>(index)}}, {}};
}

}  // namespace

bool has_sheet(const Session& session)
{
    const edit::Document& document = session.document();
    return edit::get_if<art::TextureBank>(document) != nullptr || edit::get_if<art::PictureFile>(document) != nullptr ||
           edit::get_if<art::Terrain>(document) != nullptr || edit::has_still_picture(document) ||
           has_colour_tiles(session);
}

bool has_colour_tiles(const Session& session)
{
    return edit::get_if<art::Palette>(session.document()) != nullptr;
}

bool is_single_picture(const Session& session)
{
    return has_colour_tiles(session) || edit::has_still_picture(session.document());
}

std::vector<SheetTile> sheet_of(const Session& session)
{
    std::vector<SheetTile> tiles;
    if (const auto* const bank = edit::get_if<art::TextureBank>(session.document())) {
        for (std::size_t i = 0; i < bank->images.size(); ++i) {
            const art::Image& image = bank->images[i];
            tiles.push_back({.record = tile_record(session, "images", i),
                             .name = std::string(image.name.view()),
                             .width = std::max<int>(image.header.width, 0),
                             .height = std::max<int>(image.header.height, 0),
                             .frames = std::max<std::size_t>(art::frame_count(image), 1),
                             .delay = image.header.delay});
        }
    } else if (const auto* const palette = edit::get_if<art::Palette>(session.document())) {
        for (std::size_t i = 0; i < palette->colours.size(); ++i) {
            tiles.push_back({.record = tile_record(session, "colours", i),
                             .name = fmt::format("{}", i),
                             .colour = palette->colours[i]});
        }
    } else if (const auto* const pictures = edit::get_if<art::PictureFile>(session.document())) {
        for (std::size_t i = 0; i < pictures->frames.size(); ++i) {
            const art::PictureFrame& frame = pictures->frames[i];
            tiles.push_back({.record = tile_record(session, "frames", i),
                             .name = fmt::format("{}", i),
                             .width = std::max<int>(frame.width, 0),
                             .height = std::max<int>(frame.height, 0)});
        }
    } else if (edit::get_if<art::Terrain>(session.document()) != nullptr) {
        for (std::size_t i = 0; i < art::terrain_plane_names.size(); ++i) {
            tiles.push_back({.name = std::string(art::terrain_plane_names[i]),
                             .width = static_cast<int>(art::terrain_side),
                             .height = static_cast<int>(art::terrain_side),
                             .plane = static_cast<art::TerrainPlane>(i)});
        }
    } else if (edit::has_still_picture(session.document())) {
        const Result<art::StillPicture> picture = edit::decode_still_picture(session.document());
        const art::RgbaImage image = picture ? art::to_rgba(*picture) : art::RgbaImage{};
        tiles.push_back({.name = picture ? session.path().stem().string() : picture.error().message,
                         .width = static_cast<int>(image.width),
                         .height = static_cast<int>(image.height)});
    }
    return tiles;
}

art::RgbaImage image_of(const Session& session, const SheetTile& tile, std::size_t frame,
                        const std::vector<art::Colour>& colours)
{
    if (const auto* const terrain = edit::get_if<art::Terrain>(session.document()); terrain != nullptr && tile.plane) {
        const Result<art::PngImage> png = art::terrain_to_png(*terrain, *tile.plane).and_then([](const Bytes& bytes) {
            return art::read_png(bytes);
        });
        return png ? art::to_rgba(*png) : art::RgbaImage{};
    }
    if (const auto* const pictures = edit::get_if<art::PictureFile>(session.document())) {
        const std::size_t index = tile.record.node.empty() ? pictures->frames.size() : tile.record.node.back().index;
        return index < pictures->frames.size()
                   ? art::to_rgba(art::picture_of(pictures->frames[index]), art::colours_of(*pictures))
                   : art::RgbaImage{};
    }
    if (edit::has_still_picture(session.document())) {
        const Result<art::StillPicture> picture = edit::decode_still_picture(session.document());
        return picture ? art::to_rgba(*picture) : art::RgbaImage{};
    }
    const auto* const bank = edit::get_if<art::TextureBank>(session.document());
    if (bank == nullptr || tile.record.node.empty() || tile.record.node.back().index >= bank->images.size()) {
        return {};
    }
    const art::Image& image = bank->images[tile.record.node.back().index];
    const auto pixels = art::decode_frame(image, frame % tile.frames);
    return pixels ? art::to_rgba(*pixels, art::colours_of(image, colours)) : art::RgbaImage{};
}

std::vector<art::Colour> palette_of_game(const scene::GameFolder* game)
{
    const scene::MapFiles files = game == nullptr ? scene::MapFiles{} : scene::find_map_files(*game, {});
    std::vector<std::string> problems;
    std::vector<art::Colour> colours = scene::colours_of_map(files, problems);
    return files.palette && problems.empty() ? colours : std::vector<art::Colour>{};
}

std::vector<art::Colour> colours_of_game(const scene::GameFolder* game)
{
    std::vector<std::string> problems;
    return scene::colours_of_map(game == nullptr ? scene::MapFiles{} : scene::find_map_files(*game, {}), problems);
}

}  // namespace redforge::editor
