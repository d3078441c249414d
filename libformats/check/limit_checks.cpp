// Checks against limits of the game: models of a map, objects in a cell, subtitle slots, and the versions of models.
// Source: reference sheet "engine facts", 0 to 4.
#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "check/check.hpp"
#include "check/map_data.hpp"
#include "check/map_nodes.hpp"
#include "config/ini.hpp"
#include "core/files/files.hpp"
#include "core/text/letter_case.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"
#include "rgm/actor.hpp"
#include "rgm/map.hpp"
#include "rgm/object.hpp"
#include "rgm/scene_records.hpp"
#include "scene/game_folder.hpp"
#include "scene/placement.hpp"
#include "soup/bytecode/decoder.hpp"
#include "soup/disassemble/meanings.hpp"
#include "soup/names/names.hpp"

namespace redforge::check {
namespace {

/// Returns a number of the game's SYSTEM.INI, or `standard` if the file or the key is missing.
std::int64_t system_number(const CheckContext& around, std::string_view section, std::string_view key,
                           std::int64_t standard)
{
    const auto file = around.game == nullptr ? std::nullopt
                                             : scene::find_file(around.game->root, "SYSTEM.INI").value_or(std::nullopt);
    const Result<Bytes> bytes = file ? read_file(*file) : fail({});
    const Result<config::Ini> ini = bytes ? config::read_ini(*bytes) : fail({});
    const config::Section* const found = ini ? config::find_section(*ini, section) : nullptr;
    const Text* const value = found != nullptr ? config::find_value(*found, key) : nullptr;
    std::int64_t number{};
    if (value == nullptr ||
        std::from_chars(value->bytes.data(), value->bytes.data() + value->bytes.size(), number).ec != std::errc{}) {
        return standard;
    }
    return number;
}

/// Returns true if the file is in a folder FXART, or if it has no file.
bool is_in_fxart(const CheckContext& around)
{
    std::error_code failed;
    const auto folder = std::filesystem::absolute(around.file, failed).parent_path().filename().string();
    return !around.file.empty() && !failed && equals_ignore_case(folder, "FXART");
}

/// Returns true for a model of version 2, which is for the software edition.
bool is_old(const model::Model& model)
{
    return model.version.bytes.starts_with("v2");
}

void find_too_many_models(Report& report)
{
    constexpr std::int64_t default_objects = 255;
    const rgm::Map& map = report.root_as<rgm::Map>();
    std::set<std::string> models;
    const auto add = [&](std::string_view name) {
        if (!name.empty()) {
            models.insert(scene::model_stem(name.substr(name.find_last_of("\\/") + 1)));
        }
    };
    for (const rgm::Object& object : map.objects.records) {
        add(object.model_name.view());
    }
    for (const rgm::StaticObject& each : map.statics.records) {
        add(each.model_name.view());
    }
    for (const rgm::Actor& actor : map.actors.records) {
        for (const rgm::AnimationFile& file : actor.animation_files) {
            add(file.file_path.bytes);
        }
    }
    const std::int64_t limit = system_number(report.around(), "3dmanager", "max_objects", default_objects);
    if (std::cmp_greater(models.size(), limit)) {
        report.add(
            {.message = fmt::format("the map uses {} models; the game loads {} at a time", models.size(), limit)});
    }
}

void find_crowded_cells(Report& report)
{
    constexpr std::int64_t default_active = 32;
    constexpr std::int64_t cell_side = 512;
    const auto& objects = report.root_as<rgm::Map>().objects.records;
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::size_t>> cells;
    for (std::size_t i = 0; i < objects.size(); ++i) {
        if (objects[i].is_active == 0) {
            const auto x = static_cast<double>(objects[i].position.x);
            const auto z = static_cast<double>(objects[i].position.z);
            cells[{static_cast<std::int64_t>(x) / cell_side, static_cast<std::int64_t>(z) / cell_side}].push_back(i);
        }
    }
    const std::int64_t limit = system_number(report.around(), "system", "max_active_objects", default_active);
    const SectionNodes nodes(report.root(), "objects");
    for (const auto& [cell, in_cell] : cells) {
        if (std::cmp_greater(in_cell.size(), limit)) {
            report.add(
                {.node = nodes[in_cell[static_cast<std::size_t>(limit)]],
                 .message = fmt::format("{} objects are in the cell from X {} and Z {}; the game updates {} at a "
                                        "time",
                                        in_cell.size(), cell.first * cell_side, cell.second * cell_side, limit)});
        }
    }
}

void find_lost_subtitle_slots(Report& report)
{
    constexpr std::int64_t default_slots = 20;
    constexpr std::int64_t min_slots = 16;
    const soup::Names* const names = report.around().services.find<soup::Names>();
    if (names == nullptr || !names->dialogue || !names->has_voice) {
        return;
    }
    std::set<std::string> labels;
    for (std::size_t a = 0; a < report.root_as<rgm::Map>().actors.records.size(); ++a) {
        const soup::Listing& listing = scripts_of_map(report)[a];
        for (const soup::Statement& statement : listing.statements) {
            for (soup::UsedLabel& used : soup::used_labels(listing.operands_of(statement), *names)) {
                if (used.is_spoken && !used.by_player) {
                    labels.insert(std::move(used.label));
                }
            }
        }
    }
    std::erase_if(labels, [&](const std::string& label) { return !names->dialogue(label) || names->has_voice(label); });
    const std::int64_t slots =
        std::max(min_slots, system_number(report.around(), "dialog", "dialog_max_dialog_lines", default_slots));
    if (std::cmp_greater_equal(labels.size(), slots)) {
        report.add({.node = SectionNodes(report.root(), "actors").section(),
                    .message = fmt::format("the scripts say {} labels without a voice; with speech on, each keeps one "
                                           "of {} subtitle slots",
                                           labels.size(), slots)});
    }
}

void find_old_models(Report& report)
{
    if (!is_in_fxart(report.around())) {
        return;
    }
    if (is_old(*static_cast<const model::Model*>(report.root().record))) {
        report.add({.message = "the game (RGFX.EXE) rejects models of version 2 in FXART; move the file to 3DART"});
    }
}

void find_old_segments(Report& report)
{
    if (!is_in_fxart(report.around())) {
        return;
    }
    const auto& segments = static_cast<const model::Rob*>(report.root().record)->segments;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (segments[i].model && is_old(*segments[i].model)) {
            report.add({.node = node_below(report.root(), {}, "segments", i),
                        .message = fmt::format("the game (RGFX.EXE) rejects {}, a model of version 2, in FXART",
                                               segments[i].name.view())});
        }
    }
}

}  // namespace

