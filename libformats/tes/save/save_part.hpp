// A partial save: its actors, to overlay on another copy of the save.
#pragma once

#include <string>
#include <vector>

#include "core/error.hpp"
#include "tes/plugin/part.hpp"
#include "tes/save/save.hpp"

namespace redforge::tes {

/// Removes everything except the header without its screenshot, the load order, the FormIDs and the actors of some
/// kinds: NPC_, CREA. Errors: usage (an unknown kind).
[[nodiscard]] Status keep_only(Save& save, const std::vector<std::string>& kinds);

/// Replaces the actors of `save` that have the type and FormID of an actor of `part`, and appends the others. FormIDs
/// are converted between the load orders. Errors: unknown_name (a form of a plugin that `save` does not have), mismatch
/// (check_undecoded_irefs()).
[[nodiscard]] Result<Overlaid> overlay(Save& save, Save&& part);

}  // namespace redforge::tes
