// Index of list records by field values.
#include "edit/path/selector_index.hpp"

#include <algorithm>

#include "core/text/letter_case.hpp"
#include "edit/path/notation.hpp"

namespace redforge::edit {
namespace {

/// Lists below this size are read directly, which is as fast as an index.
constexpr std::size_t short_list = 16;

bool can_be_indexed(const Condition& condition)
{
    // Only literal values: no pattern, and no notation such as 90deg or true.
    const std::string& text = condition.value.text;
    const bool is_name = !text.empty() && to_upper(text.front()) >= 'A' && to_upper(text.front()) <= 'Z' &&
                         text.find_first_of("*?") == std::string::npos && text != "true" && text != "false";
    return condition.comparison == "=" && (condition.value.number || is_name);
}

}  // namespace

std::optional<std::vector<std::size_t>> SelectorIndex::find(const NodePath& place, const ListView& list,
                                                            std::span<const Condition> conditions)
{
    if (list.size() < short_list || conditions.empty() || !std::ranges::all_of(conditions, can_be_indexed)) {
        return std::nullopt;
    }
    std::optional<Indices> found;
    for (const Condition& condition : conditions) {
        const Values& values = values_of(place, list, condition.field);
        if (!values.usable) {
            return std::nullopt;
        }
        // As in ConditionValue::is_value_of(): compare a number with numbers, and a text with texts.
        const Indices* met = nullptr;
        if (condition.value.number && !values.is_text) {
            const auto at = values.numbers.find(*condition.value.number);
            met = at == values.numbers.end() ? nullptr : &at->second;
        } else {
            const auto at = values.texts.find(upper(condition.value.text));
            met = at == values.texts.end() ? nullptr : &at->second;
        }
        if (met == nullptr) {
            found = Indices{};
        } else if (!found) {
            found = *met;
        } else {
            Indices both;
            std::ranges::set_intersection(*found, *met, std::back_inserter(both));
            found = std::move(both);
        }
    }
    return found;
}

Result<std::vector<std::size_t>> SelectorIndex::find_fingerprint(const NodePath& place, const ListView& list,
                                                                 std::string_view selector)
{
    return prints_.try_emplace(place, list).first->second.find(selector, by_similarity);
}

void SelectorIndex::Values::add(std::size_t record, Value value)
{
    const auto put = [&](Indices& indices) { indices.insert(std::ranges::upper_bound(indices, record), record); };
    if (value.number) {
        put(numbers[*value.number]);
    }
    if (value.text) {
        put(texts[*value.text]);
    }
    by_record[record] = std::move(value);
}

void SelectorIndex::Values::remove(std::size_t record)
{
    const auto take = [&](Indices& indices) { indices.erase(std::ranges::lower_bound(indices, record)); };
    const Value& value = by_record[record];
    if (value.number) {
        take(numbers[*value.number]);
    }
    if (value.text) {
        take(texts[*value.text]);
    }
}

SelectorIndex::Value SelectorIndex::value_of(const FieldView& field)
{
    const LeafOps& ops = *field.entry->ops;
    const auto integer = ops.get_integer == nullptr ? std::nullopt : ops.get_integer(field.value);
    if (integer && field.info().enum_names.empty()) {
        return {static_cast<double>(*integer), std::nullopt};
    }
    const std::string text = field.text();
    if (field.type().kind == ValueKind::text) {
        return {std::nullopt, upper(text)};
    }
    return {integer ? std::optional(static_cast<double>(*integer)) : as_number(text), upper(text)};
}

const SelectorIndex::Values& SelectorIndex::values_of(const NodePath& place, const ListView& list,
                                                      const std::string& name)
{
    const auto [at, is_new] = fields_.try_emplace(Key(place, name));
    Values& values = at->second;
    if (!is_new) {
        return values;
    }
    values.by_record.resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const FieldView field = list.at(i).find_field(name);
        if (!field) {
            return values;
        }
        values.is_text = field.type().kind == ValueKind::text;
        values.add(i, value_of(field));
    }
    values.usable = true;
    return values;
}

void SelectorIndex::field_changed(const NodePath& node, const RecordHandle& record, const FieldEntry& field)
{
    prints_.clear();
    if (node.empty() || fields_.empty()) {
        return;
    }
    if (record.type->variant != nullptr) {
        return records_changed();  // the record may have other fields now
    }
    NodePath place = node;
    place.back().index = 0;
    update(place, record, node.back().index, field.name);
    update(place, record, node.back().index, field.info.invalidates);
}

void SelectorIndex::update(const NodePath& place, const RecordHandle& record, std::size_t index, std::string_view name)
{
    const auto found = fields_.find(Key(place, std::string(name)));
    if (found != fields_.end() && found->second.usable) {
        found->second.remove(index);
        found->second.add(index, value_of(record.find_field(name)));
    }
}

}  // namespace redforge::edit
