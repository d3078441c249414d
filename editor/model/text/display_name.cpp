// Display names of records and values.
#include "editor/model/text/display_name.hpp"

#include <algorithm>

#include "core/text/letter_case.hpp"

namespace redforge::editor {

std::string display_name(std::string_view name, std::string_view label)
{
    if (!label.empty()) {
        return std::string(label);
    }
    std::string words(name.substr(name.rfind('.') + 1));
    std::ranges::replace(words, '_', ' ');
    if (!words.empty()) {
        words.front() = to_upper(words.front());
    }
    return words;
}

std::string group_of(const FieldEntry& field)
{
    // If the composite has no label, it equals the beginning of the field name: make it readable.
    const bool unnamed = field.composite == std::string_view(field.name).substr(0, field.composite.size());
    return unnamed ? display_name(field.composite) : std::string(field.composite);
}

bool is_of_position(const FieldEntry& field)
{
    return group_of(field) == "Position";
}

std::string full_label(const FieldEntry& field)
{
    const std::string group = group_of(field);
    return (group.empty() ? group : group + " ") + display_name(field.name, field.info.label);
}

std::string display_text(const FieldView& field)
{
    const FieldInfo& info = field.info();
    const LeafOps& ops = *field.entry->ops;
    const auto number = ops.get_integer == nullptr || info.flags ? std::nullopt : ops.get_integer(field.value);
    if (number) {
        const auto word = std::ranges::find(info.enum_names, *number, &EnumName::value);
        if (word != info.enum_names.end() && !word->label.empty()) {
            return std::string(word->label);
        }
    }
    return field.text();
}

}  // namespace redforge::editor
