// `config`: prints the settings in effect, and where they come from.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "check/check.hpp"
#include "cli/files/game.hpp"
#include "cli/files/project.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "core/platform/process.hpp"
#include "scene/installed_game.hpp"

namespace redforge::cli {

namespace fs = std::filesystem;

namespace {

/// A line of the list.
struct ShownSetting {
    std::string name;
    std::string value;   ///< empty if there is none
    std::string source;  ///< "redforge.toml", "the game folder around the file"; a setting without a value has none
};

/// Returns the game folder in effect. Sources are in the order of game_root().
ShownSetting game_in_effect(const std::string& file, const project::Settings* settings)
{
    if (settings != nullptr && settings->game) {
        return {"game", settings->game->string(), std::string(project::settings_file)};
    }
    const Arguments none;
    const std::optional<fs::path> game = game_root(none, file);
    if (!game) {
        return {"game", "", ""};
    }
    return {"game", game->string(),
            platform::environment("REDFORGE_GAME") == game->string() ? "$REDFORGE_GAME"
            : scene::installed_game() == *game                       ? "the installed game"
                                                                     : "the game folder around the file"};
}

std::vector<ShownSetting> settings_in_effect(const std::string& file, const project::Settings* settings)
{
    std::vector<ShownSetting> shown;
    for (const project::SettingInfo& info : project::setting_infos()) {
        if (info.name == "game") {
            shown.push_back(game_in_effect(file, settings));
            continue;
        }
        const std::optional<std::string> value =
            settings == nullptr ? std::nullopt : project::value_of(*settings, info);
        shown.push_back(
            {std::string(info.name), value.value_or(""), value ? std::string(project::settings_file) : std::string()});
    }
    if (settings == nullptr) {
        return shown;
    }
    for (const project::CheckRule& rule : settings->check_rules) {
        shown.push_back({fmt::format("check.rules.{}", rule.check),
                         rule.severity + (rule.reason.empty() ? "" : fmt::format(" ({})", rule.reason)),
                         std::string(project::settings_file)});
    }
    for (const project::BuildRule& rule : settings->build_rules) {
        shown.push_back({"build", fmt::format("{} -> {}", rule.from.string(), rule.to.string()),
                         std::string(project::settings_file)});
    }
    return shown;
}

Exit run_config(const Arguments& arguments)
{
    if (arguments.has("schema")) {
        print(project::settings_schema());
        return Exit::success;
    }
    std::string file = arguments.first("FILE");
    file = file.empty() ? "." : file;
    std::error_code failed;
    if (!fs::exists(file, failed)) {
        return print_error({.code = ErrorCode::io, .message = "no such file or folder", .file = file});
    }
    const Result<std::shared_ptr<const project::Settings>> settings = project::settings_around(file);
    if (!settings) {
        return print_error(settings.error());
    }
    const std::vector<ShownSetting> shown = settings_in_effect(file, settings->get());
    const std::string project = *settings ? (*settings)->file.string() : std::string();
    if (arguments.has("json")) {
        nlohmann::json json{{"project", project}, {"settings", nlohmann::json::array()}};
        for (const ShownSetting& each : shown) {
            json["settings"].push_back({{"name", each.name}, {"value", each.value}, {"source", each.source}});
        }
        print_json(json);
        return Exit::success;
    }
    std::size_t width = 0;
    for (const ShownSetting& each : shown) {
        width = std::max(width, each.name.size());
    }
    std::string text =
        project.empty() ? fmt::format("no {} in this folder or above it\n", project::settings_file) : project + "\n";
    for (const ShownSetting& each : shown) {
        text += each.value.empty() ? fmt::format("{:<{}}  -\n", each.name, width)
                                   : fmt::format("{:<{}}  {}  ({})\n", each.name, width, each.value, each.source);
    }
    print(text);
    return Exit::success;
}

}  // namespace

Verb config_verb()
{
    return {
        .name = "config",
        .summary = "print the settings in effect and their sources",
        .description =
            "Prints the settings that apply to FILE, with the source of each. Settings of a project are in "
            "redforge.toml, in the folder of FILE or in one above it. Options of the command line have priority. "
            "The manual page \"project\" describes the settings.",
        .examples = {{"redforge config", "the settings for the current folder"},
                     {"redforge config --schema > redforge.schema.json", "a JSON schema for text editors"}},
        .positionals = {{"FILE", "a file or folder (default: the current folder)", 0, 1, {}}},
        .options = {Option{"--schema", "", "", "print the JSON schema of redforge.toml"}, options::json},
        .exclusive = {"schema json"},
        .run = run_config,
    };
}

}  // namespace redforge::cli
