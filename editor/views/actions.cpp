// The one table of what can be done, and the menus and toolbar made from it.
#include "editor/views/actions.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <wx/accel.h>
#include <wx/event.h>

#include "editor/views/frame.hpp"
#include "editor/views/icons.hpp"

namespace redforge::editor {

namespace {

/// Of actions that wx has no id for.
enum Id : int {
    game_folder = wxID_HIGHEST + 1,
    load_scene,
    stop_loading,
    view_perspective,
    view_top,
    view_front,
    view_side,
    view_iso,
    frame_selected,
    frame_all,
    symbols,
    move_by_hand,
    rotate_by_hand,
    drop,
    nudge_left,
    nudge_right,
    nudge_forward,
    nudge_back,
    nudge_up,
    nudge_down,
    arrows,
    rings,
    snap,
    finer,
    coarser,
    select_none,
    select_others,
    same_kind,
    same_model,
    same_script,
    its_actor,
    hide,
    isolate,
    lock,
    show_all,
    script_page,
    apply_script,
    discard_script,
    next_problem,
    previous_problem,
    definition,
    complete,
    find_next,
    find_previous,
    find_in_scripts,
};

}  // namespace

std::span<const Action> actions()
{
    using F = MainFrame;
    static const std::array all{
        Action{wxID_OPEN, "&File", "&Open...", "Ctrl+O", "Open a file of the game, or its XML.", "open", false,
               &F::open, nullptr},
        Action{wxID_SAVE, "&File", "&Save", "Ctrl+S", "Save; what was there is kept as a backup.", "save", false,
               &F::save, &F::can_save},
        Action{wxID_SAVEAS, "&File", "Save &As...", "Ctrl+Shift+S", "Save under another name; .xml saves text.",
               nullptr, false, &F::save_as, &F::has_document},
        Action{game_folder, "&File", "&Game Folder...", "",
               "Choose the folder of the game, the one that holds WORLD.INI; it has the models.", nullptr, true,
               &F::choose_game_folder, nullptr},
        Action{wxID_EXIT, "&File", "&Quit", "Ctrl+Q", "Leave the program.", nullptr, true, &F::quit, nullptr},

        Action{wxID_UNDO, "&Edit", "&Undo", "Ctrl+Z", "Undo the last change.", "undo", true, &F::undo, &F::can_undo},
        Action{wxID_REDO, "&Edit", "&Redo", "Ctrl+Shift+Z", "Redo the last undone change.", "redo", false, &F::redo,
               &F::can_redo, nullptr, "Ctrl+Y"},
        Action{wxID_CUT, "&Edit", "Cu&t", "Ctrl+X", "Take the selected records away, to be pasted.", nullptr, true,
               &F::cut_records, &F::can_copy},
        Action{wxID_COPY, "&Edit", "&Copy", "Ctrl+C", "Copy the selected records, as XML.", nullptr, false,
               &F::copy_records, &F::can_copy},
        Action{wxID_PASTE, "&Edit", "&Paste", "Ctrl+V",
               "Paste records: under the pointer when it is in the view, else beside the original.", nullptr, false,
               &F::paste_records, &F::is_map},
        Action{wxID_FIND, "&Edit", "&Find...", "Ctrl+F", "Show only what fits a field, such as script_name:DOOR*.",
               "find", true, &F::find, &F::has_document},

        Action{wxID_ADD, "&Record", "&Add", "Ctrl+Shift+A",
               "Add a record behind the selected one, or to the selected list.", "add", true, &F::add_record,
               &F::can_add},
        Action{wxID_DUPLICATE, "&Record", "&Duplicate", "Ctrl+D", "Copy the selected records.", "duplicate", false,
               &F::duplicate_records, &F::can_arrange},
        Action{wxID_DELETE, "&Record", "&Remove", "Del", "Remove the selected records.", "remove", false,
               &F::remove_records, &F::can_remove},
        Action{wxID_UP, "&Record", "Move &Up", "Alt+Up", "Move the selected records up in their list.", nullptr, true,
               &F::move_up, &F::can_arrange},
        Action{wxID_DOWN, "&Record", "Move Do&wn", "Alt+Down", "Move the selected records down in their list.", nullptr,
               false, &F::move_down, &F::can_arrange},

        Action{wxID_SELECTALL, "&Select", "&All", "Ctrl+A", "Select all things of the map.", nullptr, false,
               &F::select_all, &F::is_map},
        Action{select_none, "&Select", "&None", "", "Select nothing. Esc does the same.", nullptr, false,
               &F::select_none, &F::has_selection},
        Action{select_others, "&Select", "&Invert", "Ctrl+I", "Select all things that are not selected.", nullptr,
               false, &F::invert_selection, &F::is_map},
        Action{same_kind, "&Select", "Same &Kind", "", "Select all things of the same kind.", nullptr, true,
               &F::select_same_kind, &F::has_selection},
        Action{same_model, "&Select", "Same &Model", "", "Select all things with the same model.", nullptr, false,
               &F::select_same_model, &F::has_selection},
        Action{same_script, "&Select", "Same &Script", "",
               "Select all objects with the same script: of an actor its instances.", nullptr, false,
               &F::select_same_script, &F::has_selection},
        Action{its_actor, "&Select", "Its A&ctor", "", "Select the actors that the selected objects are instances of.",
               nullptr, false, &F::select_actors, &F::has_selection},
        Action{hide, "&Select", "&Hide", "H", "Hide what is selected. The map stays as it is.", nullptr, true,
               &F::hide_selected, &F::has_selection},
        Action{isolate, "&Select", "Is&olate", "Shift+H", "Hide all but what is selected.", nullptr, false,
               &F::isolate_selected, &F::has_selection},
        Action{lock, "&Select", "&Lock", "", "Clicks in the view pass through what is selected now.", nullptr, false,
               &F::lock_selected, &F::has_selection},
        Action{show_all, "&Select", "Show All", "Alt+H", "Show all that was hidden, and unlock what was locked.",
               nullptr, false, &F::show_hidden, &F::has_hidden},

        Action{move_by_hand, "&Transform", "&Move", "G",
               "Move by the pointer; X, Y, Z keep to an axis, digits say how far.", nullptr, false, &F::move_by_hand,
               &F::can_transform},
        Action{rotate_by_hand, "&Transform", "&Rotate", "R",
               "Turn by the pointer; X, Y, Z choose the axis, digits say degrees.", nullptr, false, &F::rotate_by_hand,
               &F::can_transform},
        Action{drop, "&Transform", "&Drop to Ground", "End", "Put it on what is below.", "drop", false,
               &F::drop_to_ground, &F::can_drop, nullptr, "", true},
        Action{nudge_left, "&Transform", "Nudge &Left", "Left", "Move by a grid step to the left of the view.", nullptr,
               true, &F::nudge_left, &F::can_transform, nullptr, "", true},
        Action{nudge_right, "&Transform", "Nudge R&ight", "Right", "Move by a grid step to the right of the view.",
               nullptr, false, &F::nudge_right, &F::can_transform, nullptr, "", true},
        Action{nudge_forward, "&Transform", "Nudge &Forward", "Up", "Move by a grid step up the view.", nullptr, false,
               &F::nudge_forward, &F::can_transform, nullptr, "", true},
        Action{nudge_back, "&Transform", "Nudge &Back", "Down", "Move by a grid step down the view.", nullptr, false,
               &F::nudge_back, &F::can_transform, nullptr, "", true},
        Action{nudge_up, "&Transform", "Nudge &Up", "PgUp",
               "Move upwards by a grid step; in front and side views: away.", nullptr, false, &F::nudge_up,
               &F::can_transform, nullptr, "", true},
        Action{nudge_down, "&Transform", "Nudge Dow&n", "PgDn",
               "Move downwards by a grid step; in front and side views: nearer.", nullptr, false, &F::nudge_down,
               &F::can_transform, nullptr, "", true},
        Action{arrows, "&Transform", "Move &Handles", "Shift+G", "Show arrows on what is selected, to move it.", "move",
               true, &F::show_arrows, &F::has_view, &F::arrows_shown},
        Action{rings, "&Transform", "R&otate Handles", "Shift+R", "Show rings on what is selected, to turn it.",
               "rotate", false, &F::show_rings, &F::has_view, &F::rings_shown},
        Action{snap, "&Transform", "&Snap", "Ctrl+G",
               "Moves and turns go by the steps of grid and angle; Ctrl turns it round during a drag.", "snap", true,
               &F::toggle_snapping, &F::has_document, &F::is_snapping},
        Action{finer, "&Transform", "F&iner Grid", "[", "Halve the grid step.", nullptr, false, &F::finer_grid,
               &F::has_document},
        Action{coarser, "&Transform", "&Coarser Grid", "]", "Double the grid step.", nullptr, false, &F::coarser_grid,
               &F::has_document},

        Action{script_page, "S&cript", "&Script Page", "Ctrl+E",
               "Show the script of what is selected, or hide the page.", nullptr, false, &F::toggle_script,
               &F::has_scripts, &F::script_shown},
        Action{apply_script, "S&cript", "&Apply", "Ctrl+Enter", "Put what is typed into the document, as one step.",
               nullptr, true, &F::apply_script, &F::is_typing_script},
        Action{discard_script, "S&cript", "&Discard", "", "Give up what was typed since the script was applied.",
               nullptr, false, &F::discard_script, &F::is_typing_script, nullptr, "", false, true},
        Action{next_problem, "S&cript", "&Next Problem", "F8", "Go to the next error or warning of the script.",
               nullptr, true, &F::next_problem, &F::has_script, nullptr, "", false, true},
        Action{previous_problem, "S&cript", "&Previous Problem", "Shift+F8", "Go to the error or warning before.",
               nullptr, false, &F::previous_problem, &F::has_script, nullptr, "", false, true},
        Action{definition, "S&cript", "&Go to Definition", "F12",
               "Go to the label, object, string or variable under the cursor; Ctrl+click does the same.", nullptr,
               false, &F::go_to_definition, &F::has_script, nullptr, "", false, true},
        Action{complete, "S&cript", "&Complete", "Ctrl+Space", "List the words that can stand here.", nullptr, false,
               &F::complete_word, &F::has_script, nullptr, "", false, true},
        Action{find_in_scripts, "S&cript", "Find in All Sc&ripts...", "Ctrl+Shift+F",
               "List the lines of all scripts that have some words.", nullptr, true, &F::find_in_scripts,
               &F::has_scripts, nullptr, "", false, true},
        Action{find_next, "S&cript", "Find Ne&xt", "F3", "Go to the next place of what was searched in the script.",
               nullptr, false, &F::find_next, &F::has_script, nullptr, "", false, true},
        Action{find_previous, "S&cript", "Find Pre&vious", "Shift+F3", "Go to the place before.", nullptr, false,
               &F::find_previous, &F::has_script, nullptr, "", false, true},

        Action{view_perspective, "&View", "&Perspective", "5", "Look at the scene in perspective.", nullptr, false,
               &F::view_perspective, &F::has_view},
        Action{view_top, "&View", "&Top", "7", "Look from above, map Z upwards.", nullptr, false, &F::view_top,
               &F::has_view},
        Action{view_front, "&View", "&Front", "1", "Look from the front.", nullptr, false, &F::view_front,
               &F::has_view},
        Action{view_side, "&View", "&Side", "3", "Look from the side.", nullptr, false, &F::view_side, &F::has_view},
        Action{view_iso, "&View", "&Corner", "9", "Look from above a corner, without perspective.", nullptr, false,
               &F::view_iso, &F::has_view},
        Action{frame_selected, "&View", "Frame Se&lected", "F", "Bring what is selected to the middle.", "frame", true,
               &F::frame_selected, &F::has_view},
        Action{frame_all, "&View", "Frame &All", "Home", "Bring the whole scene to the middle.", nullptr, false,
               &F::frame_all, &F::has_view},
        Action{symbols, "&View", "S&ymbols", "Ctrl+L", "Show lights, sounds, markers and what has no model.", nullptr,
               true, &F::toggle_symbols, &F::has_view, &F::symbols_shown},
        Action{load_scene, "&View", "Load A&gain", "Ctrl+R", "Read models and textures again.", nullptr, true,
               &F::load_scene, &F::has_document},
        Action{stop_loading, "&View", "Cancel Loa&ding", "Esc", "Cancel loading the scene.", nullptr, false,
               &F::stop_loading, &F::is_loading},

        Action{wxID_ABOUT, "&Help", "&About Redforge", "", "What this program is.", nullptr, false, &F::about, nullptr},
    };
    return all;
}

namespace {

/// While text is typed, keys that it uses itself, such as Del, go there: GTK asks the focused line first.
wxString menu_label(const Action& action)
{
    const wxString key(action.key);
    if (action.in_view) {  // GTK would take it from the tree and the grid
        return wxString::Format("%s   (%s)", action.label, key);
    }
    return key.empty() ? wxString(action.label) : wxString(action.label) + "\t" + key;
}

wxString plain_label(const Action& action)
{
    wxString label = wxMenuItem::GetLabelText(action.label);
    label.Replace("...", "");
    const wxString key(action.key);
    return key.empty() ? label : wxString::Format("%s (%s)", label, key);
}

void append(wxMenu& menu, const Action& action)
{
    if (action.begins_group && menu.GetMenuItemCount() > 0) {
        menu.AppendSeparator();
    }
    menu.Append(action.id, menu_label(action), action.help, action.on == nullptr ? wxITEM_NORMAL : wxITEM_CHECK);
}

}  // namespace

const Action* find_action(int key, int modifiers, bool in_view)
{
    const auto fits = [&](const char* text) {
        wxAcceleratorEntry entry;
        if (*text == '\0' || !entry.FromString(wxString("\t") + text)) {
            return false;
        }
        const int wanted = ((entry.GetFlags() & wxACCEL_CTRL) != 0 ? wxMOD_CONTROL : 0) |
                           ((entry.GetFlags() & wxACCEL_ALT) != 0 ? wxMOD_ALT : 0) |
                           ((entry.GetFlags() & wxACCEL_SHIFT) != 0 ? wxMOD_SHIFT : 0);
        return entry.GetKeyCode() == key && wanted == modifiers;
    };
    const std::span<const Action> all = actions();
    const auto found = std::ranges::find_if(all, [&](const Action& action) {
        return (in_view || !action.in_view) && (fits(action.key) || fits(action.other_key));
    });
    return found == all.end() ? nullptr : &*found;
}

std::string key_table()
{
    std::string table = "| | key | |\n|---|---|---|\n";
    for (const Action& action : actions()) {
        const auto plain = [](std::string text) {
            std::erase(text, '&');
            return text;
        };
        std::string key = action.key;
        key += *action.other_key == '\0' ? "" : std::string(", ") + action.other_key;
        key += action.in_view ? " (in the view)" : "";
        table += fmt::format("| {}, {} | {} | {} |\n", plain(action.menu), plain(action.label), key, action.help);
    }
    return table;
}

wxMenuBar* make_menu_bar()
{
    auto* const bar = new wxMenuBar;
    wxMenu* menu = nullptr;
    wxString title;
    for (const Action& action : actions()) {
        if (menu == nullptr || title != action.menu) {
            menu = new wxMenu;
            title = action.menu;
            bar->Append(menu, title);
        }
        append(*menu, action);
    }
    return bar;
}

wxMenu* make_menu(const wxString& name)
{
    auto* const menu = new wxMenu;
    for (const Action& action : actions()) {
        if (name == action.menu) {
            append(*menu, action);
        }
    }
    return menu;
}

wxMenu* make_view_menu()
{
    constexpr std::array<std::pair<int, bool>, 17> fitting{{{wxID_CUT, true},
                                                            {wxID_COPY, false},
                                                            {wxID_PASTE, false},
                                                            {wxID_DUPLICATE, false},
                                                            {wxID_DELETE, false},
                                                            {move_by_hand, true},
                                                            {rotate_by_hand, false},
                                                            {drop, false},
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
        if (begins_group) {
            menu->AppendSeparator();
        }
        const bool selects = id == same_kind || id == same_model || id == same_script || id == its_actor;
        menu->Append(id, (selects ? "Select " : "") + menu_label(*action), action->help);
    }
    return menu;
}

void fill_tool_bar(wxAuiToolBar& bar)
{
    for (const Action& action : actions()) {
        if (action.art == nullptr) {
            continue;
        }
        if (action.begins_group && bar.GetToolCount() > 0) {
            bar.AddSeparator();
        }
        bar.AddTool(action.id, plain_label(action), icon(action.art), plain_label(action),
                    action.on == nullptr ? wxITEM_NORMAL : wxITEM_CHECK);
        bar.SetToolLongHelp(action.id, action.help);
    }
}

}  // namespace redforge::editor
