// The pages of docs/ as HTML, for the help window.
#pragma once

#include <string>
#include <string_view>

namespace redforge::editor {

/// Returns the anchor of a heading, by the rule of code hosts: "edit-values" for "Edit values".
[[nodiscard]] std::string help_anchor(std::string_view heading);

/// Converts Markdown of docs/ to the body of an HTML page: headings with anchors, paragraphs, lists, code, tables, bold
/// text and links. Omits pictures. Links to other files become plain text. The page begins with a list of its headings
/// of level 2.
[[nodiscard]] std::string help_html(std::string_view markdown);

}  // namespace redforge::editor
