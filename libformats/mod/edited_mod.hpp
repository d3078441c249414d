// Editing of a mod: composes the files of the game with the mod, and converts changed files back to patches.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/bytes/fingerprint.hpp"
#include "core/bytes/shared_bytes.hpp"
#include "core/error.hpp"
#include "mod/compose.hpp"
#include "mod/mod.hpp"

namespace redforge::mod {

/// A mod in its folder, and the game that it changes. Never writes to the game.
class EditedMod {
public:
    /// Opens the folder of a mod. Errors: those of load_mod() and read_installation(); usage (a package); not_found
    /// (the game has no installed mod that this mod requires).
    [[nodiscard]] static Result<EditedMod> open(const std::filesystem::path& folder, const std::filesystem::path& game);

    [[nodiscard]] const Mod& mod() const { return mod_; }
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    [[nodiscard]] const std::filesystem::path& game() const { return game_; }

    /// Returns a file of the game with the required mods, without this mod. Errors: those of Composer::compose().
    [[nodiscard]] Result<SharedBytes> base(const std::string& path) const;
    /// Returns a file of the game with the required mods and this mod. Errors: those of Composer::compose().
    [[nodiscard]] Result<SharedBytes> content(const std::string& path) const;

    /// Saves an edited copy of content() in the mod: writes the patch of the file, or the file itself if the mod adds
    /// it. Removes the patch if the mod changes nothing. Keeps comments, and keeps names of names.xml in unchanged
    /// edits. Returns a note for each name that was replaced by its number. Errors: changed (the patch or the original
    /// changed since it was read); unsupported (a file of an unknown format); mismatch (the patch does not give
    /// `content`); io.
    [[nodiscard]] Result<std::vector<std::string>> save(const std::string& path, const Bytes& content);

    /// Returns the conflicts of this mod and the enabled mods of the game, in the files of this mod. If this mod is not
    /// installed, it counts as the last in load order. Errors: those of check_order() and Composer.
    [[nodiscard]] Result<std::vector<ModConflict>> conflicts() const;

private:
    struct Game;
    [[nodiscard]] static Result<std::shared_ptr<const Game>>
    read_game(const Mod& mod, const std::filesystem::path& folder, const std::filesystem::path& game);
    EditedMod(std::filesystem::path folder, std::filesystem::path game, Mod mod, std::shared_ptr<const Game> files);

    /// Returns the files of the game with the required mods, and with `mod` unless it is null. Reads the mods of the
    /// game again if they changed.
    [[nodiscard]] Result<Composer> composer_with(const Mod* mod) const;
    [[nodiscard]] Status refresh() const;
    [[nodiscard]] Result<std::vector<std::string>> write(const std::string& path, Mod changed,
                                                         std::vector<std::string> notes);

    std::filesystem::path folder_;
    std::filesystem::path game_;
    Mod mod_;
    mutable std::shared_ptr<const Game> files_;
    mutable std::map<std::string, Fingerprint, PathLess> bases_;  ///< files without the mod, as content() used them
};

}  // namespace redforge::mod
