// Converts mods of the public mod manager for Redguard to mods of this program, and back.
//
// A mod of the manager is a folder with About.txt (version, author, description), "INI Changes.txt" (names of files,
// each followed by its indented sections and keys), "RTX Changes.txt" (index, label and text, separated by tabs), and
// "RTX Audio" with a WAV for each label. "Map Changes.txt" changes lines of the manager's own text of the scripts of a
// map (manager_script.hpp). Other files of the folder are files of the game, as in a mod folder of Mod Organizer 2.
// Source: Dillonn241/redguard-mod-manager.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "mod/compose.hpp"
#include "mod/mod.hpp"
#include "mod/names.hpp"

namespace redforge::mod {

struct ImportedMod {
    Mod mod;  ///< without a name
    std::vector<std::string>
        problems;  ///< lines and files that could not be converted: "RTX Changes.txt:4: no entry abcd"
};

/// Converts a folder of the manager. Its changes become patches of the original files. Errors: io; not_found (nothing
/// in the folder can be converted); those of reading original files.
[[nodiscard]] Result<ImportedMod> import_folder(const std::filesystem::path& folder, const OriginalReader& originals);

struct ExportedMod {
    Contents files;
    std::vector<std::string> problems;  ///< changes that the manager's form cannot express
};

/// Converts a mod. `files`: the game files as the mod makes them. Errors: those of reading original files.
[[nodiscard]] Result<ExportedMod> export_for_manager(const Mod& mod, const std::vector<ComposedFile>& files,
                                                     const OriginalReader& originals);

}  // namespace redforge::mod
