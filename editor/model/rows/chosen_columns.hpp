// Column settings of a table.
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

/// Returns the settings as text: "script_name=120;position.x=64"
[[nodiscard]] std::string columns_text(const std::vector<ChosenColumn>& columns);
/// Parses columns. Skips invalid parts.
[[nodiscard]] std::vector<ChosenColumn> chosen_columns(std::string_view text);

}  // namespace redforge::editor
