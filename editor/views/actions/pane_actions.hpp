// Visible panes. In a small window, panes collapse to tabs, so that the view keeps most of the space.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <wx/aui/auibar.h>

#include "editor/model/scene/grouping.hpp"
#include "editor/views/frame/window_part.hpp"

namespace redforge::editor {

class PaneActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    /// Adds the toolbar.
    void add_tools();
    /// Adds rows of tabs for panes that do not fit.
    void add_folding();

    /// Shows objects in the outliner by kind, actor or model.
    void group_outliner(Grouping grouping);
    template <Grouping grouping>
    void group_by()
    {
        group_outliner(grouping);
    }
    void toggle_pane(const char* name);
    void toggle_outliner();
    void toggle_properties();
    void toggle_bottom();
    void toggle_browser();
    void reset_layout();
    /// Gives the focus to the next visible pane, or the previous one.
    void next_pane() { go_to_pane(1); }
    void previous_pane() { go_to_pane(-1); }
    [[nodiscard]] bool groups_outliner(Grouping grouping) const;
    template <Grouping grouping>
    [[nodiscard]] bool groups_by() const
    {
        return groups_outliner(grouping);
    }
    [[nodiscard]] bool outliner_shown() const;
    [[nodiscard]] bool properties_shown() const;
    [[nodiscard]] bool tools_shown() const;
    [[nodiscard]] bool bottom_shown() const;
    [[nodiscard]] bool browser_shown() const;
    [[nodiscard]] bool has_browser() const;
    [[nodiscard]] bool table_shown() const;
    [[nodiscard]] bool actor_shown() const;

    /// Shows the table instead of a view, or next to it.
    void set_table_wanted(bool wanted);
    [[nodiscard]] bool wants_table() const { return table_wanted_; }
    void set_script_wanted(bool wanted);
    void set_actor_wanted(bool wanted);
    [[nodiscard]] bool wants_actor() const { return actor_wanted_; }

    /// Shows the panes that apply to the document and fit the window.
    void arrange_middle();
    /// Shows the tools that apply to the document and fit the window.
    void show_tools();
    /// Collapses or restores panes before the layout of a resized window.
    void fit_panes();
    /// Returns true if the document has a view besides the table.
    [[nodiscard]] bool has_picture() const;
    [[nodiscard]] bool has_view_tools() const { return view_tools_; }
    [[nodiscard]] wxAuiToolBar* tools() const;
    /// Sets the title of a bottom list, on its tab and on the tab of a low window.
    void set_bottom_title(std::size_t page, const std::string& title);

private:
    void fill_tools(wxAuiToolBar& bar, bool with_view, bool with_kinds);
    void go_to_pane(int step);
    [[nodiscard]] bool is_window_narrow() const;
    [[nodiscard]] bool is_window_low() const;
    [[nodiscard]] bool has_room_for_browser() const { return !is_window_narrow() && !is_window_low(); }
    [[nodiscard]] bool has_side_tabs() const;
    enum class SidePane : std::uint8_t { outliner, browser, properties };
    void choose_side(SidePane pane);
    /// Returns true if the window is too low for several side panes: a tab chooses the visible one.
    [[nodiscard]] bool shares_side() const;
    [[nodiscard]] bool shows_only_properties() const { return shares_side() && properties_chosen_; }
    void show_side_tabs();
    wxAuiToolBar* make_tabs(const char* name, const std::vector<std::string>& labels, wxItemKind kind,
                            const std::function<void(int)>& choose);
    /// A narrow window has all side panes on the right; a low one has the lists at the bottom as a row of tabs. Returns
    /// true if the layout changed.
    bool fold_sides();
    void order_folded_sides();
    void unfold_bottom(bool unfolded);
    /// Logs the pane layout if it changed.
    void log_pane_layout();

    wxAuiToolBar* side_tabs_{};      ///< tabs of the side panes, in a window with room for one
    std::array<int, 3> side_ids_{};  ///< ids of the tabs
    std::array<bool, 3> shown_tabs_{true, true, false};
    wxAuiToolBar* bottom_tabs_{};         ///< tabs of the bottom lists while they are collapsed
    std::optional<bool> sides_folded_;    ///< true if all are on the right; nullopt before the first layout
    std::string logged_layout_;           ///< last logged pane layout
    bool view_tools_{};                   ///< the toolbar contains the view tools
    bool kind_tools_{};                   ///< the toolbar contains the list of selectable kinds
    bool shared_{};                       ///< the side panes shared one place at the last layout
    bool properties_chosen_{};            ///< the properties are shown if the side panes share one place
    bool low_{};                          ///< the window was low at the last layout
    bool bottom_unfolded_{};              ///< the user opened the lists of a low window
    bool outliner_hidden_for_browser_{};  ///< the outliner is hidden in favour of the browser
    bool browser_wanted_{};               ///< show the browser next to a map in a large window
    bool browser_replaces_outliner_{};    ///< the browser replaces the outliner in a small window
    bool table_wanted_{};                 ///< show the table of a document that also has a view
    bool script_wanted_{};                ///< show the script page next to a map
    bool actor_wanted_{};                 ///< show the actor page; it shares the place of the script page
};

}  // namespace redforge::editor
