// Gives versions of a plugin with different master lists the numbers of one list, before they are compared or merged.
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

/// Returns the plugin of a document, or null if the document has another format.
[[nodiscard]] tes::Plugin* plugin_of(const RecordHandle& root);

/// Three plugins with one list of masters.
struct CommonMasters {
    Document base;
    Document ours;
    Document theirs;
    std::size_t
        wanted{};  ///< number of masters after both sides' changes; the masters after them were removed by a side
    std::optional<std::string> conflict;  ///< "both change the order of masters"
};

/// Returns copies of three versions of a plugin in which each form has the same number. Returns nothing if the master lists are
/// equal, or if the documents are not plugins. The common list has the masters after both sides' changes, in our order (in their
/// order if only they changed it), then the masters that a side removed.
/// Errors: as tes::renumber(); `file` is then "base", "ours" or "theirs".
[[nodiscard]] Result<std::optional<CommonMasters>> with_common_masters(const Document& base, const Document& ours,
                                                                       const Document& theirs);

/// Removes the masters after the first `wanted` ones that no form belongs to. Errors: as tes::renumber().
[[nodiscard]] Status drop_unused_masters(Document& document, std::size_t wanted);

/// Copy of a plugin whose forms have the numbers of another version's master list. Its own list is unchanged.
struct RenumberedPlugin {
    Document document;
    tes::FormNames names;  ///< names of its forms by these numbers
};

/// Returns a copy of a plugin with the numbers of `like`. Returns nothing if the numbers are equal, if the documents are not
/// plugins, or if there are too many masters.
[[nodiscard]] std::optional<RenumberedPlugin> renumbered_like(const RecordHandle& root, const RecordHandle& like,
                                                              const LoadContext& context);

/// Two versions of a plugin with the numbers of one master list, for a patch.
struct PatchSides {
    Document from;
    Document to;
    std::string masters;         ///< of the later version, "Skyrim.esm|Update.esm"; file names cannot contain |
    std::string masters_before;  ///< of the earlier version
};

/// Returns nothing if the documents are not plugins.
[[nodiscard]] std::optional<PatchSides> with_patch_masters(const RecordHandle& from, const RecordHandle& to);

/// Gives a plugin the numbers of a patch, and its own numbers back afterwards. Does nothing to other documents.
class PatchNumbers {
public:
    explicit PatchNumbers(const RecordHandle& root) : plugin_(plugin_of(root)) {}

    /// `masters`, `masters_before`: attributes of the patch; null if the patch has the numbers of the plugin. Errors: malformed.
    [[nodiscard]] Status enter(const char* masters, const char* masters_before);
    /// Gives the plugin the masters that its new records need. Errors: as tes::renumber().
    [[nodiscard]] Status leave();

private:
    tes::Plugin* plugin_;
    tes::Numbering own_;             ///< numbering of the plugin before the patch
    tes::Numbering later_;           ///< numbering of the patch's later version
    bool is_original_{};             ///< the plugin has the masters of the patch's earlier version
    tes::Numbering patch_;           ///< numbering of the patch, plus the plugin's other masters
    std::set<std::string> unknown_;  ///< undecoded bytes that the plugin had before the patch
};

/// Returns true if a list contains the masters of a plugin or the plugins of a save.
[[nodiscard]] bool holds_masters(const ChildEntry& list);

/// Renumbers the forms of a plugin after a change of its master list, in the same recording. For a save, only checks that the
/// change keeps the meaning of its forms.
class MasterFollower {
public:
    explicit MasterFollower(Recorder& recorder);

    /// Returns true if the list has changed.
    [[nodiscard]] bool is_needed() const;
    /// A new name at the same position is a renamed master: its forms keep their numbers.
    /// Errors: mismatch (a used master was removed, the records that use it are named; a name that another master has; a change of a
    /// save's list that would move its forms to other plugins), and those of tes::renumber().
    [[nodiscard]] Status follow();

private:
    [[nodiscard]] Status follow_save();

    Recorder* recorder_;
    std::vector<std::string> before_;
};

}  // namespace redforge::edit
