// Keys that the user changed, and conflicts between keys.
#include "editor/model/text/key_map.hpp"

#include <algorithm>
#include <array>

#include "core/text/letter_case.hpp"

namespace redforge::editor {

std::string normal_key(std::string_view key)
{
    static constexpr std::array<std::string_view, 3> modifiers{"Ctrl", "Alt", "Shift"};
    std::array<bool, modifiers.size()> held{};
    for (std::size_t i = 0; i < modifiers.size();) {
        const std::string_view modifier = modifiers.at(i);
        const bool there = key.size() > modifier.size() + 1 && key[modifier.size()] == '+' &&
                           equals_ignore_case(key.substr(0, modifier.size()), modifier);
        if (there) {
            held.at(i) = true;
            key.remove_prefix(modifier.size() + 1);
        }
        i = there ? 0 : i + 1;
    }
    std::string normal;
    for (std::size_t i = 0; i < modifiers.size(); ++i) {
        normal += held.at(i) ? std::string(modifiers.at(i)) + "+" : "";
    }
    return normal + (key.size() == 1 ? upper(key) : std::string(key));
}

std::string_view KeyMap::key_of(std::string_view action, std::string_view standard) const
{
    const auto found = changed_.find(action);
    return found == changed_.end() ? standard : std::string_view(found->second);
}

void KeyMap::set(std::string_view action, std::string_view key, std::string_view standard)
{
    if (normal_key(key) == normal_key(standard)) {
        const auto found = changed_.find(action);
        if (found != changed_.end()) {
            changed_.erase(found);
        }
    } else {
        changed_.insert_or_assign(std::string(action), normal_key(key));
    }
}

std::vector<std::string> key_conflicts(std::span<const KeyBinding> bindings, std::string_view action)
{
    const auto own = std::ranges::find(bindings, action, &KeyBinding::action);
    std::vector<std::string> names;
    if (own == bindings.end()) {
        return names;
    }
    const auto same = [](std::string_view a, std::string_view b) {
        return !a.empty() && normal_key(a) == normal_key(b);
    };
    for (const KeyBinding& other : bindings) {
        if (other.action != action && other.in_view == own->in_view &&
            (same(own->key, other.key) || same(own->key, other.other_key) || same(own->other_key, other.key) ||
             same(own->other_key, other.other_key))) {
            names.push_back(other.action);
        }
    }
    return names;
}

}  // namespace redforge::editor
