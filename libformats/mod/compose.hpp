// The files of a game with mods: computed from the original files and the mods in their order.
//
// A mod changes the file as its required mods made it, or the original if it requires none. Results of mods that do not
// require each other are merged by record, field and statement. If two mods set one value, the later mod wins, and the
// conflict is reported with both values. The load order does not affect additions. The visibility (PVO) of a map is
// recomputed for its statics.
#pragma once

#include <string>
#include <vector>

#include "core/bytes/shared_bytes.hpp"
#include "core/error.hpp"
#include "core/load_context.hpp"
#include "edit/merge/merge.hpp"
#include "mod/mod.hpp"
#include "mod/names.hpp"

namespace redforge::mod {

/// A value that two mods set differently. The later mod wins.
struct ModConflict {
    std::string file;         ///< path of the game file
    std::string first;        ///< name of the mod whose value is lost
    std::string second;       ///< name of the mod whose value wins
    edit::Conflict conflict;  ///< `ours` is by `first`, `theirs` by `second`; without path: whole files
};

/// Returns one line: "MAPS/ISLAND.RGM: objects[4] DOOR01: position.x: original 100, first 200, second 300; second
/// wins".
[[nodiscard]] std::string conflict_line(const ModConflict& conflict);

/// A game file with mods.
struct ComposedFile {
    std::string path;
    SharedBytes content;
    /// For a visibility (PVO): number of statics of the map that it was not built with. The game draws added statics
    /// from everywhere, and may not draw statics that a removed one had hidden.
    std::size_t stale{};
    std::vector<ModConflict> conflicts{};  ///< for each pair of mods that do not require each other
    std::vector<std::string> notes{};      ///< see edit::Merge::notes
};

/// Returns a context with the names that scripts of the original game use (soup::Names). The files are read when a
/// script needs a name.
[[nodiscard]] LoadContext context_of_originals(const OriginalReader& originals);

/// Checks that mods can be enabled together in this order. Errors: a required mod is missing, too old or later; a mod
/// in `conflicts` is enabled; a mod in `after` is later; a name occurs twice.
[[nodiscard]] Status check_order(const std::vector<const Mod*>& mods);

/// Allocates numbers for the names that mods declare (names.hpp), in the order of the mods' names. Names in the result
/// have the form "MOD/item:NAME", because two mods can use the same name. `enabled`: the mods whose sounds are in the
/// game. Errors: those of parse_names() and allocate().
[[nodiscard]] Result<Allocation> allocate_names(const std::vector<const Mod*>& mods,
                                                const std::vector<const Mod*>& enabled, Allocation taken,
                                                const OriginalReader& originals);

/// Computes game files. The mods and the reader must outlive it; the reader is called from several threads.
class Composer {
public:
    Composer(std::vector<const Mod*> mods, OriginalReader originals, Allocation names);

    /// Returns the distinct paths of all files that the mods change or add, including the visibility of maps whose
    /// statics change.
    [[nodiscard]] std::vector<std::string> paths() const;
    /// Returns the mods on which the content of a file depends, in load order.
    [[nodiscard]] std::vector<const Mod*> mods_for(const std::string& path) const;

    /// Computes a file. Errors: not_found (the game has no file to patch), mismatch (an edit does not fit; the message
    /// names its record), those of reading and writing the format.
    [[nodiscard]] Result<ComposedFile> compose(const std::string& path) const;
    /// Finds the conflicts of a file, for each pair of mods that do not require each other. Leaves out a pair if
    /// another mod of the same file requires both, because that mod sets the values. Errors: those of compose().
    [[nodiscard]] Result<std::vector<ModConflict>> conflicts(const std::string& path) const;

    /// Returns the names that a mod's patches can use: its own names, and the names of the mods that it requires.
    [[nodiscard]] Allocation names_for(const Mod& mod) const;

private:
    class FileWork;
    [[nodiscard]] bool requires_mod(std::size_t mod, std::size_t other) const;

    std::vector<const Mod*> mods_;
    OriginalReader originals_;
    Allocation names_;
    LoadContext context_;
    std::vector<std::vector<bool>> requires_;  ///< by mod: the mods that it requires, directly or indirectly
};

}  // namespace redforge::mod
