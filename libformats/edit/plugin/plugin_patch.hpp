// Patches of plugins: numbers of masters, and FormIDs of new records.
#pragma once

#include <functional>

#include "edit/patch/patch.hpp"

namespace redforge::edit {

/// Patches a copy of a plugin by `patch`, which patches a record. The copy has the numbers of the patch meanwhile. If
/// new records have FormIDs that the plugin gives to other records, the new ones get free FormIDs, with a note. Errors:
/// those of `patch`, PatchNumbers and assign_own_numbers().
[[nodiscard]] Result<PatchAttempt> patch_plugin(const RecordHandle& root, const XmlDocument& edits,
                                                const LoadContext& context,
                                                const std::function<Result<PatchResult>(const RecordHandle&)>& patch);

}  // namespace redforge::edit
