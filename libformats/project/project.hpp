// Settings of a project. The file redforge.toml applies to its folder and all subfolders.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/error.hpp"

namespace redforge::project {

/// Name of the settings file.
inline constexpr std::string_view settings_file = "redforge.toml";

/// Changes the severity of a check. parse_settings() does not validate the id of the check;
/// check::run_and_divide() does.
struct CheckRule {
    std::string check;     ///< id of the check
    std::string severity;  ///< "off", "note", "warning" or "error"
    std::string reason;    ///< may be empty
    std::uint32_t line{};  ///< in the settings file, 1-based
};

/// A file that `redforge build` makes.
struct BuildRule {
    std::filesystem::path from;  ///< folder or text, absolute
    std::filesystem::path to;    ///< game file, absolute
    std::uint32_t line{};        ///< in the settings file, 1-based
};

/// The settings. Paths are absolute; in the file they are relative to its folder.
struct Settings {
    std::filesystem::path file;  ///< path of the settings file

    std::optional<std::filesystem::path> game;
    std::optional<std::filesystem::path> data;
    std::optional<std::filesystem::path> commands;
    std::optional<std::filesystem::path> definitions;
    std::optional<std::filesystem::path> baseline;
    std::optional<std::string> encoding;
    std::optional<std::string> fail_on;
    std::optional<std::string> indent;
    std::vector<CheckRule> check_rules;
    std::vector<BuildRule> build_rules;
};

/// A setting with one value.
struct SettingInfo {
    std::string_view name;  ///< "game", or "check.fail-on" for a key in a table
    std::variant<std::optional<std::filesystem::path> Settings::*, std::optional<std::string> Settings::*> member;
    std::string_view help;       ///< description in the schema
    std::string_view choices{};  ///< separated by spaces; empty if any text is valid
};

/// Returns all settings with one value, in the order of the documentation.
[[nodiscard]] std::span<const SettingInfo> setting_infos();
/// Returns the value of a setting as text, or nullopt.
[[nodiscard]] std::optional<std::string> value_of(const Settings& settings, const SettingInfo& info);

/// Parses a settings file. `file` is its path. Errors, with the line: malformed (not TOML, or a value of the wrong
/// type), unknown_name (an unknown key), out_of_range (a value that is not one of the choices; a rule without `from` or
/// `to`).
[[nodiscard]] Result<Settings> parse_settings(std::string_view text, const std::filesystem::path& file);

/// Returns the settings for a file or folder, from the nearest redforge.toml in the folder or its parents. Returns null
/// if there is none. Caches settings, and rereads a changed file. Thread-safe. Errors: those of reading the file and of
/// parse_settings().
[[nodiscard]] Result<std::shared_ptr<const Settings>> settings_around(const std::filesystem::path& path);

/// Like settings_around(), but returns null on an error. For functions that cannot report errors; edit::load() reports
/// this one.
[[nodiscard]] std::shared_ptr<const Settings> valid_settings_around(const std::filesystem::path& path);

/// Returns the JSON schema of the settings file, for text editors.
[[nodiscard]] std::string settings_schema();

}  // namespace redforge::project
