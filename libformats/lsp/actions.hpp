// Problems as diagnostics, and their fixes as actions.
#pragma once

#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "lsp/answers.hpp"
#include "lsp/language.hpp"

namespace redforge::lsp {

inline constexpr std::string_view source_name = "redforge";
/// Kinds of actions. Source: "CodeActionKind" of the protocol.
inline constexpr std::string_view quick_fix_kind = "quickfix";
inline constexpr std::string_view fix_all_kind = "source.fixAll";

/// Returns a problem as a "Diagnostic" of the protocol.
[[nodiscard]] nlohmann::json diagnostic_json(const Lines& lines, const Problem& problem);
/// Returns edits as a list of "TextEdit" of the protocol.
[[nodiscard]] nlohmann::json edits_json(const Lines& lines, const std::vector<TextEdit>& edits);
/// Returns the fixes of the problems that a range touches, as far as the editor requests their kinds. `content`: the
/// text. `parameters`: those of textDocument/codeAction. Throws nlohmann::json::exception for other parameters.
[[nodiscard]] nlohmann::json code_actions(const TextView& text, std::string_view content,
                                          const std::vector<Problem>& problems, const nlohmann::json& parameters);

}  // namespace redforge::lsp
