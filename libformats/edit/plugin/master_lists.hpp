// Gives versions of a plugin with different master lists the numbers of one list, before they are compared or merged.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "edit/document/document.hpp"
#include "edit/hooks.hpp"
#include "edit/operation/recorder.hpp"
#include "edit/patch/edits.hpp"
#include "tes/form/form_numbering.hpp"

namespace redforge::edit {

/// Returns the plugin of a document, or null if the document has another format.
[[nodiscard]] tes::Plugin* plugin_of(const RecordHandle& root);

/// Returns copies of three versions of a plugin in which each form has the same number. Returns nullopt if the master
/// lists are equal, or if the documents are not plugins. The common list has the masters after both sides' changes, in
/// our order (in their order if only they changed it), then the masters that a side removed. Errors: as
/// tes::renumber(); `file` is then "base", "ours" or "theirs".
[[nodiscard]] Result<std::optional<CommonNumbers>> with_common_masters(const Document& base, const Document& ours,
                                                                       const Document& theirs);

/// Removes the masters after the first `wanted` ones that no form belongs to. Errors: those of tes::renumber().
[[nodiscard]] Status drop_unused_masters(Document& document, std::size_t wanted);

/// Returns a copy of a plugin with the numbers of `like`. Returns nullopt if the numbers are equal, if the documents
/// are not plugins, or if there are too many masters.
[[nodiscard]] std::optional<RenumberedDocument> renumbered_like(const RecordHandle& root, const RecordHandle& like,
                                                                const LoadContext& context);

/// Returns two versions of a plugin with the numbers of one master list, for a patch. The attributes are the masters of
/// the later version, "Skyrim.esm|Update.esm" (file names cannot contain |), and those of the earlier one if they
/// differ. Returns nullopt if the documents are not plugins.
[[nodiscard]] std::optional<PatchSides> with_patch_masters(const RecordHandle& from, const RecordHandle& to);

/// Gives a plugin the numbers of a patch, and its own numbers back afterwards. Does nothing to other documents.
class PatchNumbers {
public:
    explicit PatchNumbers(const RecordHandle& root) : plugin_(plugin_of(root)) {}

    /// Gives the plugin the numbers of the patch. `masters`, `masters_before`: attributes of the patch; null if the
    /// patch has the numbers of the plugin. Errors: malformed.
    [[nodiscard]] Status enter(const char* masters, const char* masters_before);
    /// Gives the plugin the masters that its new records need. Errors: those of tes::renumber().
    [[nodiscard]] Status leave();

private:
    tes::Plugin* plugin_;
    tes::Numbering own_;             ///< numbering of the plugin before the patch
    tes::Numbering later_;           ///< numbering of the patch's later version
    bool is_original_{};             ///< the plugin has the masters of the patch's earlier version
    tes::Numbering patch_;           ///< numbering of the patch, plus the plugin's other masters
    std::set<std::string> unknown_;  ///< undecoded bytes that the plugin had before the patch
};

/// Returns a list of plugins as "Skyrim.esm|Update.esm", and reads such a text. Errors: malformed.
[[nodiscard]] std::string plugin_list_text(const std::vector<std::string>& plugins);
[[nodiscard]] Result<std::vector<std::string>> plugin_list_from_text(std::string_view text);

/// Returns true if a list contains the masters of a plugin or the plugins of a save.
[[nodiscard]] bool holds_masters(const ChildEntry& list);

/// Returns true for plugins and saves.
[[nodiscard]] bool has_plugin_list(const RecordHandle& root);
/// Returns the masters of a plugin or the plugins of a save. Returns an empty list for other documents.
[[nodiscard]] std::vector<std::string> plugins_named_by(const RecordHandle& root);

/// Sets the fields and blobs that differ in another document with the same records.
void record_differing(Recorder& recorder, const RecordHandle& changed);

/// Renumbers the forms of a plugin or save after a change of the list that plugins_named_by() returns, which was
/// `before`. Recorder calls it. A new name at the same position is a renamed plugin: its forms keep their numbers. A
/// save to which plugins were added at the end keeps all numbers. Errors: mismatch (a plugin that records refer to was
/// removed: the message names them; a name that is in the list twice), and those of tes::renumber().
[[nodiscard]] Status renumber_forms(Recorder& recorder, const std::vector<std::string>& before);

/// Returns the error of a plugin that would become its own master by others. `chain`: the new master, the plugins by
/// which it depends on the plugin, and the plugin.
[[nodiscard]] Error circular_masters(std::span<const std::string> chain);

/// A list of plugins that is edited by name: the masters of a plugin, or the plugins of a save. Names are bytes of code
/// page 1252, in letters of either case. Each change renumbers the forms (Recorder::renumber) and returns what it
/// did. Errors of all: usage (the document has no such list), and those of Recorder::renumber().
class PluginList {
public:
    /// Returns the list of a document. `file`: name of the plugin itself, which cannot be its own master; empty if it
    /// is not known.
    [[nodiscard]] static Result<PluginList> of(Recorder& recorder, std::string file = {});

    [[nodiscard]] std::vector<std::string> names() const { return plugins_named_by(recorder_->root()); }
    /// Returns the number of references to the forms of each plugin of the list, or of own forms for the number after
    /// the last. remove() rejects a plugin exactly if this number is not 0: without the first plugin, a form 01000014
    /// of the next one would become 00000014, a form of the game itself, so it counts as a use of the first plugin,
    /// too.
    [[nodiscard]] std::vector<std::size_t> uses() const;

    /// Adds a plugin at the end, or before `at`. Errors: usage (not the name of another plugin); exists; out_of_range.
    [[nodiscard]] Result<EditLine> add(const std::string& name, std::optional<std::size_t> at = {});
    /// Errors: not_found; mismatch (records refer to it: the message names them).
    [[nodiscard]] Result<EditLine> remove(std::string_view name);
    /// Errors: not_found; usage (not the name of another plugin); exists.
    [[nodiscard]] Result<EditLine> rename(std::string_view from, const std::string& to);
    /// Sorts by a load order. Plugins that it does not have are added to `missing`. They go after the others of their
    /// kind: .esm and .esl before the first .esp, and .esp at the end.
    [[nodiscard]] Result<EditLog> sort(const std::vector<std::string>& order, std::vector<std::string>& missing);
    /// Removes the plugins that nothing refers to.
    [[nodiscard]] Result<EditLog> prune();

private:
    PluginList(Recorder& recorder, std::string file) : recorder_(&recorder), file_(std::move(file)) {}
    [[nodiscard]] Status require_name(const std::string& name) const;
    [[nodiscard]] Result<std::size_t> index_of(std::string_view name) const;
    /// Replaces the list by its plugins with these indices, in this order. The index after the last one means the new
    /// plugin `added`.
    [[nodiscard]] Status arrange(const std::vector<std::size_t>& indices, const std::string& added = {});

    Recorder* recorder_;
    std::string file_;
};

}  // namespace redforge::edit
