// Patches: lists of edits that find their records in another copy of the document and check what is there.
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
// <undo> has the edits that take the changes back, where old and new values do not tell them. Everything is looked up in the document as it was before the patch, and all of it is done or nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/side_files.hpp"
#include "core/xml_reader.hpp"
#include "edit/edits.hpp"
#include "edit/merge.hpp"
#include "edit/source_text.hpp"

namespace redforge::edit {

/// The element of a patch with the edits that take its changes back.
inline constexpr std::string_view undo_element = "undo";
/// The old value of a derived field that is computed.
inline constexpr std::string_view computed_word = "(computed)";
/// What stands before the first record of a list, and behind the last.
inline constexpr std::string_view start_word = "start";
inline constexpr std::string_view end_word = "end";

[[nodiscard]] bool is_computed(const FieldView& field);

/// How a source was changed, for a copy of it that may have been changed too.
struct SourcePatch {
    std::string base;  ///< four hexadecimal digits for each line that it was made from, whatever the names in it
    std::string
        labels;        ///< those that the changed lines name, and the lines that they stand before: "#01A4@37 #0200@51"
    std::string text;  ///< as `diff -u` has it; then the names that are new

    /// `plain_from` and `plain_to` are the sources without any names.
    /// `context`: unchanged lines around each change.
    [[nodiscard]] static SourcePatch between(std::string_view from, std::string_view to, std::string_view plain_from,
                                             std::string_view plain_to, std::size_t context = 3);
    /// Changes a source. `strict`: around each change the lines must be those that the patch shows.
    /// Errors: malformed.
    [[nodiscard]] Result<SourceMerge> apply(std::string_view source, std::string_view plain_source, bool strict,
                                            LineSide side = LineSide::neither) const;
};

struct PatchOptions {
    bool merge{};     ///< as edit::merge(): scripts that were changed on both sides are joined, what is gone may go
    MergeFavor prefer{};  ///< with `merge`: which side holds in a conflict
    LoadContext context{};
    SideFileReader files{};
};

struct PatchResult {
    EditLog log;                      ///< what fits
    std::vector<Conflict> conflicts;  ///< what does not; those that `prefer` has decided too
};

/// Whether a list of edits is a patch.
[[nodiscard]] bool is_patch(const XmlDocument& edits);

/// Returns the patch that takes the changes of a patch back: its <undo>, or its edits with old and new values exchanged.
/// Errors: unsupported (an edit whose old value is not in the patch).
[[nodiscard]] Result<std::string> reversed_patch(const XmlDocument& edits);

/// Makes the changes of a patch, unless there are conflicts that nothing decides. Errors: what is no patch at all.
[[nodiscard]] Result<PatchResult> apply_patch(Recorder& recorder, const XmlDocument& edits,
                                              const PatchOptions& options = {});

}  // namespace redforge::edit
