// Fields that differences and merges treat in their own way.
#include "edit/operation/field_roles.hpp"

#include <cstdint>
#include <optional>
#include <string>

#include "core/bytes/hex.hpp"

namespace redforge::edit {
namespace {

/// Returns the number of a field, also of one that is text in hexadecimal digits.
std::optional<std::uint64_t> whole_number(const FieldView& field)
{
    if (const std::optional<double> number = field.number()) {
        return static_cast<std::uint64_t>(*number);
    }
    std::uint64_t number{};
    return parse_hex_number(field.text(), number) ? std::optional(number) : std::nullopt;
}

}  // namespace

bool is_larger(const FieldView& a, const FieldView& b)
{
    const std::uint64_t bits = a.info().bookkeeping;
    const std::optional<std::uint64_t> left = whole_number(a);
    const std::optional<std::uint64_t> right = whole_number(b);
    return (left.value_or(0) & bits) > (right.value_or(0) & bits);
}

bool is_leftover(const RecordType& type, const FieldEntry& field)
{
    return type.describe == nullptr && field.info.kind == Role::reserved;
}

bool clear_leftovers(const RecordHandle& record)
{
    bool has_any = false;
    for (const FieldEntry& field : record.table().fields) {
        void* const value = is_leftover(*record.type, field) ? record.field(field).value : nullptr;
        if (value != nullptr && !field.is_default(value)) {
            field.ops->assign(value, field.default_value);
            has_any = true;
        }
    }
    for (const ChildEntry& child : record.table().children) {
        if (child.kind == ChildEntry::Kind::group) {
            has_any = clear_leftovers(record.group(child)) || has_any;
        } else if (child.kind == ChildEntry::Kind::list) {
            const ListView list = record.list(child);
            for (std::size_t i = 0; i < list.size(); ++i) {
                has_any = clear_leftovers(list.at(i)) || has_any;
            }
        }
    }
    return has_any;
}

}  // namespace redforge::edit
