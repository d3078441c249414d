// The program's icon and version.
#pragma once

namespace redforge::editor {

[[nodiscard]] const char* program_icon_svg();
[[nodiscard]] const char* program_version();

}  // namespace redforge::editor
