// A part of a save by itself: its actors, to be put over another copy of it.
#pragma once

#include <string>
#include <vector>

#include "core/error.hpp"
#include "tes/part.hpp"
#include "tes/save.hpp"

namespace redforge::tes {

/// Leaves the header without its picture, the load order, the FormIDs and the actors of some kinds: NPC_, CREA.
/// Errors: usage (a kind of records that are not looked into).
[[nodiscard]] Status keep_only(Save& save, const std::vector<std::string>& kinds);

/// Puts the actors of `part` in the place of those with their type and FormID; others come behind all change records.
/// Forms are the same plugin's in both load orders. Errors: unknown_name (a form of a plugin that `save` has not).
[[nodiscard]] Result<Overlaid> overlay(Save& save, Save&& part);

}  // namespace redforge::tes
