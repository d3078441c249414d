// Checks of the game's settings files: keys and sections that the game does not ask for, values, texts and files.
// Source: reference sheet "engine facts", 1.
#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "check/check.hpp"
#include "check/map_nodes.hpp"
#include "config/ini.hpp"
#include "config/known_keys.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/trim.hpp"
#include "core/text/words.hpp"
#include "scene/game_folder.hpp"
#include "scene/placement.hpp"
#include "soup/names/names.hpp"

namespace redforge::check {
namespace {

namespace fs = std::filesystem;

const config::Ini& settings_of(const Report& report)
{
    return *static_cast<const config::Ini*>(report.root().record);
}

/// Calls `each` with every key of a settings document, its section and its path.
template <class Each>
void for_each_key(const Report& report, Each each)
{
    const config::Ini& ini = settings_of(report);
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

std::string file_name(const Report& report)
{
    return report.around().file.filename().string();
}

/// Returns the entry of a key in its section of a file. Returns null if the game does not ask this section for the key.
/// With an empty `file`, the entry can be of any file.
const config::KnownKey* find_setting(std::string_view file, const config::Section& section, const config::Key& key)
{
    for (const config::KnownKey* const each : config::find_known_keys(file, key.name.bytes)) {
        if (config::matches_name(section.name.bytes, each->section)) {
            return each;
        }
    }
    return nullptr;
}

/// Returns a key without its index: "world_map" for "world_map[12]".
std::string_view without_index(std::string_view key)
{
    return trimmed(key.substr(0, key.find('[')));
}

/// Returns the nearest name, if it is near enough to be meant. Short words are near to many others.
std::string similar_name(std::string_view word, const std::vector<std::string_view>& names)
{
    const std::string small = lower(word);
    const std::vector<std::size_t> places = nearest_places(small, names, small.size() < 6 ? 1 : 2);
    return places.empty() ? std::string() : std::string(names[places.front()]);
}

bool is_whole_number(std::string_view word)
{
    std::int64_t number{};
    word.remove_prefix(word.starts_with('+') ? 1 : 0);
    const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), number);
    return failed == std::errc{} && end == word.data() + word.size();
}

/// Returns the reason why a value is not of the type of its key. Returns an empty text if it is.
std::string value_fault(const config::KnownKey& known, std::string_view value)
{
    using config::SettingType;
    switch (known.type) {
    case SettingType::integer: {
        if (!is_whole_number(value)) {
            return "it is not a whole number";
        }
        std::int64_t number{};
        std::from_chars(value.data() + (value.front() == '+' ? 1 : 0), value.data() + value.size(), number);
        return known.range && (number < known.range->min || number > known.range->max)
                   ? fmt::format("it is outside {} to {}{}{}", known.range->min, known.range->max,
                                 known.meaning.empty() ? "" : ". ", known.meaning)
                   : std::string();
    }
    case SettingType::decimal:
        return value.find_first_not_of("+-.0123456789") == std::string_view::npos ? "" : "it is not a number";
    case SettingType::toggle: {
        const bool is_word =
            std::ranges::any_of(std::array<std::string_view, 6>{"on", "off", "yes", "no", "true", "false"},
                                [&](std::string_view word) { return equals_ignore_case(word, value); });
        return is_word || is_whole_number(value) ? "" : "it is neither on, yes, true or 1, nor off, no, false or 0";
    }
    case SettingType::colour: {
        std::size_t parts = 0;
        while (!value.empty()) {
            const std::size_t comma = std::min(value.find(','), value.size());
            const std::string_view word = trimmed(value.substr(0, comma));
            int part = -1;
            const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), part);
            if (failed != std::errc{} || end != word.data() + word.size() || part < 0 || part > 255) {
                return "a colour is red, green, blue, 0 to 255";
            }
            ++parts;
            value.remove_prefix(std::min(comma + 1, value.size()));
        }
        return parts == 3 ? "" : "a colour is red, green, blue, 0 to 255";
    }
    default: return {};
    }
}

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

