// A colour of three numbers as people write it: #FF8000, or 255 128 0.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace redforge::editor {

using ColourParts = std::array<int, 3>;  ///< red, green, blue; 0 to 255

/// "#FF8000"
[[nodiscard]] std::string colour_text(const ColourParts& parts);
/// Nothing for other texts, names of colours among them.
[[nodiscard]] std::optional<ColourParts> colour_in(std::string_view text);

}  // namespace redforge::editor
