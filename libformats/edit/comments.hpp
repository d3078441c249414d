// Comments that a person wrote into a document's text, carried over to the new text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace redforge::edit {

/// Comments and processing instructions of an XML text in their order, and the name of a schema that the root element
/// gives; the XML declaration is none. Of sources in CDATA sections what stands behind //.
[[nodiscard]] std::vector<std::string> notes_in_xml(std::string_view text);

/// An XML text without what we write behind forms and numbers of strings (LoadContext::name_form, name_string):
/// " <!-- Base.esm:00000910 (Fire) -->", " <!-- 0x000007FF "Iron Sword" -->".
/// They are no person's, and stale once the form is another.
[[nodiscard]] std::string without_form_notes(std::string_view text);

/// Those that are not among others, each of which takes one away: a person's, besides the ones that we write.
[[nodiscard]] std::vector<std::string> notes_besides(std::vector<std::string> notes,
                                                     const std::vector<std::string>& others);

/// The comment lines of a side file, which begin with `;`.
[[nodiscard]] std::vector<std::string> notes_in_side_file(std::string_view text);

/// An XML text whose root element names a schema's file, unless it names one already.
[[nodiscard]] std::string with_schema(std::string text, std::string_view file);

/// How comments look: `<!-- -->`, `;` to the end of the line, `//` to the end of the line.
enum class NoteForm : unsigned char { xml, side_file, source };

/// Makes the changes from `before` to `after`, line by line, in `own`: a text that says the same as `before` and has
/// comments besides, each of which stays next to what it stood next to. Nothing when a changed line has no counterpart
/// in `own`, or the two texts have too little in common. The caller checks what the result says.
[[nodiscard]] std::optional<std::string> carry_changes(std::string_view own, std::string_view before,
                                                       std::string_view after, NoteForm form);

}  // namespace redforge::edit
