// Unused numbers and names for records that are added to a list.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "core/record/record_type.hpp"
#include "edit/operation/recorder.hpp"

namespace redforge::editor {

/// Returns the key field of a list's records if it is a single number, else null.
[[nodiscard]] const FieldEntry* number_key(const FieldTable& table);

/// Numbers that no record of a list has as its key.
class UnusedKeys {
public:
    explicit UnusedKeys(const ListView& list);
    /// Returns the next unused number above `number`, or else the smallest unused one, and marks it as used. Returns
    /// nullopt if all are used.
    std::optional<std::int64_t> take(const FieldEntry& key, std::int64_t number);
    [[nodiscard]] std::int64_t highest() const { return used_.empty() ? 0 : *used_.rbegin(); }
    /// Marks a number as used. Returns false if it already was.
    bool take_if_free(std::int64_t number) { return used_.insert(number).second; }

private:
    std::set<std::int64_t> used_;
};

/// Gives a new record an unused key: the next one above `above`, or else above its own key. Does nothing if it has no
/// number key, or all are used.
Status give_key(edit::Recorder& recorder, const edit::NodePath& node, UnusedKeys& keys,
                std::optional<std::int64_t> above = {});

/// Gives a copied record an unused name if another record of its list has the same name. A name is a field that
/// others refer to, such as script_name. Increments a final number ("GUARD01" to "GUARD02"), and shortens it to
/// fit the field. Case-insensitive. Errors: those of setting the field.
Status give_name(edit::Recorder& recorder, const edit::NodePath& node);

}  // namespace redforge::editor
