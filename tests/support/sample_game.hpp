// A game folder with the models and images of the sample map, for tests of scenes.
#pragma once

#include <string>

#include "art/terrain.hpp"
#include "rgm/map.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"

namespace redforge::test {

/// A game with the models and images of the sample map, and a terrain with a valley.
struct SampleGame : Folder {
    SampleGame()
    {
        const auto add = [this](const char* name, std::int32_t half, Skin skin) {
            put(std::string("3dart/") + name + ".3dc", file_of(cube(half, skin)));
        };
        add("WALL01", 40, {.bank = 7, .image = 3});
        add("BUCKET", 16, {.colour = 2});
        add("ROPELINK", 4, {.colour = 3});
        put("fxart/doors.rob", archive_of("DOOR", cube(20, {.colour = 9})));
        put("fxart/texbsi.007", bank_of("A07003", 1));
        put("fxart/texbsi.108", bank_of("A08003", 2));
        put("fxart/texbsi.301", bank_of("301004", 3));
        put("fxart/texbsi.302", bank_of("A02001", 160));  // image of the terrain
        put("fxart/a.col", palette_file());
        put("world.ini",
            "[world]\nworld_map[0]=maps\\a.rgm\nworld_palette[0]=fxart\\a.col\nworld_world[0]=maps\\a.wld\n"
            "world_sun[0]=-100,-200,50,30\nworld_sunrgb[0]=200,180,160\nworld_ambientrgb[0]=90,100,120\n"
            "world_fogrgb[0]=120,140,160\n");
        put("maps/a.wld", need(art::write_terrain(terrain())));
        put("maps/a.rgm", need(rgm::write_map(rgm::sample_map())));
    }

    static art::Terrain terrain()
    {
        art::Terrain terrain;
        terrain.sections.resize(4);
        for (std::size_t s = 0; s < terrain.sections.size(); ++s) {
            art::TerrainSection& section = terrain.sections[s];
            section.heights = section.plane_2 = section.textures = section.plane_4 = Bytes(art::plane_size);
            for (std::size_t i = 0; i < art::plane_size; ++i) {
                const std::size_t x = i % art::section_side;
                const std::size_t edge = std::min(x, art::section_side - 1 - x);
                section.heights[i] = static_cast<std::byte>(edge / 8 + (edge < 16 ? 0 : s));
                section.textures[i] = static_cast<std::byte>(x % 2 == 0 ? 1 : 0x41);  // turned
            }
        }
        return terrain;
    }
};

}  // namespace redforge::test
