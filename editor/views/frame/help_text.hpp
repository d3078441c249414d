// The text of docs/window.md.
#pragma once

namespace redforge::editor {

[[nodiscard]] const char* help_text();

}  // namespace redforge::editor
