// Columns of a table that the user chose, and their form in the settings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace redforge::editor {

struct ChosenColumn {
    std::string name;
    int width{};  ///< pixels; 0: fit the content

    friend bool operator==(const ChosenColumn&, const ChosenColumn&) = default;
};

/// Returns the columns as text: "script_name=120;position.x=64"
[[nodiscard]] std::string format_columns(const std::vector<ChosenColumn>& columns);
/// Parses the text form. Skips invalid parts.
[[nodiscard]] std::vector<ChosenColumn> parse_columns(std::string_view text);

}  // namespace redforge::editor