void find_unknown_settings(Report& report)
{
    const std::string file = file_name(report);
    if (file.empty()) {
        return;
    }
    for_each_key(report, [&](const config::Section& section, const config::Key& key, const edit::NodePath& node) {
        const std::vector<const config::KnownKey*> anywhere = config::find_known_keys(file, key.name.bytes);
        if (const config::KnownKey* const known = find_setting(file, section, key)) {
            if (known->has_index && key.name.bytes.find('[') == std::string::npos) {
                report.add({.node = node,
                            .member = "name",
                            .message = fmt::format("{} has no index; the game asks for {}[N]",
                                                   encode_text(key.name.bytes), known->name)});
            }
            return;
        }
        if (!anywhere.empty()) {
            report.add({.node = node,
                        .member = "name",
                        .message = fmt::format("the game asks for {} in [{}], not in [{}], so the line has no effect",
                                               encode_text(key.name.bytes), anywhere.front()->section,
                                               encode_text(section.name.bytes))});
            return;
        }
        std::vector<std::string_view> names;
        for (const config::KnownKey& each : config::known_keys()) {
            if (equals_ignore_case(each.file, file) && config::matches_name(section.name.bytes, each.section)) {
                names.push_back(each.name);
            }
        }
        if (const std::string near = similar_name(without_index(key.name.bytes), names); !near.empty()) {
            report.add({.node = node,
                        .member = "name",
                        .message = fmt::format("the game does not ask for {}, so the line has no effect; did you mean "
                                               "{}?",
                                               encode_text(key.name.bytes), near)});
        }
    });
}

void find_unknown_sections(Report& report)
{
    const config::Ini& ini = settings_of(report);
    const std::vector<std::string_view> known = config::known_sections(file_name(report));
    if (known.empty()) {
        return;
    }
    for (std::size_t i = 0; i < ini.sections.size(); ++i) {
        const std::string& name = ini.sections[i].name.bytes;
        if (std::ranges::any_of(known, [&](std::string_view each) { return config::matches_name(name, each); })) {
            continue;
        }
        const std::string near = similar_name(name, known);
        report.add(
            {.node = node_below(report.root(), {}, "sections", i),
             .member = "name",
             .message = fmt::format("the game does not ask for a section [{}], so its lines have no effect{}",
                                    encode_text(name), near.empty() ? "" : fmt::format("; did you mean [{}]?", near))});
    }
    const std::string file = file_name(report);
    for (std::size_t i = 0; i < ini.lines.size(); ++i) {
        const auto* const key = std::get_if<config::Key>(&ini.lines[i]);
        const auto found =
            key == nullptr ? std::vector<const config::KnownKey*>() : config::find_known_keys(file, key->name.bytes);
        if (!found.empty()) {
            report.add({.node = node_below(report.root(), {}, "lines", i),
                        .member = "name",
                        .message = fmt::format("{} is in no section; the game asks for it in [{}]",
                                               encode_text(key->name.bytes), found.front()->section)});
        }
    }
}

void find_invalid_settings(Report& report)
{
    const std::string file = file_name(report);
    if (file.empty()) {
        return;
    }
    for_each_key(report, [&](const config::Section& section, const config::Key& key, const edit::NodePath& node) {
        const std::string_view value = trimmed(key.value.bytes);
        const config::KnownKey* const known = find_setting(file, section, key);
        const std::string fault = known == nullptr || value.empty() ? std::string() : value_fault(*known, value);
        if (!fault.empty()) {
            report.add(
                {.node = node,
                 .member = "value",
                 .message = fmt::format("{} is {}; {}", encode_text(key.name.bytes), encode_text(value), fault)});
        }
    });
}

