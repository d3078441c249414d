// The selection, and hidden or locked records of a map.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include <wx/aui/auibar.h>
#include <wx/choice.h>

#include "edit/operation/operation.hpp"
#include "editor/model/scene/visibility_state.hpp"
#include "editor/views/frame/window_part.hpp"
#include "scene/scene.hpp"

namespace redforge::editor {

enum class Picking : std::uint8_t;

class SelectActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    /// Adds the list of selectable kinds to the toolbar.
    void add_picked_kinds(wxAuiToolBar& bar);
    [[nodiscard]] wxChoice& picked_kinds() { return *picked_kinds_; }
    /// Selects what was picked in a view.
    void pick(const NodeRefs& refs, Picking picking);

    void select_all();
    void select_none();
    void invert_selection();
    /// Returns to the selection before this one; select_next() returns to the later one.
    void select_previous();
    void select_next();
    [[nodiscard]] bool has_previous() const;
    [[nodiscard]] bool has_next() const;
    void select_same_kind();
    void select_same_model();
    void select_same_script();
    void select_actors();
    void hide_selected();
    void isolate_selected();
    void lock_selected();
    void show_hidden();
    /// Hides or locks records. False shows or unlocks them.
    void hide(const NodeRefs& records, bool hidden) { affect(hiding_.hidden, records, hidden); }
    void lock(const NodeRefs& records, bool locked) { affect(hiding_.locked, records, locked); }
    /// Returns true if records of a map are selected. Other documents have no hidden or locked records and no actors.
    [[nodiscard]] bool has_map_selection() const { return is_map() && has_selection(); }
    /// Shows and unlocks the selection; hidden records can be selected in the outliner.
    void show_selected();
    [[nodiscard]] bool can_show_selected() const;
    void pick_all_kinds() { pick_kind(std::nullopt); }
    template <scene::Kind kind>
    void set_picked_kind()
    {
        pick_kind(kind);
    }
    template <scene::Kind kind>
    void toggle_kind()
    {
        toggle(hiding_.hidden_kinds, kind);
    }
    template <scene::Kind kind>
    void toggle_kind_lock()
    {
        toggle(hiding_.locked_kinds, kind);
    }
    [[nodiscard]] bool has_hidden() const { return !hiding_.empty(); }
    [[nodiscard]] bool picks_all_kinds() const { return !picked_kind_; }
    template <scene::Kind kind>
    [[nodiscard]] bool picks_only() const
    {
        return picked_kind_ == kind;
    }
    template <scene::Kind kind>
    [[nodiscard]] bool shows_kind() const
    {
        return !hiding_.hidden_kinds.contains(kind);
    }
    template <scene::Kind kind>
    [[nodiscard]] bool kind_locked() const
    {
        return hiding_.locked_kinds.contains(kind);
    }

    [[nodiscard]] const VisibilityState& hiding() const { return hiding_; }
    /// Loads the hidden records of the opened document.
    void load_visibility_state();
    /// Shows in the outliner which records are hidden, locked or in a group, and which ones an open mod changes.
    void show_record_notes() const;
    /// Updates the paths of hidden and locked records after a change.
    void follow(const edit::Changes& changes);

private:
    /// Restricts clicks and boxes in the views to a kind; nullopt: all kinds.
    void pick_kind(std::optional<scene::Kind> kind);
    void toggle(std::set<scene::Kind>& kinds, scene::Kind kind);
    void affect(NodeRefs& affected, const NodeRefs& records, bool wanted);
    void add_selected(NodeRefs& affected);
    /// Hides and locks records in the views, stores the hidden ones, and shows their number in the status bar.
    void apply_visibility_state();
    void update_visibility();
    void show_visibility();
    void select_found(const NodeRefs& found);
    /// Returns true if the user can see the record. Invisible records are not selected along with others.
    [[nodiscard]] bool is_seen(const NodeRef& ref);

    VisibilityState hiding_;
    wxChoice* picked_kinds_{};
    std::optional<scene::Kind> picked_kind_;  ///< kind that clicks and boxes in views select; nullopt: all
};

}  // namespace redforge::editor
