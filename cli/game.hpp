// The game's folder that a verb takes models, pictures, colours and the names of scripts from.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/load_context.hpp"
#include "scene/game_folder.hpp"
#include "verb.hpp"

namespace redforge::cli {

/// The game's folder for `input`: the one that --game names, else the one that it lies in, else $REDFORGE_GAME, else
/// where the game is installed; nothing without any.
[[nodiscard]] std::optional<std::filesystem::path> game_root(const Arguments& arguments, const std::string& input);

/// That folder with its files. Says what is wrong in it. Errors: those of index_game_folder(), of a folder that was
/// named.
[[nodiscard]] Result<std::optional<scene::GameFolder>> game_of(const Arguments& arguments, const std::string& input);

/// The names for scripts: those of --game and --soup-def, else of game_root(), which is read when a
/// script wants them. Says what could not be read. With --data, the plugins there; the table of --commands, else that around the
/// input.
/// Errors: those of a file or folder that was named.
[[nodiscard]] Result<LoadContext> names_context(const Arguments& arguments, const std::string& input);

/// Says once for each table, which may be null, what is wrong in it.
void say_problem(const obscript::UserCommands* table);
/// The table of --commands; null without it. Errors: those of the file.
[[nodiscard]] Result<std::shared_ptr<const obscript::UserCommands>> named_commands(const Arguments& arguments);

/// Says what could not be found or read, up to ten of them.
void report(const std::vector<std::string>& problems);

}  // namespace redforge::cli
