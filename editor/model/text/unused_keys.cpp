// Free numbers and names for new records.
#include "editor/model/text/unused_keys.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"

namespace redforge::editor {

const FieldEntry* number_key(const FieldTable& table)
{
    const auto is_number = [](const FieldEntry& field) {
        return field.info.key && field.ops->type.kind == ValueKind::integer && !field.ops->type.derived;
    };
    const auto key = std::ranges::find_if(table.fields, is_number);
    // Several numbers form a combined key, such as the type and block of a plugin's group.
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

namespace {

/// Returns the upper-case values of a field in the other records of a list.
std::set<std::string> other_names(const ListView& list, std::size_t index, std::string_view field)
{
    std::set<std::string> names;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (const FieldView name = i == index ? FieldView{} : list.at(i).find_field(field)) {
            names.insert(upper(name.text()));
        }
    }
    return names;
}

/// A name and the number at its end: "GUARD01" is {"GUARD", 1, 2 digits}. Without a number: 1 and no digits.
struct NumberedName {
    std::string_view base;
    unsigned number{1};
    int digits{};
};

NumberedName split_number(std::string_view name)
{
    constexpr std::size_t max_digits = 6;
    std::size_t digits = 0;
    while (digits < std::min(name.size(), max_digits) && name[name.size() - digits - 1] >= '0' &&
           name[name.size() - digits - 1] <= '9') {
        ++digits;
    }
    NumberedName result{.base = name.substr(0, name.size() - digits), .digits = static_cast<int>(digits)};
    std::from_chars(name.data() + result.base.size(), name.data() + name.size(), result.number);
    return result;
}

}  // namespace

Status give_name(edit::Recorder& recorder, const edit::NodePath& node)
{
    const RecordHandle record = edit::record_at(recorder.root(), node);
    const auto is_name = [](const FieldEntry& field) {
        return field.info.names != Target::none && field.ops->type.kind == ValueKind::text;
    };
    const std::vector<FieldEntry>& fields = record.table().fields;
    const auto field = std::ranges::find_if(fields, is_name);
    if (field == fields.end() || node.empty()) {
        return {};
    }
    edit::NodePath parent = node;
    parent.pop_back();
    const RecordHandle owner = edit::record_at(recorder.root(), parent);
    const ListView list = owner.list(owner.table().children.at(node.back().child));
    const std::set<std::string> taken = other_names(list, node.back().index, field->name);
    const std::string name = record.field(*field).text();
    if (name.empty() || !taken.contains(upper(name))) {
        return {};
    }
    NumberedName next = split_number(name);
    for (++next.number;; ++next.number) {
        const std::string number = fmt::format("{:0{}}", next.number, next.digits);
        std::string candidate = std::string(next.base) + number;
        if (taken.contains(upper(candidate))) {
            continue;
        }
        Status set = recorder.set(node, *field, candidate);
        while (!set && !next.base.empty()) {
            next.base.remove_suffix(1);  // too long for the field
            candidate = std::string(next.base) + number;
            if (taken.contains(upper(candidate))) {
                break;
            }
            set = recorder.set(node, *field, candidate);
        }
        if (set || next.base.empty()) {
            return set;
        }
    }
}

}  // namespace redforge::editor
