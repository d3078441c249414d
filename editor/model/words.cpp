// What things are called before a person.
#include "editor/model/words.hpp"

#include <algorithm>
#include <cctype>

#include "core/letter_case.hpp"

namespace redforge::editor {

std::string words_of(std::string_view name, std::string_view label)
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

std::string group_of(const FieldView& field)
{
    // Without a label of its own the composite goes by its name.
    const bool unnamed = field.part_of == std::string_view(field.name).substr(0, field.part_of.size());
    return unnamed ? words_of(field.part_of) : std::string(field.part_of);
}

std::string full_label(const FieldView& field)
{
    const std::string group = group_of(field);
    return (group.empty() ? group : group + " ") + words_of(field.name, field.info.label);
}

}  // namespace redforge::editor
