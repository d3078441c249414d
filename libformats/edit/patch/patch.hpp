// Patches: edit lists that find their records in another copy of the document and check the old values.
//
//     <edits patch="1">
//       <set path="objects[id=8401].position.x" was="100" value="200"/>
//       <remove path="objects[id=8402]" was="#4f21aa09c3d7"/>
//       <move path="objects[id=8403]" after="[id=8401]" before="end"/>
//       <add path="objects" after="[id=8403] [id=8401]" before="end"><object id="9000"/></add>
//       <patch path="actors[script_name=DOOR].script" base="..." labels="#01A4@37">@@ -3,7 +3,7 @@ ...</patch>
//       <replace path="commands[#...]" was="#..."><command .../></replace>
//       <undo>...</undo>
//     </edits>
// <undo> contains the edits that reverse the patch, if the old and new values do not determine them. All paths refer to
// the document before the patch. A patch is applied completely or not at all.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/side_files.hpp"
#include "core/xml/xml_reader.hpp"
#include "edit/merge/merge.hpp"
#include "edit/patch/edits.hpp"
#include "edit/patch/source_text.hpp"

namespace redforge::edit {

/// The element with the edits that reverse a patch.
inline constexpr std::string_view undo_element = "undo";
/// Attributes of a patch and of its <undo> element that say how its references are numbered, see
/// FormatHooks::patch_sides.
inline constexpr std::array<std::string_view, 3> patch_attributes{"masters", "masters_before", "form_ids"};
/// The old value (`was`) of a derived field without a stored value.
inline constexpr std::string_view computed_word = "(computed)";
/// The neighbour before the first record of a list, and the one after the last record.
inline constexpr std::string_view start_word = "start";
inline constexpr std::string_view end_word = "end";

/// Returns true if a field is derived and has no stored value.
[[nodiscard]] bool is_computed(const FieldView& field);

/// The changes of a source, for a copy of the source that may have changed too.
struct SourcePatch {
    std::string
        base;  ///< a fingerprint of each line of the old source: four hexadecimal digits, independent of label names
    std::string labels;  ///< the labels in changed lines, each with the line that it precedes: "#01A4@37 #0200@51"
    std::string text;    ///< hunks as in `diff -u`, then the names that the change adds

    /// Returns the patch from one source to another. `plain_from` and `plain_to` are the same sources without names
    /// from the context. Each change has `context` unchanged lines around it.
    [[nodiscard]] static SourcePatch between(std::string_view from, std::string_view to, std::string_view plain_from,
                                             std::string_view plain_to, std::size_t context = 3);
    /// Applies the patch to a source. `strict`: the context lines of each change must match. Errors: malformed.
    [[nodiscard]] Result<SourceMerge> apply(std::string_view source, std::string_view plain_source, bool strict,
                                            LineSide side = LineSide::neither) const;
};

struct PatchOptions {
    bool merge{};         ///< merges scripts that both sides changed; removed records may be missing (edit::merge())
    MergeFavor prefer{};  ///< with `merge`: the side that wins a conflict
    LoadContext context{};
    SideFileReader files{};
};

struct PatchResult {
    EditLog log;                      ///< applied edits
    std::vector<Conflict> conflicts;  ///< conflicts, including those that `prefer` resolved
};

/// Returns true if an edit list is a patch.
[[nodiscard]] bool is_patch(const XmlDocument& edits);

/// Returns the patch that reverses a patch: its <undo>, or its edits with old and new values exchanged.
/// Errors: unsupported (an edit whose old value is not in the patch).
[[nodiscard]] Result<std::string> reversed_patch(const XmlDocument& edits);

/// A patched copy of a document.
struct PatchAttempt {
    std::shared_ptr<void> copy;
    RecordHandle changed;  ///< its root
    PatchResult result;
};
/// Returns a copy of a document that is not patched yet.
[[nodiscard]] PatchAttempt copy_for_patch(const RecordHandle& root);
/// Patches a copy of a document by `patch`. Errors: those of `patch`.
[[nodiscard]] Result<PatchAttempt> patched_copy(const RecordHandle& root,
                                                const std::function<Result<PatchResult>(const RecordHandle&)>& patch);

/// Applies a patch, unless there are unresolved conflicts. Errors: those of an invalid patch, with line and column.
[[nodiscard]] Result<PatchResult> apply_patch(Recorder& recorder, const XmlDocument& edits,
                                              const PatchOptions& options = {});

}  // namespace redforge::edit
