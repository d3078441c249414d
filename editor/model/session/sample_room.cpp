// Makes the models and the map of the sample room.
#include "editor/model/session/sample_room.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "art/colour.hpp"
#include "art/palette.hpp"
#include "core/files/files.hpp"
#include "model/model.hpp"
#include "rgm/map.hpp"
#include "rgm/new_map.hpp"

namespace redforge::editor {
namespace {

enum Colour : std::uint8_t { stone = 1, plaster, wood, dark_wood, brass };

constexpr std::array<std::pair<Colour, art::Colour>, 5> colours{{{stone, {150, 150, 155}},
                                                                 {plaster, {215, 200, 170}},
                                                                 {wood, {165, 110, 60}},
                                                                 {dark_wood, {110, 70, 40}},
                                                                 {brass, {230, 190, 90}}}};

/// A part of a model, in map units; Y points down.
struct Box {
    std::array<std::int32_t, 3> low;
    std::array<std::int32_t, 3> high;
    Colour colour;
};

void add_box(model::Model& model, const Box& box)
{
    constexpr std::array<std::array<std::uint32_t, 4>, 6> sides{
        {{1, 3, 7, 5}, {0, 4, 6, 2}, {2, 6, 7, 3}, {0, 1, 5, 4}, {4, 5, 7, 6}, {0, 2, 3, 1}}};
    constexpr std::int32_t unit = 256;  // of stored coordinates
    const auto first = static_cast<std::uint32_t>(model.vertices.size());
    for (std::uint32_t corner = 0; corner < 8; ++corner) {  // bit 0: X, bit 1: Y, bit 2: Z
        const auto coordinate = [&](std::uint32_t axis) {
            return ((corner >> axis & 1U) != 0 ? box.high.at(axis) : box.low.at(axis)) * unit;
        };
        model.vertices.push_back({coordinate(0), coordinate(1), coordinate(2)});
    }
    for (const auto& side : sides) {
        model::Face face;
        face.texture.colour = box.colour;
        face.u = face.v = {0, 0, 0, 0};
        for (const std::uint32_t corner : side) {
            face.vertices.push_back(first + corner);
        }
        model.faces.push_back(face);
    }
}

Result<Bytes> model_of(std::span<const Box> boxes)
{
    model::Model model;
    model.version = "v4.0";
    for (const Box& box : boxes) {
        add_box(model, box);
    }
    return model::write_model(model);
}

Result<Bytes> palette()
{
    art::Palette palette;
    palette.colours = art::grey_colours();
    for (const auto& [number, colour] : colours) {
        palette.colours[number] = colour;
    }
    return art::write_palette(palette);
}

constexpr std::int32_t middle = 0x8000;  // of the map, where a new map has its marker

rgm::StaticObject static_object(std::uint32_t id, std::string_view model, std::int32_t x, std::int32_t z, bool turned)
{
    constexpr std::int32_t one = 0x10000000;
    rgm::StaticObject object;
    object.id = id;
    object.model_name = decltype(object.model_name)(model);
    object.position = {middle + x, 0, middle + z};
    if (turned) {
        object.rotation_matrix = {0, 0, one, 0, one, 0, -one, 0, 0};
    }
    return object;
}

rgm::Map room()
{
    rgm::Map map = rgm::new_map_like(nullptr).map;
    // Only two walls, so that the initial camera sees into the room.
    map.statics.records = {static_object(1, "FLOOR", 0, 0, false),  static_object(2, "WALL", 0, -400, false),
                           static_object(3, "WALL", 400, 0, true),  static_object(4, "TABLE", 0, 0, false),
                           static_object(5, "CHAIR", 0, 160, true), static_object(6, "CHAIR", -220, 0, false)};
    rgm::Light light;
    light.id = 7;
    light.position = {middle, -200, middle};
    light.radius = 400;
    light.intensity = 255;
    light.red = 255;
    light.green = 220;
    light.blue = 160;
    light.channel_map = {0, 1, 2, 3, 4, 5, 6, 7};
    map.lights.records = {light};
    return map;
}

}  // namespace

Result<std::filesystem::path> write_sample_room(const std::filesystem::path& folder)
{
    const std::vector<std::pair<std::string_view, std::vector<Box>>> models{
        {"FLOOR", {{{-400, 0, -400}, {400, 20, 400}, stone}}},
        {"WALL", {{{-400, -300, -10}, {400, 0, 10}, plaster}, {{-400, -20, -14}, {400, 0, 14}, dark_wood}}},
        {"TABLE",
         {{{-100, -100, -60}, {100, -90, 60}, wood},
          {{-90, -90, -50}, {-80, 0, -40}, dark_wood},
          {{80, -90, -50}, {90, 0, -40}, dark_wood},
          {{-90, -90, 40}, {-80, 0, 50}, dark_wood},
          {{80, -90, 40}, {90, 0, 50}, dark_wood},
          {{-6, -130, -6}, {6, -100, 6}, brass}}},
        {"CHAIR",
         {{{-30, -56, -30}, {30, -48, 30}, wood},
          {{-30, -130, -30}, {30, -56, -24}, wood},
          {{-28, -48, -28}, {-22, 0, -22}, dark_wood},
          {{22, -48, -28}, {28, 0, -22}, dark_wood},
          {{-28, -48, 22}, {-22, 0, 28}, dark_wood},
          {{22, -48, 22}, {28, 0, 28}, dark_wood}}}};
    constexpr std::string_view world =
        "[world]\nworld_map[0]=MAPS\\ROOM.RGM\nworld_palette[0]=3DART\\ROOM.COL\nworld_sun[0]=-100,-200,50,30\n"
        "world_sunrgb[0]=255,240,220\nworld_ambientrgb[0]=150,155,170\nworld_fogrgb[0]=170,190,210\n";
    std::error_code ignored;  // write_file() reports a folder that does not exist
    std::filesystem::create_directories(folder / "3DART", ignored);
    std::filesystem::create_directories(folder / "MAPS", ignored);
    const auto put = [&](const std::filesystem::path& name, const Result<Bytes>& bytes) -> Status {
        const Result<Written> written = bytes ? write_file(folder / name, std::span<const std::byte>(*bytes),
                                                           {.overwrite = Overwrite::allow, .backup = true})
                                              : fail(bytes.error());
        return written ? Status{} : fail(written.error());
    };
    const ByteView ini = std::as_bytes(std::span(world));
    if (Status status = put("WORLD.INI", Bytes(ini.begin(), ini.end())); !status) {
        return fail(status.error());
    }
    if (Status status = put("3DART/ROOM.COL", palette()); !status) {
        return fail(status.error());
    }
    for (const auto& [name, boxes] : models) {
        if (Status status = put("3DART/" + std::string(name) + ".3D", model_of(boxes)); !status) {
            return fail(status.error());
        }
    }
    const std::filesystem::path map = std::filesystem::path("MAPS") / "ROOM.RGM";
    if (Status status = put(map, rgm::write_map(room())); !status) {
        return fail(status.error());
    }
    return folder / map;
}

}  // namespace redforge::editor
