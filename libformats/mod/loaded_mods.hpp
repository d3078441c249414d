// Loads the installed mods, and the original files of the game.
#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/record/values.hpp"
#include "mod/compose.hpp"
#include "mod/mod.hpp"
#include "mod/state.hpp"

namespace redforge::mod {

/// Content of a file; nullopt if there is no file.
using MaybeBytes = std::optional<Bytes>;

/// Reads a file. Returns nullopt if it does not exist. Errors: io.
[[nodiscard]] Result<MaybeBytes> read_if_exists(const std::filesystem::path& file);

/// Returns the sum in the form of the state: SHA-256 in hexadecimal digits, or an empty text if there is no file.
[[nodiscard]] std::string sum_of(const MaybeBytes& bytes);

/// An installed mod with its content. Packages are in memory only while a command runs.
struct LoadedMod {
    InstalledMod entry;
    Mod mod;
    Bytes package;  ///< package of a mod that is being installed
    bool is_new{};
};

/// Finds a mod by its name. Returns mods.end() if the list has no such mod.
template <class Mods>
auto find_loaded(Mods& mods, std::string_view name)
{
    return std::ranges::find_if(mods, [&](const LoadedMod& each) { return each.entry.name.bytes == name; });
}

/// Returns a reader of originals: from the store, or from the game if no mod changes the file. `state` must outlive the
/// reader. Errors of the reader: mismatch (the bytes in the store changed), io.
[[nodiscard]] OriginalReader reader_of_originals(const std::filesystem::path& game, const Installation& state);

/// Loads the packages of all installed mods, in their order. Errors: changed (a package changed since its
/// installation), and those of reading a package.
[[nodiscard]] Result<std::vector<LoadedMod>> load_all_installed(const std::filesystem::path& game,
                                                                const Installation& state);

/// Returns the enabled mods. The pointers are valid as long as `mods` is not changed.
[[nodiscard]] std::vector<const Mod*> enabled_mods(const std::vector<LoadedMod>& mods);

}  // namespace redforge::mod
