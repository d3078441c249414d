// The table of actions: menus, toolbar and keys are made from it.
#pragma once

#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include <wx/aui/auibar.h>
#include <wx/menu.h>

#include "editor/model/text/key_map.hpp"

namespace redforge::editor {

class MainFrame;

/// An action that the user can run.
struct Action {
    int id{};             ///< wx event id; 0: assigned automatically, for actions that no code refers to
    const char* menu{};   ///< its menu; "&View|&Show" is a submenu
    std::string label;    ///< with & before the access key
    std::string key;      ///< in wx notation: "Ctrl+S"; empty if none
    std::string help;     ///< one sentence for the status bar
    const char* art{};    ///< name of an icon in icons.hpp; null if not in the toolbar
    bool begins_group{};  ///< a separator precedes it
    /// A member of the window or of one of its parts, or a free function.
    std::function<void(MainFrame&)> run{};
    std::function<bool(const MainFrame&)> possible{};  ///< null if always available
    std::function<bool(const MainFrame&)> on{};        ///< state of a toggle action; requires `possible`
    const char* other_key{""};                         ///< a second key, which no menu shows
    bool in_view{};       ///< its key works only while the view has the focus; elsewhere the key moves between lines
    bool while_typing{};  ///< it does not apply the pending edit
};

/// Returns all actions, in menu order.
[[nodiscard]] std::span<const Action> actions();

/// Returns the name of an action outside of menus and in the settings: "View, Show, Objects".
[[nodiscard]] std::string action_name(const Action& action);
/// Returns the action name without the dots that announce a dialog.
[[nodiscard]] std::string plain_action_name(const Action& action);
/// Returns the key of an action, with the user's changes.
[[nodiscard]] std::string key_of(const Action& action, const KeyMap& keys);
[[nodiscard]] std::string key_of(int id, const KeyMap& keys);
/// Returns all actions with their keys, for key_conflicts().
[[nodiscard]] std::vector<KeyBinding> bindings_of(const KeyMap& keys);

/// Returns the action of a key, or null. `modifiers`: as from wxKeyEvent::GetModifiers(). `in_view`: the view has the
/// focus.
[[nodiscard]] const Action* find_action(const KeyMap& keys, int key, int modifiers, bool in_view);

/// Returns all actions with their default keys as a Markdown table, for docs/window.md.
[[nodiscard]] std::string key_table();

[[nodiscard]] wxMenuBar* make_menu_bar(const KeyMap& keys);
/// Updates the keys in a menu bar.
void show_keys(wxMenuBar& bar, const KeyMap& keys);
/// Updates the keys in the tooltips of a toolbar.
void show_keys(wxAuiToolBar& bar, const KeyMap& keys);
/// Returns the menu with this name, for the outliner's context menu.
[[nodiscard]] wxMenu* make_menu(const wxString& name, const KeyMap& keys);
/// Appends actions to a menu.
void append_actions(wxMenu& menu, std::initializer_list<int> ids, const KeyMap& keys);
/// Returns the context menu of a view. `nodes`: several walk map nodes are selected.
[[nodiscard]] wxMenu* make_view_menu(const KeyMap& keys, bool nodes);
/// Adds all actions with an icon, except those at the right end. `with_view`: includes actions that move and frame the
/// content of a view.
void fill_tool_bar(wxAuiToolBar& bar, const KeyMap& keys, bool with_view);
/// Adds the actions of views, at the right end.
void fill_view_bar(wxAuiToolBar& bar, const KeyMap& keys);

}  // namespace redforge::editor
