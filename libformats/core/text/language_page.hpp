// Code pages of languages, as the names of STRINGS files have them.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/text/code_page.hpp"

namespace redforge {

/// Returns the code page of a language ("english", "Czech"). Returns nullopt for unknown languages. `texts`: those of
/// guess_page(); if all are valid UTF-8, the page is UTF-8.
[[nodiscard]] std::optional<CodePage> page_of_language(std::string_view language,
                                                       std::span<const std::string_view> texts);

/// Returns true if guess_page() returns 1250 or 1252, but the letters belong as much to languages of the other page: a
/// few words, or only letters that both pages have. Returns false without texts.
[[nodiscard]] bool fits_both_latin_pages(std::span<const std::string_view> texts);

}  // namespace redforge
