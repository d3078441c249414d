// Shared by the verbs that make game files from texts: `pack` and `build`.
#pragma once

#include <filesystem>
#include <string>

#include "cli/line/verb.hpp"
#include "cli/script/script_mistakes.hpp"
#include "edit/document/document.hpp"

namespace redforge::cli {

/// Loads an unpacked folder or a text to pack it, with the names of the game. Collects mistakes in its scripts. Fails
/// if git has put records with one FormID into the folder. Other errors: those of names_context() and edit::load().
[[nodiscard]] Result<edit::Loaded> load_to_pack(const Arguments& arguments, const std::filesystem::path& input,
                                                Pipes pipes, ScriptMistakes& mistakes);

/// Prints mistakes in the scripts of a packed map, and notes if its first actors or static objects differ from those of
/// the map that it replaces. Does nothing for other documents.
void print_map_notes(const edit::Document& document, const ScriptMistakes& mistakes, const std::string& input,
                     const std::filesystem::path& output);

}  // namespace redforge::cli
