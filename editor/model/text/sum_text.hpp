// Arithmetic expressions that are typed into numeric fields: "1024/3", "(26000 + 440) / 2".
#pragma once

#include <optional>
#include <string_view>

namespace redforge::editor {

/// Returns the value of an expression of numbers with + - * / and parentheses. Returns nullopt for other texts, for a
/// single number, and for a division by zero.
[[nodiscard]] std::optional<double> sum_of(std::string_view text);

}  // namespace redforge::editor
