// Finds the project of the files on the command line.
#include "cli/files/project.hpp"

#include <algorithm>

namespace redforge::cli {

namespace fs = std::filesystem;

Result<std::shared_ptr<const project::Settings>> project_of(const Arguments& arguments)
{
    for (const auto& [name, words] : arguments.positionals) {
        for (const std::string& word : words) {
            std::error_code ignored;
            if (name != "ACTION" && name != "KIND" && !word.empty() && fs::exists(word, ignored)) {
                return project::settings_around(word);
            }
        }
    }
    return project::settings_around("-");
}

Result<std::optional<std::string>> option_or_setting(const Arguments& arguments, std::string_view option,
                                                     std::string_view setting)
{
    if (std::optional<std::string> given = arguments.option(option)) {
        return given;
    }
    const auto settings = project_of(arguments);
    if (!settings || *settings == nullptr) {
        return settings ? Result<std::optional<std::string>>(std::nullopt) : fail(settings.error());
    }
    const auto infos = project::setting_infos();
    const auto info = std::ranges::find(infos, setting, &project::SettingInfo::name);
    return info == infos.end() ? std::nullopt : project::value_of(**settings, *info);
}

}  // namespace redforge::cli
