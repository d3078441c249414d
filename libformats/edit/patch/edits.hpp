// Edits of a document: single ones, and edit lists that are applied as one step.
//
// An edit list is an XML text:
//     <edits>
//       <set path="objects[4].position.x" value="123"/>
//       <add path="actors[script_name=DOOR01].strings" at="0"><string value="hello"/></add>
//       <remove path="lights[-1]"/>
//       <move path="objects[3]" to="0"/>
//       <duplicate path="objects[4]"><set path="position.x" value="500"/></duplicate>
//     </edits>
// <set> without a value removes the stored value of a derived field, so that it is computed.
//
// <edits exact="1"> is a complete list: values are set literally, and dependent values are not updated.
// `diff --xml` writes a patch, <edits patch="1">, whose edits identify their records by content: see patch.hpp.
// `was` is the expected old value; the edit is rejected if the document has another one.
// `expect="N"` is the expected number of matches of the path, or `any`. Without it, at least one is required.
// A position, an angle or a texture takes one value for each part: value="1,2,3".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/files/side_files.hpp"
#include "core/xml/xml_reader.hpp"
#include "edit/document/document.hpp"
#include "edit/operation/recorder.hpp"
#include "edit/path/path.hpp"

namespace redforge::edit {

/// The effect of one edit, for `--dry-run` and messages.
struct EditLine {
    std::string verb;  ///< set, add, remove, move, duplicate
    std::string path;
    std::string before;
    std::string after;
    std::string note{};     ///< a note for the user; may be empty
    bool is_consequence{};  ///< the value changed because it depends on an edited one
};
using EditLog = std::vector<EditLine>;

/// Ends the recording of edits. Returns their log. Adds a line for each value that changed because it depends on them,
/// and adds a note on renumbered references to the last edit. Errors: those of Recorder::finish().
[[nodiscard]] Result<EditLog> finish(Recorder& recorder, EditLog log);

/// Clears derived values that edits set to the values that are computed anyway, and removes the lines of those that
/// were computed before from the log. Without such values, and if the document cannot be encoded, does nothing.
void clear_redundant_values(Document& document, EditLog& log);

/// Does the same for recorded changes, in the same transaction; reverts all of them if they set nothing else. Does
/// nothing if the document cannot be encoded, or records moved. Errors: mismatch, with the field (the file would not
/// have a derived value that was set).
[[nodiscard]] Status settle_derived_values(Recorder& recorder, const Document& document);

/// Encodes an edited document, reads the bytes back, and checks that they are recognised and have the values that the
/// edits set. Returns the bytes. `name`: see check_recognised(). Errors: mismatch, with the field; those of the format.
[[nodiscard]] Result<SharedBytes> encode_edited(const Document& document, const EditLog& log,
                                                const std::filesystem::path& name);

/// Sets a field or a blob; see Recorder::set() for values. Accepts angles in degrees: 90deg. `exact`: leave fields
/// alone that the text of a blob determines, because the edit list has an edit for each of them. Errors: out_of_range,
/// and those of the blob's codec.
[[nodiscard]] Result<EditLine> set_value(Recorder& recorder, const Match& match, std::string_view value,
                                         bool exact = false);

/// Returns the number of the record that a value of the field names. Returns the value itself if it is a number, or the
/// field is not a reference by number. Errors: those of ReferenceNames::number().
[[nodiscard]] Result<std::string> number_of_name(Recorder& recorder, const FieldEntry& field, std::string_view value);

/// Sets all fields or blobs that a path matches. `expect`: required number of matches; nullopt for at least one.
/// Errors: those of resolve_expected() and set_value(); usage (a match is a record or a list).
[[nodiscard]] Result<EditLog> set(Recorder& recorder, std::string_view path, std::string_view value,
                                  std::optional<std::size_t> expect = {});

/// Removes the records that a path matches. Errors: those of resolve_expected() and require_record().
[[nodiscard]] Result<EditLog> remove(Recorder& recorder, std::string_view path, std::optional<std::size_t> expect = {});

/// Applies all edits of a list. The error has the line and column of the edit; earlier edits are in the recorder, which
/// reverts them unless it is finished. `files` reads files that the edits name.
[[nodiscard]] Result<EditLog> apply(Recorder& recorder, const XmlDocument& edits, const SideFileReader& files = {});

// Same as above for a document, as one step: if an edit fails, the document stays as it was.
[[nodiscard]] Result<EditLog> set(Document& document, std::string_view path, std::string_view value,
                                  std::optional<std::size_t> expect = {}, const LoadContext& context = {});
[[nodiscard]] Result<EditLog> remove(Document& document, std::string_view path, std::optional<std::size_t> expect = {});
[[nodiscard]] Result<EditLog> apply(Document& document, const XmlDocument& edits, const SideFileReader& files = {},
                                    const LoadContext& context = {});

}  // namespace redforge::edit
