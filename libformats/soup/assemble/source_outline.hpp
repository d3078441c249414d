// Labels and the block of names of a source, for comparisons and merges.
#pragma once

#include <optional>
#include <string_view>

#include "core/files/side_files.hpp"

namespace redforge::soup {

/// Returns the labels of a source, and the size of its text before the block of names. Returns nullopt for a text
/// without an actor: it is in another language.
[[nodiscard]] std::optional<SourceOutline> source_outline(std::string_view text);

}  // namespace redforge::soup
