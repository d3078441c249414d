// Checks of references between files of a game: sounds of MAIN.SFX, and the PVO next to a map.
#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "check/check.hpp"
#include "check/map_data.hpp"
#include "check/map_nodes.hpp"
#include "core/bytes/mapped_file.hpp"
#include "core/files/files.hpp"
#include "core/text/counts.hpp"
#include "edit/map/map_visibility.hpp"
#include "rgm/actor.hpp"
#include "rgm/animation.hpp"
#include "rgm/map.hpp"
#include "scene/game_folder.hpp"
#include "sound/sfx.hpp"
#include "soup/bytecode/decoder.hpp"
#include "soup/disassemble/meanings.hpp"
#include "soup/names/names.hpp"

namespace redforge::check {
namespace {

namespace fs = std::filesystem;

/// Returns the number of effects in the game's MAIN.SFX. Returns nullopt if the file is missing or too short. Reads
/// only its header. Errors: io.
Result<std::optional<std::uint32_t>> effect_count_of(const scene::GameFolder& game)
{
    const Result<std::optional<fs::path>> path = scene::find_file(game.root, "SOUND/MAIN.SFX");
    if (!path) {
        return fail(path.error());
    }
    if (!*path) {
        return std::nullopt;
    }
    const Result<SharedBytes> file = map_file(**path);
    if (!file) {
        return fail(file.error());
    }
    if (file->size() < sound::effects_head_size) {
        return std::nullopt;
    }
    Bytes head(sound::effects_head_size);
    peek(file->view().first(head.size()), head);
    return sound::effect_count(head);
}

/// Returns the numbers of the sounds that a script plays.
std::set<std::uint32_t> sounds_of_script(const soup::Listing& listing, const soup::Names& names)
{
    std::set<std::uint32_t> sounds;
    for (const soup::Statement& statement : listing.statements) {
        const auto operands = listing.operands_of(statement);
        const std::vector<soup::ArgumentType> meanings = soup::argument_types_of(operands, &names);
        for (std::size_t i = 0; i < operands.size(); ++i) {
            if (meanings[i] == soup::ArgumentType::sound && operands[i].kind == soup::OperandKind::number) {
                sounds.insert(operands[i].value);
            }
        }
    }
    return sounds;
}

/// Returns the map in the file, for documents with unsaved edits. Returns nullopt if it cannot be read.
std::optional<rgm::Map> saved_map(const fs::path& file)
{
    const Result<Bytes> bytes = read_file(file);
    Result<rgm::Map> map = bytes ? rgm::read_map(*bytes) : fail(bytes.error());
    return map ? std::optional(std::move(*map)) : std::nullopt;
}

void find_unknown_sounds(Report& report)
{
    if (report.around().game == nullptr) {
        return;
    }
    const Result<std::optional<std::uint32_t>> known = effect_count_of(*report.around().game);
    if (!known) {
        report.add({.message = "the sounds cannot be checked: " + describe(known.error())});
        return;
    }
    const std::optional<std::uint32_t>& count = *known;
    if (!count) {
        return;
    }
    const SectionNodes nodes(report.root(), "actors");
    const auto& actors = report.root_as<rgm::Map>().actors.records;
    const auto add = [&](std::size_t actor, std::string_view member, std::int64_t sound, std::string_view by) {
        report.add({.node = nodes[actor],
                    .member = std::string(member),
                    .message = fmt::format("{} plays sound {}; MAIN.SFX has {}, numbered from 0", by, sound,
                                           counted(*count, "sound"))});
    };
    for (std::size_t a = 0; a < actors.size(); ++a) {
        std::set<std::int32_t> reported;
        for (const rgm::AnimationGroup& group : actors[a].groups) {
            for (const rgm::Command& command : group.commands) {
                const std::int32_t sound = command.parameter(0);
                if (command.kind().name == "PlaySound" && sound >= 0 && std::cmp_greater_equal(sound, *count) &&
                    reported.insert(sound).second) {
                    add(a, "groups", sound, fmt::format("animation group {}", group.group_index));
                }
            }
        }
        if (const soup::Names* const names = report.around().services.find<soup::Names>()) {
            for (const std::uint32_t sound : sounds_of_script(scripts_of_map(report)[a], *names)) {
                if (sound >= *count && sound <= 0x7FFFFFFF) {
                    add(a, "script", sound, "the script");
                }
            }
        }
    }
}

void find_visibility_mismatch(Report& report)
{
    const fs::path& file = report.around().file;
    const std::optional<fs::path> beside = file.empty() ? std::nullopt : edit::find_visibility(file);
    if (!beside) {
        return;
    }
    const std::string name = beside->filename().string();
    Result<std::vector<std::string>> problems = edit::problems_of_visibility(report.root_as<rgm::Map>(), file);
    // Unsaved edits are applied to the PVO on saving, so compare with the saved map.
    if (const std::optional<rgm::Map> saved = !problems || problems->empty() ? std::nullopt : saved_map(file)) {
        problems = edit::problems_of_visibility(*saved, file);
    }
    if (!problems) {
        report.add({.message = fmt::format("{} cannot be read: {}", name, problems.error().message)});
        return;
    }
    for (const std::string& problem : *problems) {
        report.add({.message = fmt::format("{}: {}", name, problem)});
    }
}

}  // namespace

std::span<const Check> file_checks()
{
    static constexpr Check rows[]{
        {"unknown-sound", Severity::warning, "A sound that the game does not have",
         "A script or an animation plays a sound by its number. MAIN.SFX has fewer sounds.", "map", "the game's folder",
         &find_unknown_sounds},
        {"visibility-mismatch", Severity::warning, "A PVO that does not match its map",
         "A PVO names static objects by number. The game never draws an object that the PVO does not name, and hides "
         "an object with a wrong number in the wrong places. When Redforge saves an edited map, it also updates the "
         "PVO. `redforge pvo build` creates a new one.",
         "map", "", &find_visibility_mismatch},
    };
    return rows;
}

}  // namespace redforge::check
