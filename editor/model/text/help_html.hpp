// The pages of docs/ as HTML, for the help window.
#pragma once

#include <string>
#include <string_view>

namespace redforge::editor {

/// Returns the anchor of a heading: "Edit values" has "edit-values", as on code hosts.
[[nodiscard]] std::string help_anchor(std::string_view heading);

/// Converts Markdown of docs/ to the body of an HTML page: headings with anchors, paragraphs, lists, code, tables, bold
/// text and links. Pictures and links to other files of docs/ are omitted; the text of the links stays. A list of the
/// headings is at the beginning.
[[nodiscard]] std::string help_html(std::string_view markdown);

}  // namespace redforge::editor
