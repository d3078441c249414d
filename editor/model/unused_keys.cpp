// Keys of new records.
#include "editor/model/unused_keys.hpp"

#include <algorithm>

namespace redforge::editor {

const FieldEntry* number_key(const FieldTable& table)
{
    const auto is_number = [](const FieldEntry& field) {
        return field.info.key && field.ops->type.kind == ValueKind::integer && !field.ops->type.derived;
    };
    const auto key = std::ranges::find_if(table.fields, is_number);
    // Several numbers say together what a record is, as the type and block of a group of a plugin.
    const bool is_only = key != table.fields.end() && std::none_of(key + 1, table.fields.end(), is_number);
    return is_only ? &*key : nullptr;
}

UnusedKeys::UnusedKeys(const ListView& list)
{
    for (std::size_t i = 0; i < list.size(); ++i) {
        const RecordHandle record = list.at(i);
        if (const FieldEntry* key = number_key(record.table())) {
            used_.insert(*key->ops->get_integer(record.field(*key).value));
        }
    }
}

std::optional<std::int64_t> UnusedKeys::take(const FieldEntry& key, std::int64_t number)
{
    for (const std::int64_t first : {number, key.min - 1}) {
        std::int64_t next = first + 1;
        while (next <= key.max && used_.contains(next)) {
            ++next;
        }
        if (next <= key.max) {
            used_.insert(next);
            return next;
        }
    }
    return std::nullopt;
}

Status give_key(edit::Recorder& recorder, const edit::NodePath& node, UnusedKeys& keys,
                std::optional<std::int64_t> above)
{
    const RecordHandle record = edit::record_at(recorder.root(), node);
    const FieldEntry* const key = number_key(record.table());
    if (key != nullptr && !above) {
        above = key->ops->get_integer(record.field(*key).value);
    }
    const auto number = key == nullptr ? std::nullopt : keys.take(*key, *above);
    return number ? recorder.set_integer(node, *key, *number) : Status{};
}

}  // namespace redforge::editor
