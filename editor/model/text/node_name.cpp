// Name and description of a node in an outline row.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/text/counts.hpp"
#include "editor/model/text/display_name.hpp"
#include "editor/model/text/form_name.hpp"
#include "editor/model/text/node_ref.hpp"
#include "tes/plugin/record.hpp"

namespace redforge::editor {
namespace {

constexpr std::size_t max_content = 46;  // characters; a row is one line

bool has_informative_value(const FieldEntry& field)
{
    return field.info.kind == Role::plain && !field.ops->type.derived;
}

/// Returns the field that names a record: the first non-empty text, else the first number.
const FieldEntry* naming_field(const RecordHandle& record)
{
    const FieldEntry* first = nullptr;
    for (const FieldEntry& field : record.table().fields) {
        if (!has_informative_value(field)) {
            continue;
        }
        if (field.ops->type.kind == ValueKind::text && !record.field(field).text().empty()) {
            return &field;
        }
        first = first == nullptr ? &field : first;
    }
    return first;
}

/// Returns the first few informative values, without the ones in the record's name. `brief`: also without values
/// that equal the default.
std::string values_of(const RecordHandle& record, const FieldEntry* name, bool brief)
{
    const auto is_part_of_name = [](const FieldEntry& field) {
        return field.info.key || field.name == "editor_id" || (field.name == "type" && field.info.always);
    };
    // The key is the least informative part, so put it last. Keep the numbers of a composite together.
    std::vector<std::string> parts;
    std::vector<std::string> keys;
    const FieldEntry* before = nullptr;
    for (const FieldEntry& field : record.table().fields) {
        const ValueKind kind = field.ops->type.kind;
        if (brief && (is_part_of_name(field) || field.is_default(record.field(field).value))) {
            continue;
        }
        if (&field == name || !has_informative_value(field) || kind == ValueKind::numbers || kind == ValueKind::bytes) {
            continue;
        }
        const std::string text = display_text(record.field(field));
        const std::string group = group_of(field);
        const bool goes_on = before != nullptr && !group.empty() && group_of(*before) == group && !parts.empty();
        before = &field;
        if (goes_on) {
            parts.back() += " " + text;
        } else if (!text.empty() && (text != "0" || !group.empty())) {
            std::vector<std::string>& to = field.info.key ? keys : parts;
            // Show a position without a label: the user recognises three numbers, and the pane is narrow.
            to.push_back(is_of_position(field) ? text : (group.empty() ? full_label(field) : group) + " " + text);
        }
    }
    parts.insert(parts.end(), keys.begin(), keys.end());
    std::string content;
    for (const std::string& part : parts) {
        const std::size_t size = content.size() + (content.empty() ? 0 : 2) + part.size();
        if (size > max_content) {
            break;
        }
        content += (content.empty() ? "" : ", ") + part;
    }
    return content;
}

/// Returns "5 groups" if all records of a list are groups of a plugin, else "5 records".
std::string count_of(const ListView& list)
{
    const bool mixed = list.child->items.size() > 1;  // only lists with several types can contain groups
    std::size_t groups = 0;
    while (mixed && groups < list.size() && list.item(groups).name == tes::Group::element) {
        ++groups;
    }
    return counted(list.size(), groups > 0 && groups == list.size() ? "group" : "record");
}

}  // namespace

std::string own_name(const RecordHandle& record)
{
    const FieldEntry* field = naming_field(record);
    return field != nullptr && field->ops->type.kind == ValueKind::text ? record.field(*field).text() : std::string{};
}

std::string name_of(const NodeInfo& info)
{
    if (info.kind == NodeInfo::Kind::document) {
        return "Document";
    }
    if (!info.is_one_of_many()) {
        return info.title;
    }
    if (is_form(info.record)) {
        return form_name(info.parent, info.index);
    }
    const FieldEntry* field = naming_field(info.record);
    const std::string text = field == nullptr ? std::string{} : display_text(info.record.field(*field));
    if (!text.empty() && field->ops->type.kind == ValueKind::text) {
        return fmt::format("{} [{}]", text, info.index);
    }
    const std::string element = display_name(info.parent.item(info.index).name);
    return field != nullptr && field->info.key ? fmt::format("{} {} [{}]", element, text, info.index)
                                               : fmt::format("{} [{}]", element, info.index);
}

std::string content_of(const NodeInfo& info)
{
    if (info.members && (!info.is_record() || info.record.table().fields.empty())) {
        return info.members.single() ? "none" : count_of(info.members);
    }
    if (!info.is_record()) {
        return {};
    }
    const FieldEntry* const name = naming_field(info.record);
    const bool has_text_name = name != nullptr && (name->info.key || name->ops->type.kind == ValueKind::text);
    const bool brief = is_form(info.record) || info.members;
    const std::string values = values_of(info.record, info.parent.single() || !has_text_name ? nullptr : name, brief);
    if (!info.members) {
        return values;
    }
    const std::string count = count_of(info.members);  // a group of a plugin has values and members
    return values.empty() ? count : fmt::format("{}, {}", count, values);
}

}  // namespace redforge::editor
