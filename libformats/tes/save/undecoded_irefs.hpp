// Irefs in bytes of a save that are not decoded. Changes of form_ids must not make them refer to other forms.
#pragma once

#include <optional>
#include <span>

#include "core/error.hpp"
#include "tes/save/save.hpp"

namespace redforge::tes {

/// Checks that the undecoded bytes of a save refer to the same forms as in the saves that the bytes come from.
///
/// An iref is an index in form_ids. It stays in undecoded bytes when entries of form_ids are removed, moved or changed.
/// Any four bytes that have the value of an index count as an iref. Bytes that no save of `origins` has in the same
/// record are accepted. The name of a plugin at the same position that only one list has counts as a new name of the
/// plugin. Errors: mismatch, with the path of the entry in the origin.
[[nodiscard]] Status check_undecoded_irefs(const Save& after, std::span<const Save* const> origins);

/// Returns true if a save has undecoded bytes that `before` does not have in the same record.
[[nodiscard]] bool has_new_undecoded_bytes(const Save& before, const Save& after);

}  // namespace redforge::tes
