// Keys of actions, as set by the user.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace redforge::editor {

/// Normalises "ctrl+shift+p" and "Shift+Ctrl+P" to "Ctrl+Shift+P": fixed modifier order, upper-case letters.
[[nodiscard]] std::string normal_key(std::string_view key);

/// The keys that the user changed, by action name. Other actions have their default keys.
class KeyMap {
public:
    using Changed = std::map<std::string, std::string, std::less<>>;

    KeyMap() = default;
    explicit KeyMap(Changed changed) : changed_(std::move(changed)) {}

    /// Returns the key of an action. `standard`: its default key.
    [[nodiscard]] std::string_view key_of(std::string_view action, std::string_view standard) const;
    /// Sets a key. An empty key means none; the default key removes the override.
    void set(std::string_view action, std::string_view key, std::string_view standard);
    void reset() { changed_.clear(); }
    [[nodiscard]] const Changed& changed() const { return changed_; }

private:
    Changed changed_;
};

/// An action with its keys.
struct KeyBinding {
    std::string action;
    std::string key;
    std::string other_key{};
    bool in_view{};  ///< only works in a view, where it has priority over the same key of other actions
};
/// Returns the names of other actions that share a key with `action` in the same context.
[[nodiscard]] std::vector<std::string> key_conflicts(std::span<const KeyBinding> bindings, std::string_view action);

}  // namespace redforge::editor
