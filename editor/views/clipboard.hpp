// The clipboard: text, and beside it records for windows of this program.
#pragma once

#include <optional>
#include <string>

namespace redforge::editor {

/// False: another program uses the clipboard. `records`: XML for those who take records; empty: the text is that, or none.
bool set_clipboard(const std::string& text, const std::string& records = {});
/// The XML of records where there is some, else the text; nothing where there is neither.
[[nodiscard]] std::string clipboard_records();
[[nodiscard]] std::string clipboard_text();

}  // namespace redforge::editor
