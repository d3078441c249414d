// Checks of references between files of a game: sounds of MAIN.SFX, texts of items, files that settings name, and the PVO
// next to a map.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "check/check.hpp"
#include "check/map_nodes.hpp"
#include "config/ini.hpp"
#include "config/known_keys.hpp"
#include "core/code_page.hpp"
#include "core/counts.hpp"
#include "core/files.hpp"
#include "core/letter_case.hpp"
#include "core/mapped_file.hpp"
#include "core/trim.hpp"
#include "edit/map_visibility.hpp"
#include "rgm/actor.hpp"
#include "rgm/animation.hpp"
#include "rgm/map.hpp"
#include "sound/sfx.hpp"
#include "soup/decoder.hpp"
#include "soup/meanings.hpp"
#include "soup/names.hpp"

namespace redforge::check {
namespace {

namespace fs = std::filesystem;

/// Returns the number of effects in the game's MAIN.SFX. Returns nullopt if the file is missing or too short. Reads only its
/// header. Errors: io.
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
std::set<std::uint32_t> sounds_of_script(ByteView script, const soup::Names& names)
{
    std::set<std::uint32_t> sounds;
    const soup::Listing listing = soup::decode(script);
    for (const soup::Statement& statement : listing.statements) {
        const auto operands = listing.operands_of(statement);
        const std::vector<soup::ArgumentType> meanings = soup::meanings_of(operands, &names);
        for (std::size_t i = 0; i < operands.size(); ++i) {
            if (meanings[i] == soup::ArgumentType::sound && operands[i].kind == soup::OperandKind::number) {
                sounds.insert(operands[i].value);
            }
        }
    }
    return sounds;
}

/// Calls `each` with every key of a settings document, its section and its path.
template <class Each>
void for_each_key(const Report& report, Each each)
{
    const auto& ini = *static_cast<const config::Ini*>(report.root().record);
    for (std::size_t s = 0; s < ini.sections.size(); ++s) {
        const edit::NodePath section = node_below(report.root(), {}, "sections", s);
        const config::Lines& lines = ini.sections[s].lines;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (const auto* const key = std::get_if<config::Key>(&lines[i])) {
                each(ini.sections[s], *key, node_below(report.root(), section, "lines", i));
            }
        }
    }
}

/// Returns the base folder of paths in settings: the game folder, or the settings' folder if it is one. Returns nullopt
/// if neither is known.
std::optional<fs::path> folder_of_settings(const CheckContext& around)
{
    if (around.game != nullptr) {
        return around.game->root;
    }
    std::error_code failed;
    const fs::path folder = fs::absolute(around.file, failed).parent_path();
    return !around.file.empty() && !failed && scene::is_game_folder(folder) ? std::optional(folder) : std::nullopt;
}

/// Returns the map in the file, for documents with unsaved edits. Returns nullopt if it cannot be read.
std::optional<rgm::Map> saved_map(const fs::path& file)
{
    const Result<Bytes> bytes = read_file(file);
    Result<rgm::Map> map = bytes ? rgm::read_map(*bytes) : fail(bytes.error());
    return map ? std::optional(std::move(*map)) : std::nullopt;
}

}  // namespace

void find_duplicate_settings(Report& report)
{
    std::map<std::pair<const config::Section*, std::string>, std::string> first;
    for_each_key(report, [&](const config::Section& section, const config::Key& key, const edit::NodePath& node) {
        const auto [there, is_first] =
            first.emplace(std::pair(&section, upper(key.name.bytes)), edit::path_text(report.root(), node));
        if (!is_first) {
            report.add(
                {.node = node,
                 .member = "name",
                 .message = fmt::format("{} is in [{}] twice; the game takes the first, {}",
                                        encode_text(key.name.bytes), encode_text(section.name.bytes), there->second)});
        }
    });
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
    const auto& actors = report.map()->actors.records;
    const auto add = [&](std::size_t actor, std::string_view member, std::int64_t sound, std::string_view by) {
        report.add({.node = nodes[actor],
                    .member = std::string(member),
                    .message = fmt::format("{} plays sound {}; MAIN.SFX has {}, numbered from 0", by, sound,
                                           counted(*count, "sound"))});
    };
    for (std::size_t a = 0; a < actors.size(); ++a) {
        std::set<std::int32_t> told;
        for (const rgm::AnimationGroup& group : actors[a].groups) {
            for (const rgm::Command& command : group.commands) {
                const std::int32_t sound = command.parameter(0);
                if (command.kind().name == "PlaySound" && sound >= 0 && std::cmp_greater_equal(sound, *count) &&
                    told.insert(sound).second) {
                    add(a, "groups", sound, fmt::format("animation group {}", group.group_index));
                }
            }
        }
        if (const soup::Names* const names = report.around().names) {
            for (const std::uint32_t sound : sounds_of_script(actors[a].script, *names)) {
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
    Result<std::vector<std::string>> problems = edit::problems_of_visibility(*report.map(), file);
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

void find_unknown_item_texts(Report& report)
{
    const soup::Names* const names = report.around().names;
    if (names == nullptr || !names->dialogue) {
        return;
    }
    for_each_key(report, [&](const config::Section& section, const config::Key& key, const edit::NodePath& node) {
        const std::string stem = lower(key.name.bytes.substr(0, key.name.bytes.find('[')));
        const std::string_view label = trimmed(key.value.bytes);
        if (!equals_ignore_case(section.name.bytes, "items") || (stem != "name" && stem != "description") ||
            label.empty() || names->dialogue(label)) {
            return;
        }
        report.add({.node = node,
                    .member = "value",
                    .message = fmt::format("ENGLISH.RTX has no label {}, the {} of an item", label, stem)});
    });
}

void find_unknown_files(Report& report)
{
    const std::optional<fs::path> folder = folder_of_settings(report.around());
    if (!folder) {
        return;
    }
    std::map<std::string, Result<bool>> is_there;  // cache: a lookup lists folders
    for_each_key(report, [&](const config::Section&, const config::Key& key, const edit::NodePath& node) {
        const std::string_view written = trimmed(key.value.bytes);
        const config::KnownKey& known = config::known_key(config::number_of_known_key(key.name.bytes));
        const std::string name = upper(written);
        // Node maps (.NOO) and skies (.BSI) that the game's own settings name were never shipped.
        if (known.refers_to != Target::file || written.find_first_of("\\/") == std::string_view::npos ||
            name.ends_with(".NOO") || name.ends_with(".BSI")) {
            return;
        }
        const auto [answer, is_new] = is_there.try_emplace(name, false);
        if (is_new) {
            answer->second = scene::find_file(*folder, written).map([](const auto& path) { return path.has_value(); });
        }
        if (!answer->second) {
            report.add({.node = node,
                        .member = "value",
                        .message = fmt::format("cannot look for {}: {}", written, describe(answer->second.error()))});
        } else if (!*answer->second) {
            report.add({.node = node, .member = "value", .message = fmt::format("there is no file {}", written)});
        }
    });
}

}  // namespace redforge::check
