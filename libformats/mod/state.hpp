// State of installed mods: GAME/.redforge-mods/installation.xml.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/values.hpp"
#include "edit/document/interrupted_mods.hpp"

namespace redforge::mod {

/// Folder in the game's folder with the state and the packages of its mods.
inline constexpr std::string_view state_folder = edit::mods_folder;
inline constexpr std::string_view state_file = ".redforge-mods/installation.xml";
/// Extension of the packages of mods.
inline constexpr std::string_view package_extension = ".rfmod";
/// Default folder in the game's folder for the originals of the files that mods change; --store sets another.
inline constexpr std::string_view default_store = ".redforge-originals";

/// File in a store outside of the game's folder during a first installation. It contains the path of the game, so that
/// after an interruption only the same game can use the store.
inline constexpr std::string_view store_owner_file = ".redforge-owner";

/// An installed mod. The list is in the order in which the mods apply.
struct InstalledMod {
    static constexpr std::string_view element = "mod";

    Text name{};
    Text version{};
    Text sha256{};            ///< SHA-256 of the package
    std::uint8_t enabled{1};  ///< 0 or 1

    friend bool operator==(const InstalledMod&, const InstalledMod&) = default;
};

template <class Archive>
void serialize(Archive& ar, InstalledMod& mod, unsigned /*version*/)
{
    field(ar, "name", mod.name, {.label = "Name", .always = true, .key = true});
    field(ar, "version", mod.version, {.label = "Version"});
    field(ar, "sha256", mod.sha256, {.label = "SHA-256"});
    field(ar, "enabled", mod.enabled, {.label = "Enabled", .min = 0, .max = 1, .notation = Notation::boolean});
}

/// A game file that mods have changed or added.
struct InstalledFile {
    static constexpr std::string_view element = "file";

    Text path{};            ///< path in the game's folder
    Text original{};        ///< SHA-256 of the original; empty if the game has no such file
    Text installed{};       ///< SHA-256 of the written file
    Text recipe{};          ///< SHA-256 of all inputs of the computation
    std::uint32_t stale{};  ///< see ComposedFile::stale

    friend bool operator==(const InstalledFile&, const InstalledFile&) = default;
};

template <class Archive>
void serialize(Archive& ar, InstalledFile& file, unsigned /*version*/)
{
    field(ar, "path", file.path, {.label = "Path", .always = true, .key = true});
    field(ar, "original", file.original, {.label = "Original"});
    field(ar, "installed", file.installed, {.label = "Installed"});
    field(ar, "recipe", file.recipe, {.label = "Recipe"});
    field(ar, "stale", file.stale, {.label = "Stale statics"});
}

/// Number of a symbolic name. It stays allocated while any mod is installed.
struct InstalledName {
    static constexpr std::string_view element = "name";

    Text symbol{};  ///< "MOD/item:NAME"
    Text value{};

    friend bool operator==(const InstalledName&, const InstalledName&) = default;
};

template <class Archive>
void serialize(Archive& ar, InstalledName& name, unsigned /*version*/)
{
    field(ar, "symbol", name.symbol, {.label = "Symbol", .always = true, .key = true});
    field(ar, "value", name.value, {.label = "Value"});
}

/// A folder that was created for new files of mods.
struct InstalledFolder {
    static constexpr std::string_view element = "folder";

    Text path{};

    friend bool operator==(const InstalledFolder&, const InstalledFolder&) = default;
};

template <class Archive>
void serialize(Archive& ar, InstalledFolder& folder, unsigned /*version*/)
{
    field(ar, "path", folder.path, {.label = "Path", .always = true, .key = true});
}

/// Mods of a game folder, and what they have changed in it.
struct Installation {
    static constexpr std::string_view root = "installation";

    Text store{};  ///< folder of the originals; default_store of the game if empty
    std::vector<InstalledMod> mods;
    std::vector<InstalledFile> files;
    std::vector<InstalledName> names;
    std::vector<InstalledFolder> folders;

    [[nodiscard]] const InstalledMod* find_mod(std::string_view name) const;
    /// Finds a file, ignoring case. Returns null if mods do not change it.
    [[nodiscard]] const InstalledFile* find_file(std::string_view path) const;
    /// Returns the folder of the originals.
    [[nodiscard]] std::filesystem::path store_folder(const std::filesystem::path& game) const;

    friend bool operator==(const Installation&, const Installation&) = default;
};

template <class Archive>
void serialize(Archive& ar, Installation& state, unsigned /*version*/)
{
    field(ar, "store", state.store, {.label = "Store"});
    list(ar, "mods", InstalledMod::element, state.mods, {.label = "Mods"});
    list(ar, "files", InstalledFile::element, state.files, {.label = "Files"});
    list(ar, "names", InstalledName::element, state.names, {.label = "Names"});
    list(ar, "folders", InstalledFolder::element, state.folders, {.label = "Folders"});
}

/// Returns the path of a mod's package below the game's folder.
[[nodiscard]] std::string package_path(std::string_view mod);

[[nodiscard]] std::string write_installation(const Installation& state);
/// Parses the state. `file` is for messages. Errors: those of XML; malformed (a path that leads out of the game's
/// folder, an invalid mod name).
[[nodiscard]] Result<Installation> parse_installation(std::string text, const std::string& file);

}  // namespace redforge::mod
