// Computes one game file with mods. Internal to Composer.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "edit/document/document.hpp"
#include "mod/compose.hpp"

namespace redforge::mod {

/// A file after some mods: as bytes, as a document, or both. If it has neither, the file does not exist.
struct FileState {
    std::optional<SharedBytes> bytes{};
    std::shared_ptr<const edit::Document> document{};
    std::size_t stale{};  ///< see ComposedFile::stale

    [[nodiscard]] bool exists() const { return bytes.has_value() || document != nullptr; }
};

/// Computes one file, step by step. Additions are in the order of the mods' names. The load order decides only
/// conflicts.
class Composer::FileWork {
public:
    FileWork(const Composer& composer, std::string path);

    /// Returns the mods on which the file depends, in their order.
    [[nodiscard]] const std::vector<std::size_t>& mods() const { return mods_; }
    /// Returns the file with all mods.
    [[nodiscard]] Result<FileState> with_all_mods() { return with_mods(mods_); }
    /// Returns the conflicts of all pairs of mods that do not require each other.
    [[nodiscard]] Result<std::vector<ModConflict>> conflicts();
    /// Returns the notes of the merges so far: "MAPS/ISLAND.RGM: MOD (theirs): ...". See edit::Merge::notes.
    [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

private:
    using Mods = std::vector<std::size_t>;

    /// Returns the file with some mods. `mods` must be in load order and contain the mods that they require.
    Result<FileState> with_mods(const Mods& mods);
    Result<FileState> merge_all(const Mods& mods);
    /// Returns the visibility (PVO), recomputed for the statics that its map has with these mods.
    Result<FileState> follow_map(const Mods& mods);
    Result<FileState> merged(const FileState& base, const FileState& ours, const FileState& theirs, std::size_t mod,
                             const Mods& before);
    /// Returns true if a value that `mod` sets keeps the value of the file, because a mod of `before` that is later in
    /// load order set it.
    bool is_overridden(const edit::Conflict& conflict, std::size_t mod, const Mods& before);

    Result<FileState> original();
    /// Returns the file that a mod was made for: the original with the mods that it requires.
    Result<FileState> base_of(std::size_t mod);
    /// Returns the file that a mod makes of its base.
    Result<FileState> result_of(std::size_t mod);
    Result<FileState> patched(const FileState& base, std::size_t mod) const;
    /// Returns the conflicts of two mods, cached in `pairs_`.
    Result<const std::vector<edit::Conflict>*> pair_conflicts(std::size_t first, std::size_t second);

    Status read_document(FileState& state, std::size_t mod) const;
    [[nodiscard]] bool has_own(std::size_t mod) const;
    [[nodiscard]] bool is_whole_file(std::size_t mod) const;
    [[nodiscard]] Mods required_by(std::size_t mod) const;
    /// Returns the mods sorted by name, each after the mods that it requires.
    [[nodiscard]] Mods in_order_of_names(Mods mods) const;

    const Composer& composer_;
    std::string path_;
    Mods mods_;
    std::unique_ptr<FileWork> map_;  ///< computes the map; set for visibilities only
    std::optional<FileState> original_;
    std::map<std::size_t, FileState> results_;
    std::map<Mods, FileState> with_mods_;
    std::map<std::pair<std::size_t, std::size_t>, std::vector<edit::Conflict>> pairs_;
    std::vector<std::string> notes_;
    std::set<std::size_t> in_conflict_;  ///< mods whose changes conflicted when they were merged into the file
};

}  // namespace redforge::mod
