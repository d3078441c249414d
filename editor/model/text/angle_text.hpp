// Text of angles: degrees, with the stored 2048ths of a turn.
#pragma once

#include <string>
#include <string_view>

namespace redforge::editor {

/// Returns "135° = 768/2048", or "12.3°" if it is not an integer number of 2048ths.
[[nodiscard]] std::string angle_text(double turn);

/// Converts "135", "135°", "768/2048" or an edited result of angle_text() to 2048ths of a turn; in the last form, the
/// part counts that differs from `before`, the text before editing. Adjustments ("+90", "*2") stay adjustments, with
/// degrees converted to 2048ths. If `whole` is true, the result is rounded. Other text is returned unchanged.
[[nodiscard]] std::string turn_text(std::string_view typed, std::string_view before, bool whole);

}  // namespace redforge::editor
