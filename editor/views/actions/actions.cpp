// Builds menus, toolbar and keys from the table of actions.
#include "editor/views/actions/actions.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <wx/accel.h>
#include <wx/event.h>

#include "editor/views/actions/action_ids.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/icons.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/scene/screen.hpp"

namespace redforge::editor {

namespace {

std::string plain(std::string text)
{
    std::erase(text, '&');
    return text;
}

/// Sets the label of a menu item, with its key. Keys such as Del still edit text, because GTK asks the focused field
/// first.
void set_menu_label(wxMenuItem& item, const wxString& label, const Action& action, const KeyMap& keys)
{
    const wxString key = to_wx(key_of(action, keys));
    if (!action.in_view) {
        item.SetItemLabel(key.empty() ? label : label + "\t" + key);
        return;
    }
    item.SetItemLabel(label);
    // As an accelerator, GTK would take the key from the tree and the grid.
    if (!show_menu_key(item, key) && !key.empty()) {
        item.SetItemLabel(wxString::Format("%s   (%s)", label, key));
    }
}

wxString plain_label(const Action& action, const KeyMap& keys)
{
    wxString label = wxMenuItem::GetLabelText(action.label);
    label.Replace("...", "");
    const wxString key = to_wx(key_of(action, keys));
    return key.empty() ? label : wxString::Format("%s (%s)", label, key);
}

/// Returns the help of an action with its key: "Copy the selected records (Ctrl+D)".
wxString tool_tip(const Action& action, const KeyMap& keys)
{
    wxString words = action.help;
    if (words.EndsWith(".")) {
        words.RemoveLast();
    }
    const wxString key = to_wx(key_of(action, keys));
    return key.empty() ? words : wxString::Format("%s (%s)", words, key);
}

void append(wxMenu& menu, const Action& action, const KeyMap& keys)
{
    if (action.begins_group && menu.GetMenuItemCount() > 0) {
        menu.AppendSeparator();
    }
    wxMenuItem* const item =
        menu.Append(action.id, action.label, action.help, action.on == nullptr ? wxITEM_NORMAL : wxITEM_CHECK);
    set_menu_label(*item, action.label, action, keys);
}

bool is_key(std::string_view text, int key, int modifiers)
{
    wxAcceleratorEntry entry;
    if (text.empty() || !entry.FromString("\t" + to_wx(text))) {
        return false;
    }
    const int wanted = ((entry.GetFlags() & wxACCEL_CTRL) != 0 ? wxMOD_CONTROL : 0) |
                       ((entry.GetFlags() & wxACCEL_ALT) != 0 ? wxMOD_ALT : 0) |
                       ((entry.GetFlags() & wxACCEL_SHIFT) != 0 ? wxMOD_SHIFT : 0);
    return entry.GetKeyCode() == key && wanted == modifiers;
}

/// Returns the submenu of `outer` with this title. Appends it if it does not exist.
wxMenu& menu_inside(wxMenu& outer, const wxString& title)
{
    const int there = outer.FindItem(title);
    if (there != wxNOT_FOUND) {
        return *outer.FindItem(there)->GetSubMenu();
    }
    auto* const inner = new wxMenu;
    outer.AppendSubMenu(inner, title);
    return *inner;
}

}  // namespace

std::string action_name(const Action& action)
{
    std::string name = plain(std::string(action.menu) + "|" + action.label);
    for (std::size_t at = name.find('|'); at != std::string::npos; at = name.find('|')) {
        name.replace(at, 1, ", ");
    }
    return name;
}

std::string plain_action_name(const Action& action)
{
    std::string name = action_name(action);
    if (name.ends_with("...")) {
        name.resize(name.size() - 3);
    }
    return name;
}

std::string key_of(const Action& action, const KeyMap& keys)
{
    return std::string(keys.key_of(action_name(action), action.key));
}

std::string key_of(int id, const KeyMap& keys)
{
    return key_of(*std::ranges::find(actions(), id, &Action::id), keys);
}

std::vector<KeyBinding> bindings_of(const KeyMap& keys)
{
    std::vector<KeyBinding> bindings;
    for (const Action& action : actions()) {
        bindings.push_back({action_name(action), key_of(action, keys), action.other_key, action.in_view});
    }
    return bindings;
}

const Action* find_action(const KeyMap& keys, int key, int modifiers, bool in_view)
{
    const std::span<const Action> all = actions();
    const auto find = [&](bool of_view, const auto& text_of) {
        const auto found = std::ranges::find_if(all, [&](const Action& action) {
            return action.in_view == of_view && is_key(text_of(action), key, modifiers);
        });
        return found == all.end() ? nullptr : &*found;
    };
    for (const bool of_view : {true, false}) {
        const bool counts = in_view || !of_view;
        const Action* const own =
            counts ? find(of_view, [&](const Action& action) { return key_of(action, keys); }) : nullptr;
        if (own != nullptr) {
            return own;
        }
    }
    return find(false, [](const Action& action) { return std::string(action.other_key); });
}

std::string key_table()
{
    std::string table = "| | key | |\n|---|---|---|\n";
    for (const Action& action : actions()) {
        std::string key = action.key;
        key += *action.other_key == '\0' ? "" : std::string(", ") + action.other_key;
        key += action.in_view ? " (in the view)" : "";
        table += fmt::format("| {} | {} | {} |\n", action_name(action), key, action.help);
    }
    return table;
}

wxMenuBar* make_menu_bar(const KeyMap& keys)
{
    auto* const bar = new wxMenuBar;
    for (const Action& action : actions()) {
        const wxString path(action.menu);
        const wxString title = path.BeforeFirst('|');
        const int number = bar->FindMenu(title);
        wxMenu* const menu = number == wxNOT_FOUND ? new wxMenu : bar->GetMenu(static_cast<std::size_t>(number));
        if (number == wxNOT_FOUND) {
            bar->Append(menu, title);
        }
        const wxString inner = path.AfterFirst('|');
        append(inner.empty() ? *menu : menu_inside(*menu, inner), action, keys);
    }
    return bar;
}

void show_keys(wxMenuBar& bar, const KeyMap& keys)
{
    for (const Action& action : actions()) {
        if (wxMenuItem* const item = bar.FindItem(action.id)) {
            set_menu_label(*item, action.label, action, keys);
        }
    }
}

void show_keys(wxAuiToolBar& bar, const KeyMap& keys)
{
    for (const Action& action : actions()) {
        if (bar.FindTool(action.id) != nullptr) {
            bar.SetToolShortHelp(action.id, tool_tip(action, keys));
        }
    }
}

wxMenu* make_menu(const wxString& name, const KeyMap& keys)
{
    auto* const menu = new wxMenu;
    for (const Action& action : actions()) {
        if (name == action.menu) {
            append(*menu, action, keys);
        }
    }
    return menu;
}

void append_actions(wxMenu& menu, std::initializer_list<int> ids, const KeyMap& keys)
{
    for (const int id : ids) {
        append(menu, *std::ranges::find(actions(), id, &Action::id), keys);
    }
}

wxMenu* make_view_menu(const KeyMap& keys, bool nodes)
{
    constexpr std::array<std::pair<int, bool>, 20> fitting{{{wxID_CUT, true},
                                                            {wxID_COPY, false},
                                                            {wxID_PASTE, false},
                                                            {wxID_DUPLICATE, false},
                                                            {duplicate_and_move, false},
                                                            {wxID_DELETE, false},
                                                            {move_by_hand, true},
                                                            {rotate_by_hand, false},
                                                            {drop, false},
                                                            {connect, true},
                                                            {disconnect, false},
                                                            {same_kind, true},
                                                            {same_model, false},
                                                            {same_script, false},
                                                            {its_actor, false},
                                                            {hide, true},
                                                            {isolate, false},
                                                            {lock, false},
                                                            {show_all, false},
                                                            {frame_selected, true}}};
    auto* const menu = new wxMenu;
    for (const auto& [id, begins_group] : fitting) {
        const std::span<const Action> all = actions();
        const auto action = std::ranges::find(all, id, &Action::id);
        if (!nodes && (id == connect || id == disconnect)) {
            continue;
        }
        if (begins_group) {
            menu->AppendSeparator();
        }
        const bool selects = id == same_kind || id == same_model || id == same_script || id == its_actor;
        const wxString label = (selects ? "Select " : "") + wxString(action->label);
        set_menu_label(*menu->Append(id, label, action->help), label, *action, keys);
    }
    return menu;
}

namespace {

bool is_of_views(const Action& action)
{
    return std::string_view(action.menu).starts_with("&View|S&how") ||
           std::string_view(action.art).starts_with("views");
}

/// Returns true if the action moves or frames a view.
bool needs_view(const Action& action)
{
    return std::string_view(action.menu).starts_with("&Transform") || action.id == frame_selected ||
           action.id == symbols;
}

void add_tool(wxAuiToolBar& bar, const Action& action, const KeyMap& keys)
{
    const int side = bar.ToDIP(font_scaled(bar, 20));
    bar.AddTool(action.id, plain_label(action, keys), icon(action.art, IconLook::standard, side),
                icon(action.art, IconLook::disabled, side), action.on == nullptr ? wxITEM_NORMAL : wxITEM_CHECK,
                tool_tip(action, keys), action.help, nullptr);
}

}  // namespace

void fill_tool_bar(wxAuiToolBar& bar, const KeyMap& keys, bool with_view)
{
    for (const Action& action : actions()) {
        if (action.art == nullptr || is_of_views(action) || (needs_view(action) && !with_view)) {
            continue;
        }
        if (action.begins_group && bar.GetToolCount() > 0) {
            bar.AddSeparator();
        }
        add_tool(bar, action, keys);
    }
}

void fill_view_bar(wxAuiToolBar& bar, const KeyMap& keys)
{
    bar.AddStretchSpacer();
    std::string_view menu;
    for (const Action& action : actions()) {
        if (action.art == nullptr || !is_of_views(action)) {
            continue;
        }
        if (!menu.empty() && menu != action.menu) {
            bar.AddSeparator();
        }
        menu = action.menu;
        add_tool(bar, action, keys);
    }
}

}  // namespace redforge::editor
