// Checks of a map against the game's folder: models, textures, the palette, the terrain and dialogue.
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "art/terrain.hpp"
#include "check/check.hpp"
#include "check/map_data.hpp"
#include "check/map_nodes.hpp"
#include "check/size_rows.hpp"
#include "core/files/files.hpp"
#include "core/text/letter_case.hpp"
#include "rgm/actor.hpp"
#include "rgm/map.hpp"
#include "rgm/new_map.hpp"
#include "rgm/object.hpp"
#include "rgm/scene_records.hpp"
#include "scene/game_folder.hpp"
#include "scene/placement.hpp"
#include "soup/bytecode/decoder.hpp"
#include "soup/disassemble/meanings.hpp"
#include "soup/names/names.hpp"

namespace redforge::check {
namespace {

/// Returns the files that WORLD.INI names for the map, as written there. Returns null if it names none.
const scene::MapFiles* files_in_world_ini(const CheckContext& around)
{
    if (around.game == nullptr || around.file.empty()) {
        return nullptr;
    }
    const auto written = around.game->maps.find(scene::model_stem(around.file.filename().string()));
    return written == around.game->maps.end() ? nullptr : &written->second;
}

/// Returns the file name without folders. The game's settings use backslashes.
std::string last_name(const std::filesystem::path& path)
{
    const std::string name = upper(path.string());
    return name.substr(name.find_last_of("\\/") + 1);
}

/// Returns the terrain of the map. Returns nullopt if it has none, or it cannot be read.
std::optional<art::Terrain> terrain_of(Report& report)
{
    const scene::MapFiles& files = files_of_map(report);
    if (!files.terrain) {
        return std::nullopt;
    }
    Result<art::Terrain> terrain =
        read_file(*files.terrain).and_then([](const Bytes& bytes) { return art::read_terrain(bytes); });
    return terrain ? std::optional(std::move(*terrain)) : std::nullopt;
}

/// Returns the lowest ground of the terrain cell that contains a position, as a Y of the map without the shift of the
/// world.
double lowest_ground(const art::Terrain& terrain, double x, double z)
{
    const auto column = static_cast<std::int32_t>(x) / art::cell_size;
    const std::int32_t row = (65536 - static_cast<std::int32_t>(z)) / art::cell_size;
    std::int32_t least = art::height(terrain, column, row);
    for (const auto& [dx, dz] : {std::pair(1, 0), std::pair(0, 1), std::pair(1, 1)}) {
        least = std::min(least, art::height(terrain, column + dx, row + dz));
    }
    return -least;
}

void find_unknown_models(Report& report)
{
    if (report.around().game == nullptr) {
        return;
    }
    const auto look = [&](std::string_view section, const auto& records, std::string_view member, auto name_of) {
        const SectionNodes nodes(report.root(), section);
        std::unordered_map<std::string, bool> known;
        for (std::size_t i = 0; i < records.size(); ++i) {
            const std::string name(name_of(records[i]));
            if (name.empty()) {
                if (section == "statics") {  // objects and ropes need no model
                    report.add({.node = nodes[i], .member = std::string(member), .message = "the static has no model"});
                }
                continue;
            }
            const auto [found, is_new] = known.try_emplace(name, false);
            if (is_new) {
                found->second = scene::has_model(*report.around().game, scene::model_stem(name));
            }
            if (!found->second) {
                report.add({.node = nodes[i],
                            .member = std::string(member),
                            .message = fmt::format("the game has no model {}", name)});
            }
        }
    };
    const rgm::Map& map = report.root_as<rgm::Map>();
    look("objects", map.objects.records, "model_name", [](const rgm::Object& o) { return o.model_name.view(); });
    look("statics", map.statics.records, "model_name", [](const rgm::StaticObject& o) { return o.model_name.view(); });
    look("ropes", map.ropes.records, "static_model", [](const rgm::Rope& o) { return o.static_model.view(); });
    look("ropes", map.ropes.records, "rope_model", [](const rgm::Rope& o) { return o.rope_model.view(); });
}

void find_unknown_textures(Report& report)
{
    const scene::GameFolder* const game = report.around().game;
    if (game == nullptr || game->banks.empty()) {
        return;
    }
    const SectionNodes nodes(report.root(), "flats");
    const auto& flats = report.root_as<rgm::Map>().flats.records;
    for (std::size_t i = 0; i < flats.size(); ++i) {
        if (!game->banks.contains(flats[i].texture.texture_id)) {
            report.add({.node = nodes[i],
                        .member = "texture.texture_id",
                        .message = fmt::format("the game has no TEXBSI.{:03}", flats[i].texture.texture_id)});
        }
    }
}

void find_unknown_palette(Report& report)
{
    const scene::MapFiles* const written = files_in_world_ini(report.around());
    if (written == nullptr) {
        return;
    }
    const scene::MapFiles& found = files_of_map(report);
    if (!found.problems.empty()) {
        for (const std::string& problem : found.problems) {
            report.add({.message = problem});
        }
        return;
    }
    // If the palette that WORLD.INI names is missing, the game folder provides another one.
    if (written->palette && (!found.palette || last_name(*found.palette) != last_name(*written->palette))) {
        report.add({.message = fmt::format("WORLD.INI names the palette {}, which does not exist",
                                           last_name(*written->palette))});
    }
}

void find_missing_player(Report& report)
{
    // The game enters only maps that WORLD.INI names. Other maps need no player.
    if (files_in_world_ini(report.around()) == nullptr ||
        std::ranges::any_of(report.root_as<rgm::Map>().actors.records, [](const rgm::Actor& actor) {
            return equals_ignore_case(actor.header.script_name.view(), rgm::player_actor);
        })) {
        return;
    }
    report.add({.node = SectionNodes(report.root(), "actors").section(),
                .message = fmt::format("the map has no actor {}, so the game cannot enter it", rgm::player_actor)});
}

void find_unknown_terrain(Report& report)
{
    const scene::MapFiles* const written = files_in_world_ini(report.around());
    if (written != nullptr && written->terrain && files_of_map(report).problems.empty() &&
        !files_of_map(report).terrain) {
        report.add({.message = fmt::format("WORLD.INI names the terrain {}, which does not exist",
                                           last_name(*written->terrain))});
    }
}

void find_unknown_sky(Report& report)
{
    if (files_in_world_ini(report.around()) == nullptr || !scene::has_sky_pictures(report.around().game->root)) {
        return;
    }
    for (const std::string& missing :
         scene::load_game_view(*report.around().game, files_of_map(report).view, nullptr).missing) {
        report.add({.message = missing});
    }
}

void find_buried_records(Report& report)
{
    const CheckContext& around = report.around();
    const std::optional<art::Terrain> terrain = around.game == nullptr ? std::nullopt : terrain_of(report);
    if (!terrain) {
        return;
    }
    constexpr double tolerance = 64;  // most objects on the ground are sunk up to this depth
    constexpr double side = 65536;
    const ModelSizeLookup box_of = make_model_size_lookup(*around.game);
    std::unordered_map<std::string, std::optional<rgm::Size>> boxes;
    const auto look = [&](std::string_view section, const auto& records) {
        const SectionNodes nodes(report.root(), section);
        for (std::size_t i = 0; i < records.size(); ++i) {
            const auto& record = records[i];
            const auto x = static_cast<double>(record.position.x);
            const auto y = static_cast<double>(record.position.y);
            const auto z = static_cast<double>(record.position.z);
            if (record.model_name.view().empty() || x < 0 || z < 0 || x >= side || z >= side) {
                continue;
            }
            const auto [box, is_new] = boxes.try_emplace(scene::model_stem(record.model_name.view()));
            if (is_new) {
                box->second = box_of(box->first);
            }
            // With any rotation, the object is at most as high as its longest side.
            double reach = 0;
            if (const std::optional<rgm::Size>& size = box->second) {
                reach = std::max({size->positive.x, size->positive.y, size->positive.z, size->negative.x,
                                  size->negative.y, size->negative.z});
            }
            const double below = y - reach - lowest_ground(*terrain, x, z) - files_of_map(report).view.terrain_shift;
            if (below > tolerance) {
                report.add(
                    {.node = nodes[i],
                     .member = "position.y",
                     .message = fmt::format("{} is {:.0f} units under the terrain", record.model_name.view(), below)});
            }
        }
    };
    look("objects", report.root_as<rgm::Map>().objects.records);
    look("statics", report.root_as<rgm::Map>().statics.records);
}

/// Reports the dialogue labels that scripts play and that `is_wrong` accepts, once per actor. `problem` describes a
/// label; the message continues with its position. `names` are those of the game.
void report_labels(Report& report, const soup::Names& names,
                   const std::function<bool(const soup::UsedLabel&)>& is_wrong,
                   const std::function<std::string(const std::string& label)>& problem)
{
    std::map<soup::UsedLabel, bool> wrong;
    const SectionNodes nodes(report.root(), "actors");
    const auto& actors = report.root_as<rgm::Map>().actors.records;
    for (std::size_t a = 0; a < actors.size(); ++a) {
        const soup::Listing& listing = scripts_of_map(report)[a];
        std::set<std::string> reported;
        for (const soup::Statement& statement : listing.statements) {
            for (const soup::UsedLabel& used : soup::used_labels(listing.operands_of(statement), names)) {
                const auto [found, is_new] = wrong.try_emplace(used, false);
                if (is_new) {
                    found->second = is_wrong(used);
                }
                if (found->second && reported.insert(used.label).second) {
                    report.add({.node = nodes[a],
                                .member = "script",
                                .message = fmt::format("{}, which the script plays at byte {}", problem(used.label),
                                                       statement.offset)});
                }
            }
        }
    }
}

void find_unknown_labels(Report& report)
{
    const soup::Names* const names = report.around().services.find<soup::Names>();
    if (names != nullptr && names->dialogue) {
        report_labels(
            report, *names, [&](const soup::UsedLabel& used) { return !names->dialogue(used.label); },
            [](const std::string& label) { return fmt::format("ENGLISH.RTX has no label {}", label); });
    }
}

void find_silent_labels(Report& report)
{
    const soup::Names* const names = report.around().services.find<soup::Names>();
    if (names != nullptr && names->dialogue && names->has_voice) {
        report_labels(
            report, *names,
            [&](const soup::UsedLabel& used) {
                return used.is_spoken && names->dialogue(used.label) && !names->has_voice(used.label);
            },
            [](const std::string& label) { return fmt::format("ENGLISH.RTX has no voice for label {}", label); });
    }
}

}  // namespace

std::span<const Check> game_checks()
{
    static constexpr Check rows[]{
        {"under-terrain", Severity::warning, "An object under the terrain",
         "The whole box of the object is below the ground of the map's terrain.", "map", "the game's folder",
         &find_buried_records},
        {"missing-player", Severity::warning, "A world without the actor CYRUS",
         "When the game enters a world, the player becomes the map's own actor CYRUS, with his attributes, animations "
         "and sizes. `redforge new map` makes a map that has him.",
         "map", "the game's folder", &find_missing_player},
        {"unknown-model", Severity::warning, "A model that the game does not have",
         "No model file and no segment of an archive has that name, or a static object has no model at all.", "map",
         "the game's folder", &find_unknown_models},
        {"unknown-texture", Severity::warning, "A texture that the game does not have",
         "A flat shows an image of a texture bank (TEXBSI.nnn) that does not exist.", "map", "the game's folder",
         &find_unknown_textures},
        {"unknown-palette", Severity::warning, "A palette that the game does not have",
         "WORLD.INI names a palette file for the map that does not exist.", "map", "the game's folder",
         &find_unknown_palette},
        {"unknown-terrain", Severity::warning, "A terrain that the game does not have",
         "WORLD.INI names a terrain file for the map that does not exist.", "map", "the game's folder",
         &find_unknown_terrain},
        {"unknown-sky", Severity::warning, "A picture of a sky or sun that the game does not have",
         "WORLD.INI names a .BSI file for the map that FXART does not have, or that cannot be read, or the .COL file "
         "with the colours of the sky is missing. RGFX.EXE, the program of the GOG edition, reads these files. A game "
         "folder without any .BSI file is not checked.",
         "map", "the game's folder", &find_unknown_sky},
        {"unknown-label", Severity::warning, "A dialogue label that ENGLISH.RTX does not have",
         "A script plays a line that has no text and no voice. Nine labels in the game's own scripts have this "
         "problem.",
         "map", "the game's folder", &find_unknown_labels},
        {"silent-label", Severity::warning, "A dialogue label without a voice",
         "If the player has speech on, the game does not show the text of a line without a voice. The line also keeps "
         "its subtitle slot: see subtitle-slots. Add a voice to the label, even a silent one.",
         "map", "the game's folder", &find_silent_labels},
    };
    return rows;
}

}  // namespace redforge::check
