// The one table of what can be done: menus, toolbar and keys are made from it.
#pragma once

#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include <wx/aui/auibar.h>
#include <wx/menu.h>

#include "editor/model/key_map.hpp"

namespace redforge::editor {

class MainFrame;

/// One thing that a person can do.
struct Action {
    int id{};             ///< of wx events; 0: it gets one of its own, for actions that nothing else names
    const char* menu{};   ///< the menu that it stands in; "&View|&Show" is a menu in a menu
    const char* label{};  ///< with & before its letter
    const char* key{};    ///< as wx writes keys: "Ctrl+S"; empty for none
    const char* help{};   ///< one sentence for the status bar
    const char* art{};    ///< name of a picture of icons.hpp; null: not in the toolbar
    bool begins_group{};  ///< a line before it
    /// A member of the window or of one of its parts, or a function of its own.
    std::function<void(MainFrame&)> run{};
    std::function<bool(const MainFrame&)> possible{};  ///< null: always
    std::function<bool(const MainFrame&)> on{};        ///< of what is on or off: whether it is on; needs `possible`
    const char* other_key{""};                         ///< does the same, but stands in no menu
    bool in_view{};       ///< its key counts only where the view has the focus; elsewhere it leads from line to line
    bool while_typing{};  ///< what is being typed stays as it is
};

/// All of them, in the order of the menus.
[[nodiscard]] std::span<const Action> actions();

/// "View, Show, Objects": what it is called outside of menus, and in the settings.
[[nodiscard]] std::string action_name(const Action& action);
/// The same without the dots of what asks for something first.
[[nodiscard]] std::string plain_action_name(const Action& action);
/// Its key as a person set it.
[[nodiscard]] std::string key_of(const Action& action, const KeyMap& keys);
[[nodiscard]] std::string key_of(int id, const KeyMap& keys);
/// All actions with their keys, for key_conflicts().
[[nodiscard]] std::vector<KeyBinding> bindings_of(const KeyMap& keys);

/// The action of a key, with modifiers as wxKeyEvent::GetModifiers() gives them; null when it has none. `in_view`:
/// the view has the focus.
[[nodiscard]] const Action* find_action(const KeyMap& keys, int key, int modifiers, bool in_view);

/// All actions with their usual keys, as a table of Markdown: that of docs/window.md.
[[nodiscard]] std::string key_table();

[[nodiscard]] wxMenuBar* make_menu_bar(const KeyMap& keys);
/// Writes changed keys into a menu bar.
void show_keys(wxMenuBar& bar, const KeyMap& keys);
/// The same into the tooltips of a toolbar.
void show_keys(wxAuiToolBar& bar, const KeyMap& keys);
/// The menu of that name, for the outliner's right click.
[[nodiscard]] wxMenu* make_menu(const wxString& name, const KeyMap& keys);
/// Adds some actions to a menu.
void append_actions(wxMenu& menu, std::initializer_list<int> ids, const KeyMap& keys);
/// What can be done with what is pointed at in the view. `nodes`: several nodes of a walk map are selected.
[[nodiscard]] wxMenu* make_view_menu(const KeyMap& keys, bool nodes);
/// Adds all that have a picture, but for those of the right end. `with_view`: those that move and frame what a view shows, too.
void fill_tool_bar(wxAuiToolBar& bar, const KeyMap& keys, bool with_view);
/// Adds those of views, at the right end.
void fill_view_bar(wxAuiToolBar& bar, const KeyMap& keys);

}  // namespace redforge::editor
