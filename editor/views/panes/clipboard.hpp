// The clipboard: text, and records for windows of this program.
#pragma once

#include <optional>
#include <string>

namespace redforge::editor {

/// Returns false if another program has the clipboard open. `records`: XML for programs that accept records; empty if
/// the text is the XML or there is none.
bool set_clipboard(const std::string& text, const std::string& records = {});
/// Returns the XML of records if available, else the text; nullopt if there is neither.
[[nodiscard]] std::string clipboard_records();
[[nodiscard]] std::string clipboard_text();

}  // namespace redforge::editor
