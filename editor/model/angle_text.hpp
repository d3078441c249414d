// Angles as people write them: degrees, with the 2048ths of a turn that files have.
#pragma once

#include <string>
#include <string_view>

namespace redforge::editor {

/// "135° = 768/2048"; "12.3°" for what is no whole number of 2048ths.
[[nodiscard]] std::string angle_text(double turn);

/// The 2048ths that are meant by "135", "135°", "768/2048", or by what angle_text() gave, of which the changed half
/// counts; `before` is what was shown. Adjustments ("+90", "*2") stay what they are, with degrees made 2048ths.
/// `whole`: rounded. Text that is none of these comes back as it is.
[[nodiscard]] std::string turn_text(std::string_view typed, std::string_view before, bool whole);

}  // namespace redforge::editor
