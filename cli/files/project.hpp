// The project of the files on the command line: redforge.toml.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cli/line/verb.hpp"
#include "core/error.hpp"
#include "project/project.hpp"

namespace redforge::cli {

/// Returns the settings of the project that contains the first existing file or folder on the command line, or else the
/// current folder. Returns null if there is no project. Errors: those of project::settings_around().
[[nodiscard]] Result<std::shared_ptr<const project::Settings>> project_of(const Arguments& arguments);

/// Returns the value of an option, or else of the project's setting with the same name. Paths of the project are
/// absolute. Errors: those of project_of().
[[nodiscard]] Result<std::optional<std::string>> option_or_setting(const Arguments& arguments, std::string_view option,
                                                                   std::string_view setting);

}  // namespace redforge::cli
