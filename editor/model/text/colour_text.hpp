// Text form of a colour of three numbers: #FF8000, or 255 128 0.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace redforge::editor {

using ColourParts = std::array<int, 3>;  ///< red, green, blue; 0 to 255

/// Formats a colour: "#FF8000"
[[nodiscard]] std::string colour_text(const ColourParts& parts);
/// Parses a colour. Returns nullopt for other texts, including colour names.
[[nodiscard]] std::optional<ColourParts> parse_colour(std::string_view text);

}  // namespace redforge::editor
