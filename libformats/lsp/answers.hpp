// Answers about an open text that only show it: symbols, highlights, tokens, lenses, inlay names, calls.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "lsp/language.hpp"

namespace redforge::lsp {

/// An open text, for answers. The members must outlive the answer.
struct TextView {
    const OpenText& open;
    const Lines& lines;
    const std::string& uri;
};

/// Returns the symbols as a tree.
[[nodiscard]] nlohmann::json document_symbols(const TextView& text);
/// Returns the symbols whose name contains the letters of `query` in order, ignoring case. Without a query, returns the
/// outermost symbols.
[[nodiscard]] nlohmann::json matching_symbols(const TextView& text, std::string_view query);
/// Returns the uses of the name at an offset.
[[nodiscard]] nlohmann::json highlights(const TextView& text, std::size_t at);
/// Returns the names of the token types.
[[nodiscard]] nlohmann::json token_legend();
/// Returns the tokens, encoded as differences.
[[nodiscard]] nlohmann::json semantic_tokens(const TextView& text);
/// Returns a lens with the number of uses for each symbol that can have some. `command`: command of the editor that
/// shows locations; empty if there is none.
[[nodiscard]] nlohmann::json code_lenses(const TextView& text, std::string_view command);
/// Returns the inlay hints in a range.
[[nodiscard]] nlohmann::json inlay_hints(const TextView& text, const Range& range);

/// Returns the routine that an offset names, or that the call at the offset calls.
[[nodiscard]] nlohmann::json call_items(const TextView& text, std::size_t at);
/// Return the calls to and from the routine that begins at an offset (the position of its name).
[[nodiscard]] nlohmann::json incoming_calls(const TextView& text, std::size_t name);
[[nodiscard]] nlohmann::json outgoing_calls(const TextView& text, std::size_t name);

}  // namespace redforge::lsp