std::span<const Check> limit_checks()
{
    static constexpr Check rows[]{
        {"too-many-models", Severity::note, "A map uses more models than the game loads at a time",
         "A map names a model by a number of one byte, and [3dmanager] max_objects of SYSTEM.INI is 255. This limit is "
         "not proven for statics.",
         "map", "", &find_too_many_models},
        {"crowded-cell", Severity::note, "More objects in a cell than the game updates",
         "The game updates the objects of a cell of 512 units while the player is near, and at most max_active_objects "
         "of SYSTEM.INI (32) at a time. Spread the objects, or hide some of them.",
         "map", "", &find_crowded_cells},
        {"old-model", Severity::warning, "A model of version 2 in FXART",
         "RGFX.EXE, the program of the GOG edition, rejects models whose version is below 4. RG.EXE reads version 2 "
         "from 3DART.",
         "model", "", &find_old_models},
        {"old-segment", Severity::warning, "An archive in FXART with a model of version 2",
         "RGFX.EXE, the program of the GOG edition, rejects models whose version is below 4.", "rob", "",
         &find_old_segments},
        {"subtitle-slots", Severity::warning, "A map with enough lines without a voice to use up the subtitle slots",
         "If the player has speech on, each call of RTX with a label without a voice keeps its slot. If the scripts "
         "say as many such labels as there are slots (dialog_max_dialog_lines of SYSTEM.INI, 20), and the player hears "
         "all of them, no more subtitles appear. RTXp does not count: it always uses slot 0. Fewer labels can use up "
         "the slots if the scripts repeat them; this depends on the player and is not checked. Add voices to the "
         "labels.",
         "map", "the game's folder", &find_lost_subtitle_slots},
    };
    return rows;
}

}  // namespace redforge::check
