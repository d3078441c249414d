// The game folder, from which verbs take models, pictures, colours and names for scripts.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/verb.hpp"
#include "core/error.hpp"
#include "core/load_context.hpp"
#include "edit/document/document.hpp"
#include "scene/game_folder.hpp"

namespace redforge::obscript {
class UserCommands;
}

namespace redforge::cli {

/// Returns the game folder for `input`: from --game, else the one that contains it, else from $REDFORGE_GAME, else the
/// installed game. Returns nullopt if there is none.
[[nodiscard]] std::optional<std::filesystem::path> game_root(const Arguments& arguments, const std::string& input);

/// Returns the index of the game folder. Prints its problems. Errors: those of index_game_folder(), if the user named
/// the folder with --game; else a note is printed.
[[nodiscard]] Result<std::optional<scene::GameFolder>> game_of(const Arguments& arguments, const std::string& input);

/// Returns the context for reading `input`: names for scripts from --game and --soup-def, else from game_root() at the
/// first use; plugins from --data; commands from --commands, else from a table next to the input. Prints files that
/// cannot be read. Errors: those of a file or folder that the user named.
[[nodiscard]] Result<LoadContext> names_context(const Arguments& arguments, const std::string& input);

/// Returns the file name of a plugin as bytes of code page 1252: the value of an option of the command, else
/// tes::plugin_file_name(), which can lack the extension. Errors: usage (the option is not the file name of a plugin).
[[nodiscard]] Result<std::string> plugin_name(const Arguments& arguments, std::string_view option,
                                              const std::filesystem::path& path);
/// Returns tes::plugin_file_name(). Guesses an unknown extension: .esm if the plugin has the flag `master`, else .esp.
[[nodiscard]] std::string probable_plugin_name(const std::filesystem::path& path, const edit::Document& document);

/// Prints a note for each folder of the project (`game`, `data`) that does not exist, once. Skips folders that an
/// option of the command names. Ignores a wrong redforge.toml, which edit::load() reports.
void print_missing_project_folders(const Arguments& arguments, const std::string& input);

/// Prints the problems of a table of commands, once for each table. The table may be null.
void print_table_problems(const obscript::UserCommands* table);
/// Returns the table of --commands. Returns null without the option. Errors: those of the file.
[[nodiscard]] Result<std::shared_ptr<const obscript::UserCommands>> named_commands(const Arguments& arguments);

/// Prints files that could not be found or read, at most ten.
void report(const std::vector<std::string>& problems);

}  // namespace redforge::cli