void find_unknown_item_texts(Report& report)
{
    const soup::Names* const names = report.around().services.find<soup::Names>();
    if (names == nullptr || !names->dialogue) {
        return;
    }
    for_each_key(report, [&](const config::Section& section, const config::Key& key, const edit::NodePath& node) {
        const std::string stem = lower(without_index(key.name.bytes));
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
    // A file with another name can be a copy of any settings file, so use the keys of all.
    const std::string file = config::known_sections(file_name(report)).empty() ? std::string() : file_name(report);
    std::map<std::string, Result<bool>> is_there;  // cache: a lookup lists folders
    std::optional<bool> pictures;
    const auto has_value = [](const std::optional<fs::path>& path) { return path.has_value(); };
    const auto exists = [&](const config::KnownKey& known, std::string_view written) -> Result<bool> {
        if (known.type == config::SettingType::picture) {
            pictures = pictures ? pictures : scene::has_sky_pictures(*folder);
            return *pictures ? scene::find_file(*folder, "FXART\\" + std::string(written)).map(has_value)
                             : Result<bool>(true);
        }
        const scene::GameFolder* const game = report.around().game;
        if (known.type == config::SettingType::model && game != nullptr &&
            scene::has_model(*game, scene::model_stem(written.substr(written.find_last_of("\\/") + 1)))) {
            return true;
        }
        return scene::find_file(*folder, written).map(has_value);
    };
    for_each_key(report, [&](const config::Section& section, const config::Key& key, const edit::NodePath& node) {
        using config::SettingType;
        const std::string_view written = trimmed(key.value.bytes);
        const config::KnownKey* const known = find_setting(file, section, key);
        const bool names_file =
            known != nullptr && (known->type == SettingType::file || known->type == SettingType::model ||
                                 known->type == SettingType::picture);
        if (!names_file || written.empty() || written == "0") {  // 0: no file
            return;
        }
        const auto [answer, is_new] = is_there.try_emplace(upper(written), false);
        if (is_new) {
            answer->second = exists(*known, written);
        }
        if (!answer->second) {
            report.add({.node = node,
                        .member = "value",
                        .message = fmt::format("cannot search for {}: {}", written, describe(answer->second.error()))});
        } else if (!*answer->second) {
            report.add({.node = node, .member = "value", .message = fmt::format("there is no file {}", written)});
        }
    });
}

}  // namespace

std::span<const Check> setting_checks()
{
    static constexpr Check rows[]{
        {"unknown-item-text", Severity::warning, "An item whose name or description ENGLISH.RTX does not have",
         "ITEM.INI names the texts of an item by their dialogue labels.", "ini", "the game's folder",
         &find_unknown_item_texts},
        {"unknown-file", Severity::warning, "A file that settings name and that does not exist",
         "Keys of WORLD.INI, SYSTEM.INI and other settings name maps, terrains, palettes, fonts, models and pictures "
         "by their paths in the game's folder. In the GOG edition, the game takes files of 3DART from FXART. The check "
         "skips node maps (.NOO), which were never shipped, and skies (.BSI) if FXART has none.",
         "ini", "", &find_unknown_files},
        {"duplicate-setting", Severity::warning, "Two lines of a section with one key",
         "The game uses the first line of a key in a section and ignores the others. Keys are not case-sensitive.",
         "ini", "", &find_duplicate_settings},
        {"unknown-setting", Severity::warning, "A key that the game does not ask for",
         "The game asks for a key in one section. It ignores a key of another section, or with a misspelt name, and "
         "takes its standard value. Keys without a similar known key are not reported.",
         "ini", "", &find_unknown_settings},
        {"unknown-section", Severity::warning, "A section that the game does not ask for",
         "The game looks for a key in the section that it needs. Lines of other sections, and lines before the first "
         "section, have no effect.",
         "ini", "", &find_unknown_sections},
        {"setting-value", Severity::warning, "A setting with a value that does not fit",
         "The value is not of the key's type, or outside the range in which the game uses it as it is. `redforge "
         "schema ini --reference` lists the known keys.",
         "ini", "", &find_invalid_settings},
    };
    return rows;
}

}  // namespace redforge::check
