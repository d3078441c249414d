// Names and functions shared by import and export of the public manager's form. Internal to the module.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/field.hpp"
#include "core/record/values.hpp"
#include "mod/manager_form.hpp"

namespace redforge::mod {

inline constexpr std::string_view about_file = "About.txt";
inline constexpr std::string_view ini_file = "INI Changes.txt";
inline constexpr std::string_view dialogue_file = "RTX Changes.txt";
inline constexpr std::string_view map_file = "Map Changes.txt";
inline constexpr std::string_view audio_folder = "RTX Audio/";
inline constexpr std::string_view dialogue_path = "ENGLISH.RTX";

/// Returns the lines of a text, without line ends.
[[nodiscard]] std::vector<std::string> lines_of_text(const std::string& text);
/// Returns the text without spaces and tabs at both ends.
[[nodiscard]] std::string without_blanks(std::string_view text);
/// Returns a text of the game in UTF-8.
[[nodiscard]] std::string manager_text(const Text& text);

/// A converted mod, and the files of the game with its changes.
struct ConvertedMod {
    ImportedMod imported;
    std::map<std::string, Bytes, PathLess> changed;
};

/// Converts the files of a folder of the manager. Errors: those of reading original files.
[[nodiscard]] Result<ConvertedMod> convert_from_manager(const Contents& contents, const OriginalReader& originals);

}  // namespace redforge::mod
