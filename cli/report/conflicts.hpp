// Formats conflicts of a merge or a patch for the verbs.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "edit/merge/merge.hpp"

namespace redforge::cli {

/// Returns "ISLAND.RGM: lights[0] 2195179707: radius: base 600, ours 2, theirs 1". Scripts need several lines.
[[nodiscard]] std::string conflict_text(const std::string& file, const edit::Conflict& conflict);

[[nodiscard]] nlohmann::json conflict_json(const edit::Conflict& conflict);

}  // namespace redforge::cli
