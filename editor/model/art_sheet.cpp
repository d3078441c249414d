// Tiles of banks and palettes.
#include "editor/model/art_sheet.hpp"

#include <fmt/format.h>

#include "art/image.hpp"
#include "art/palette.hpp"
#include "art/texture_bank.hpp"
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
    return edit::get_if<art::TextureBank>(session.document()) != nullptr || is_of_colours(session);
}

bool is_of_colours(const Session& session)
{
    return edit::get_if<art::Palette>(session.document()) != nullptr;
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
    }
    return tiles;
}

art::RgbaImage image_of(const Session& session, const SheetTile& tile, std::size_t frame,
                        const std::vector<art::Colour>& colours)
{
    const auto* const bank = edit::get_if<art::TextureBank>(session.document());
    if (bank == nullptr || tile.record.node.empty() || tile.record.node.back().index >= bank->images.size()) {
        return {};
    }
    const art::Image& image = bank->images[tile.record.node.back().index];
    const auto pixels = art::decode_frame(image, frame % tile.frames);
    return pixels ? art::to_rgba(*pixels, art::colours_of(image, colours)) : art::RgbaImage{};
}

std::vector<art::Colour> colours_of_game(const scene::GameFolder* game)
{
    std::vector<std::string> problems;
    return scene::colours_of_map(game == nullptr ? scene::MapFiles{} : scene::files_of_map(*game, {}), problems);
}

}  // namespace redforge::editor
