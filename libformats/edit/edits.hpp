// Changes to a document: single operations, and lists of them that are made as one step.
//
// A list of edits is an XML text:
//     <edits>
//       <set path="objects[4].position.x" value="123"/>
//       <add path="actors[script_name=DOOR01].strings" at="0"><string value="hello"/></add>
//       <remove path="lights[-1]"/>
//       <move path="objects[3]" to="0"/>
//       <duplicate path="objects[4]"><set path="position.x" value="500"/></duplicate>
//     </edits>
// <set> without a value gives a derived field back to computing.
//
// <edits exact="1"> is a list that says all: a value is taken as it stands, and nothing else follows from an edit.
// `diff --xml` makes a patch, <edits patch="1">, whose edits name their records otherwise: see patch.hpp.
// `was` is what was there when an edit was made; where there is something else now, the edit is refused.
// Each may say `expect="N"`: how many things its path must lead to, `any` for whatever there is. Without it, it must be
// at least one. The path of a position, an angle or a texture takes a value for each part: value="1,2,3".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/side_files.hpp"
#include "core/xml_reader.hpp"
#include "edit/document.hpp"
#include "edit/path.hpp"
#include "edit/recorder.hpp"

namespace redforge::edit {

/// What one edit did, for `--dry-run` and messages.
struct EditLine {
    std::string verb;  ///< set, add, remove, move, duplicate
    std::string path;
    std::string before;
    std::string after;
    std::string note{};     ///< what else a person should know of it
    bool is_consequence{};  ///< nobody asked for it: the value depends on one that an edit changed
};
using EditLog = std::vector<EditLine>;

/// Ends the recording of edits. Returns their log, with a line for each value that changed because it depends on them, and a note on
/// renumbered references at the last edit.
/// Errors: those of Recorder::finish().
[[nodiscard]] Result<EditLog> finish(Recorder& recorder, EditLog log);

/// Reads the file that an edited document was written to, and checks that it is recognised and has the values that the
/// edits set. Returns the same bytes. `name`: see check_recognised(). Errors: mismatch, with the field; those of the format.
[[nodiscard]] Result<SharedBytes> encode_edited(const Document& document, const EditLog& log,
                                                const std::filesystem::path& name);

/// Sets a field or a blob; see Recorder::set() for values. Angles are taken in degrees too: 90deg.
/// `exact`: fields that follow from a blob's text stay, because the edits say each of them.
[[nodiscard]] Result<EditLine> set_value(Recorder& recorder, const Match& match, std::string_view value,
                                         bool exact = false);

/// Sets everything that a path leads to; the path must lead to fields or blobs.
[[nodiscard]] Result<EditLog> set(Recorder& recorder, std::string_view path, std::string_view value,
                                  std::optional<std::size_t> expect = {});

/// Removes the records that a path leads to.
[[nodiscard]] Result<EditLog> remove(Recorder& recorder, std::string_view path, std::optional<std::size_t> expect = {});

/// Makes all edits of a text. On an error, which carries the place of the edit in the text, some have been made: the
/// recorder takes them back.
[[nodiscard]] Result<EditLog> apply(Recorder& recorder, const XmlDocument& edits, const SideFileReader& files = {});

/// The same on a document, as one step: all or nothing.
[[nodiscard]] Result<EditLog> set(Document& document, std::string_view path, std::string_view value,
                                  std::optional<std::size_t> expect = {}, const LoadContext& context = {});
[[nodiscard]] Result<EditLog> remove(Document& document, std::string_view path, std::optional<std::size_t> expect = {});
[[nodiscard]] Result<EditLog> apply(Document& document, const XmlDocument& edits, const SideFileReader& files = {},
                                    const LoadContext& context = {});

}  // namespace redforge::edit
