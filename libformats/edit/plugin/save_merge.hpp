// Merges and patches of saves: both sides must number forms alike.
#pragma once

#include <functional>
#include <optional>

#include "edit/hooks.hpp"

namespace redforge::edit {

/// Returns an error if FormIDs or irefs of a merged save could refer to other forms than in the side that they come
/// from: the load orders differ (plugins that one side has at the end are allowed), or see
/// tes::check_undecoded_irefs().
[[nodiscard]] std::optional<Error> check_merged_save(const Document& ours, const Document& theirs,
                                                     const Document& merged, const LoadContext& context);

/// Returns the attributes of a patch: `masters` and `masters_before` are the load orders, as in patches of plugins.
/// `form_ids` is a fingerprint of the FormIDs of `from`, if the patch contains undecoded bytes.
[[nodiscard]] std::optional<PatchSides> patch_sides_of_save(const RecordHandle& from, const RecordHandle& to);

/// Patches a copy of a save. Errors: mismatch (the load order or the FormIDs are not those of the patch, or undecoded
/// bytes would refer to other forms), and those of `patch`.
[[nodiscard]] Result<PatchAttempt> patch_save(const RecordHandle& root, const XmlDocument& edits,
                                              const LoadContext& context,
                                              const std::function<Result<PatchResult>(const RecordHandle&)>& patch);

}  // namespace redforge::edit
