// Panes around the views: visibility, widths, and their stored settings.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <utility>

#include <wx/aui/framemanager.h>
#include <wx/frame.h>

#include "editor/model/rows/pane_widths.hpp"

namespace redforge::editor {

inline constexpr int default_proportion = 100000;  ///< proportion of a pane within its dock, as in wxAUI

/// Returns the properties of a bar above the views that the user cannot move or close. `layer`: bars of higher layers
/// are above others.
[[nodiscard]] wxAuiPaneInfo fixed_bar(const char* name, int layer, wxSize size);

class PaneLayout {
public:
    explicit PaneLayout(wxFrame& frame) : frame_(frame), panes_(&frame) {}
    PaneLayout(const PaneLayout&) = delete;
    PaneLayout& operator=(const PaneLayout&) = delete;
    ~PaneLayout() { panes_.UnInit(); }

    /// Returns the manager, to add panes and to show panes that depend on the document.
    [[nodiscard]] wxAuiManager& manager() { return panes_; }
    [[nodiscard]] bool is_shown(const char* pane) const;
    /// Hides a pane or shows it with its last width, and stores this. Returns true if it is now visible.
    bool toggle(const char* pane);
    /// Temporarily hides a pane that does not fit, or shows it again. This is not stored. Returns true if something
    /// changed; the caller must then call the manager's Update(). A pane that the user has hidden stays hidden.
    bool set_temporarily_hidden(const char* pane, bool gives_way);
    [[nodiscard]] bool is_temporarily_hidden(const char* pane) const { return temporarily_hidden_.contains(pane); }
    /// Returns the width of the left side that the user set, in pixels.
    [[nodiscard]] int wanted_left() const { return wanted_.left; }
    /// Restores the default layout.
    void reset();
    /// Restores the stored layout. Keeps the present layout as the default for reset().
    void restore();
    /// Sets a callback that runs before the layout of a resized window and can hide panes that do not fit.
    void set_before_layout(std::function<void()> call) { panes_.before_size_ = std::move(call); }
    void remember();
    /// Narrows the side panes if they leave less than half of the window for the views, unless the user drags them
    /// wider.
    void fit();

private:
    /// wxAUI lays the panes out as soon as the window is resized. Until it is hidden, a list without room would become
    /// narrower than its scrollbar, which GTK warns about.
    class Manager : public wxAuiManager {
    public:
        using wxAuiManager::wxAuiManager;
        std::function<void()> before_size_;

    protected:
        bool TryBefore(wxEvent& event) override
        {
            if (event.GetEventType() == wxEVT_SIZE && before_size_) {
                before_size_();
            }
            // wx reports the second press of a double click as a press, and wxAUI would capture the mouse twice.
            if (event.GetEventType() == wxEVT_LEFT_DOWN && GetManagedWindow()->HasCapture()) {
                return true;
            }
            return wxAuiManager::TryBefore(event);
        }

    public:
        bool ProcessEvent(wxEvent& event) override
        {
            const bool processed = wxAuiManager::ProcessEvent(event);
            const wxEventType kind = event.GetEventType();
            if (kind == wxEVT_SIZE || kind == wxEVT_LEFT_UP || (kind == wxEVT_MOTION && m_action == actionResize)) {
                keep_min_heights();
            }
            return processed;
        }
        /// wxAUI allows the bottom lists to be dragged over the side panes. Lowers the lists until each side pane has
        /// its minimum height.
        void keep_min_heights();
    };

    void load(const wxString& layout);
    void set_min_sizes();
    wxFrame& frame_;
    Manager panes_;
    /// Returns the layout including panes that are temporarily hidden.
    [[nodiscard]] wxString perspective();

    std::set<std::string> temporarily_hidden_;
    wxString default_layout_;  ///< the layout of the first start
    SideWidths wanted_;        ///< widths that the user set
    SideWidths fitted_;        ///< widths after the last narrowing
    int fitted_in_{};          ///< window width at the last narrowing, pixels
    int dragged_in_{};         ///< window width at which the user made the sides wider than `fitted_`; 0 if never
};

}  // namespace redforge::editor
