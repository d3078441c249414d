// Keeps the user's comments in a document's text when the text is written again. A "note" is a comment, a processing
// instruction, or the schema of the root element.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace redforge::edit {

/// Returns the notes of an XML text, in order: comments, processing instructions except the XML declaration, the schema
/// attribute of the root element, and // comments in CDATA sections.
[[nodiscard]] std::vector<std::string> notes_in_xml(std::string_view text);

/// Returns an XML text without the comments that Redforge writes after FormIDs and string numbers
/// (LoadContext::name_form, name_string): " <!-- Base.esm:00000910 (Fire) -->", " <!-- 0x000007FF "Iron Sword" -->".
/// These comments are generated, and outdated as soon as the value changes.
[[nodiscard]] std::string without_form_notes(std::string_view text);

/// Returns the notes that are not in `others`. Each note of `others` removes one equal note.
[[nodiscard]] std::vector<std::string> notes_outside(std::vector<std::string> notes,
                                                     const std::vector<std::string>& others);

/// Returns the comment lines of a side file, which begin with `;`.
[[nodiscard]] std::vector<std::string> notes_in_side_file(std::string_view text);

/// Returns an XML text whose root element names a schema file. Keeps an existing schema. Does nothing if `file` is
/// empty.
[[nodiscard]] std::string with_schema(std::string text, std::string_view file);

/// Comment syntax: `<!-- -->`, `;` to the end of the line, `//` to the end of the line.
enum class NoteForm : unsigned char { xml, side_file, source };

/// Applies the changes from `before` to `after`, line by line, to `own`: the user's text, which has the content of
/// `before` and comments. Each comment stays next to its neighbouring line. Returns nullopt if a changed line has no
/// counterpart in `own`, or the texts differ too much. The caller must check that the result has the content of
/// `after`.
[[nodiscard]] std::optional<std::string> rebase_changes(std::string_view own, std::string_view before,
                                                        std::string_view after, NoteForm form);

}  // namespace redforge::edit
