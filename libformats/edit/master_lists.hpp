// Plugins with different lists of masters, whose forms have other numbers each: brought to one list before they are compared
// or joined.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "edit/document.hpp"
#include "edit/recorder.hpp"
#include "tes/form_names.hpp"
#include "tes/form_numbering.hpp"

namespace redforge::edit {

/// The plugin that a document is; null for documents of other formats.
[[nodiscard]] tes::Plugin* plugin_of(const RecordHandle& root);

/// Three plugins with one list of masters.
struct CommonMasters {
    Document base;
    Document ours;
    Document theirs;
    std::size_t wanted{};  ///< so many of the masters are those of both sides' changes; those behind a side has removed
    std::optional<std::string> conflict;  ///< "both change the order of masters"
};

/// Copies of three versions of a plugin in which a form has one number. Nothing: they have it already, or are no plugins.
/// The list has what both sides want, in our order or, where only they changed it, in theirs; then what a side removed.
/// Errors: as tes::renumber(); `file` is then "base", "ours" or "theirs".
[[nodiscard]] Result<std::optional<CommonMasters>> with_common_masters(const Document& base, const Document& ours,
                                                                       const Document& theirs);

/// Removes the masters behind the first `wanted` ones that no form is of. Errors: as tes::renumber().
[[nodiscard]] Status drop_unused_masters(Document& document, std::size_t wanted);

/// A copy of a plugin with the numbers that another version's list of masters gives its forms. Its own list is as it was.
struct RenumberedPlugin {
    Document document;
    tes::FormNames names;  ///< of its forms, by these numbers
};

/// A plugin as `like` numbers its forms. Nothing: the numbers are the same, or these are no plugins.
[[nodiscard]] std::optional<RenumberedPlugin> renumbered_like(const RecordHandle& root, const RecordHandle& like,
                                                              const LoadContext& context);

/// Two versions of a plugin whose forms have the numbers of one list of masters, for a patch.
struct PatchSides {
    Document from;
    Document to;
    std::string masters;         ///< of the later one, "Skyrim.esm|Update.esm": | cannot stand in a file's name
    std::string masters_before;  ///< of the earlier one
};

/// Nothing: these are no plugins.
[[nodiscard]] std::optional<PatchSides> with_patch_masters(const RecordHandle& from, const RecordHandle& to);

/// Brings the forms of a plugin to the numbers that a patch was written with, and back. Does nothing to other documents.
class PatchNumbers {
public:
    explicit PatchNumbers(const RecordHandle& root) : plugin_(plugin_of(root)) {}

    /// `masters`, `masters_before`: as the patch says them; null: its numbers are those of the plugin. Errors: malformed.
    [[nodiscard]] Status enter(const char* masters, const char* masters_before);
    /// Gives the plugin the masters that its new records need. Errors: as tes::renumber().
    [[nodiscard]] Status leave();

private:
    tes::Plugin* plugin_;
    tes::Numbering own_;    ///< of the plugin before
    tes::Numbering later_;  ///< of what the patch was made to
    bool is_original_{};    ///< the plugin has the masters of what the patch was made from
    tes::Numbering patch_;  ///< of the patch, with the plugin's other masters
    std::set<std::string> unknown_;  ///< bytes of an unknown meaning that the plugin had
};

/// Whether a list has the masters of a plugin, or the plugins of a save.
[[nodiscard]] bool holds_masters(const ChildEntry& list);

/// Gives the forms of a plugin their numbers after its list of masters was changed, as a part of the same recording. The
/// list of a save is only watched.
class MasterFollower {
public:
    explicit MasterFollower(Recorder& recorder);

    /// Whether the list is not what it was.
    [[nodiscard]] bool is_needed() const;
    /// A master in whose place another name stands was renamed: its forms keep their numbers.
    /// Errors: mismatch: a master that forms are of was removed, with the records that name them; a name that another master
    /// has; a change of a save's list that would give its forms other plugins; as tes::renumber().
    [[nodiscard]] Status follow();

private:
    [[nodiscard]] Status follow_save();

    Recorder* recorder_;
    std::vector<std::string> before_;
};

}  // namespace redforge::edit
