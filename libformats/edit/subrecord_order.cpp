// Finds the position of a subrecord by other records of the same type.
#include "edit/subrecord_order.hpp"

#include <set>

#include "core/describe.hpp"
#include "edit/master_lists.hpp"
#include "tes/plugin.hpp"
#include "tes/record_walk.hpp"

namespace redforge::edit {

bool holds_subrecords(const RecordHandle& parent, const ChildEntry& list)
{
    return parent.type->element == tes::Record::element && list.name == "subrecords";
}

std::optional<std::size_t> subrecord_position(const RecordHandle& root, const NodePath& node, const RecordType& type,
                                              std::size_t size,
                                              const std::function<const RecordType*(std::size_t)>& type_at)
{
    const tes::Plugin* const plugin = plugin_of(root);
    if (plugin == nullptr) {
        return std::nullopt;
    }
    const std::string_view wanted =
        tes::signature_of(static_cast<const tes::Record*>(record_at(root, node).record)->type);
    // Subrecords of the type that are not side by side belong to other subrecords, as log entries do to stages: only the author of
    // the edit knows to which.
    bool is_scattered = false;
    bool is_repeated = false;
    std::optional<std::set<const RecordType*>> before;
    const auto look_at = [&](std::size_t count, const auto& type_of) {
        std::set<const RecordType*> types;
        std::size_t runs = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const bool is_same = type_of(i) == &type;
            const bool follows = is_same && i > 0 && type_of(i - 1) == &type;
            if (is_same && !before) {
                before = types;
            }
            runs += is_same && !follows ? 1U : 0U;
            is_repeated = is_repeated || follows;
            types.insert(type_of(i));
        }
        is_scattered = is_scattered || runs > 1;
    };
    constexpr std::size_t max_records = 200;  // that are looked at
    std::size_t records = 0;
    tes::find_records(
        *plugin, [&](const tes::RecordHead& head) { return head.type == wanted; },
        [&](tes::Record& record, const std::vector<Step>&) {
            const RecordHandle other = handle_of(record, CodePage::cp1252);
            const ListView list = other.list(*other.table().find_child("subrecords"));
            look_at(list.size(), [&](std::size_t i) { return list.at(i).type; });
            return !is_scattered && ++records < max_records;
        });
    look_at(size, type_at);
    if (is_scattered || !before) {
        return std::nullopt;
    }
    for (std::size_t i = size; i-- > 0;) {
        if (type_at(i) == &type) {
            return is_repeated ? std::optional(i + 1) : std::nullopt;
        }
    }
    for (std::size_t i = size; i-- > 0;) {
        if (before->contains(type_at(i))) {
            return i + 1;
        }
    }
    return 0;
}

}  // namespace redforge::edit
