// Keys of actions as a person changed them.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace redforge::editor {

/// "ctrl+shift+p" and "Shift+Ctrl+P" as "Ctrl+Shift+P": modifiers in one order, letters as capitals.
[[nodiscard]] std::string normal_key(std::string_view key);

/// By the names of actions; those that are not in it have their usual keys.
class KeyMap {
public:
    using Changed = std::map<std::string, std::string, std::less<>>;

    KeyMap() = default;
    explicit KeyMap(Changed changed) : changed_(std::move(changed)) {}

    [[nodiscard]] std::string_view key_of(std::string_view action, std::string_view standard) const;
    /// An empty key: none. The usual one is no change.
    void set(std::string_view action, std::string_view key, std::string_view standard);
    void reset() { changed_.clear(); }
    [[nodiscard]] const Changed& changed() const { return changed_; }

private:
    Changed changed_;
};

/// An action with the keys that it has.
struct KeyBinding {
    std::string action;
    std::string key;
    std::string other_key{};
    bool in_view{};  ///< of the view: there it comes before the same key of an action that is not
};
/// The names of the other actions that have a key of `action` too, where it counts.
[[nodiscard]] std::vector<std::string> key_conflicts(std::span<const KeyBinding> bindings, std::string_view action);

}  // namespace redforge::editor
