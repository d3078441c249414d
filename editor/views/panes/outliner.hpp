// The outliner pane: the document as a tree, and the line to filter it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include <wx/choice.h>
#include <wx/dataview.h>
#include <wx/panel.h>
#include <wx/srchctrl.h>
#include <wx/timer.h>

#include "editor/model/rows/outline.hpp"

namespace redforge::editor {

/// wx data model of an Outline. Items are row numbers; wx provides the invisible root.
class OutlineModel : public wxDataViewModel {
public:
    void show(std::optional<Outline> outline);
    /// Makes the tree ask for all rows again.
    void show_again();
    /// Notifies the tree of rows that were added, removed or changed. Ignores rows that the tree has not asked for.
    void report_change(const Outline::OutlineChange& row_changes);
    [[nodiscard]] bool has_rows() const { return outline_.has_value(); }
    [[nodiscard]] Outline& outline() const { return *outline_; }

    void note(std::map<NodeRef, std::string> notes) { notes_ = std::move(notes); }
    /// Returns the text after the name of a row.
    [[nodiscard]] std::string content(Outline::Row row) const;

    [[nodiscard]] static wxDataViewItem item_of(Outline::Row row);
    [[nodiscard]] static Outline::Row row_of(const wxDataViewItem& item);

    void GetValue(wxVariant& value, const wxDataViewItem& item, unsigned column) const override;
    bool SetValue(const wxVariant& value, const wxDataViewItem& item, unsigned column) override;
    wxDataViewItem GetParent(const wxDataViewItem& item) const override;
    bool IsContainer(const wxDataViewItem& item) const override;
    bool HasContainerColumns(const wxDataViewItem& item) const override;
    unsigned GetChildren(const wxDataViewItem& item, wxDataViewItemArray& children) const override;

private:
    /// Forgets that the tree knows the children of a row and of the rows below it.
    void forget(Outline::Row row);

    mutable std::optional<Outline> outline_;  ///< makes its rows when they are asked for
    mutable std::set<Outline::Row> known_;    ///< rows whose children the tree has asked for
    std::map<NodeRef, std::string> notes_;
};

class Outliner : public wxPanel {
public:
    explicit Outliner(wxWindow* parent);

    std::function<void(NodeRefs)> on_select;            ///< called when the user selects records
    std::function<void(const std::string&)> on_filter;  ///< called when the user enters a filter; an empty one shows
                                                        ///< all
    std::function<void(Grouping)> on_group;             ///< called when the user chooses a grouping
    std::function<void()> on_menu;                      ///< called when the user clicks with the right button

    /// Sets the layers for grouping by layer; they must outlive this object.
    void use(const Layers& layers) { layers_ = &layers; }
    /// Shows a session, scrolled to the top. Clears the filter of the previous document.
    void show(const Session& session);
    void clear();
    /// Updates the rows after a change of the document. Returns true if rows were removed or moved, which removes them
    /// from the tree's selection.
    bool follow(const edit::Changes& changes);
    /// Selects these nodes and scrolls to them. Returns false if the filter hides some; these stay unselected.
    bool select(const NodeRefs& refs);
    /// Returns true if the filter shows the node.
    [[nodiscard]] bool shows(const NodeRef& ref)
    {
        return model_->has_rows() && model_->outline().find(ref).has_value();
    }
    /// Shows only matching nodes and returns their number. On an error, nothing changes.
    Result<std::size_t> filter(const std::string& query);
    [[nodiscard]] const std::string& query() const { return query_; }
    /// Sets the grouping of map lists. The caller must restore the selection afterwards.
    void group(Grouping grouping);
    [[nodiscard]] Grouping grouping() const { return grouping_; }
    /// Returns the text of the search line, applied or not.
    [[nodiscard]] std::string search_text() const;
    /// Returns all matches of the filter.
    [[nodiscard]] NodeRefs found() const { return model_->has_rows() ? model_->outline().found() : NodeRefs{}; }
    /// Returns nullopt if there is no filter or no match.
    [[nodiscard]] std::optional<NodeRef> first_found() const;
    void focus_filter();
    /// Returns true if the search line has the focus.
    [[nodiscard]] bool is_searching() const;
    /// Clears the search line and its filter. Returns false if the line does not have the focus, or is empty.
    bool clear_search();

    /// Left collapses the current line or moves to its parent; Right expands it or moves to its first child. Returns
    /// false if the tree does not have the focus.
    bool handle_arrow_key(int key);

    /// Sets states of records that the document does not contain: hidden, locked.
    void note(std::map<NodeRef, std::string> notes);

    /// Redraws the visible rows, for example after a change of drafts.
    void repaint();

    [[nodiscard]] wxDataViewCtrl& tree() { return *tree_; }

private:
    /// Returns the full text of the line at a position if it is cut off.
    [[nodiscard]] wxString truncated_text(const wxPoint& at) const;
    /// Returns the expanded rows, parents first.
    [[nodiscard]] std::vector<Outline::Row> open_rows() const;
    /// Expands the parents of the matches, unless there are too many.
    void open_found();
    /// Shows or hides the choice of grouping. Returns true if it changed.
    bool show_groupings();
    [[nodiscard]] Result<Outline> outline_of(const std::string& query) const;
    void open_above(Outline::Row row);
    /// Scrolls to a row. Unless the tree has the focus, it then begins with a whole row.
    void reveal(const wxDataViewItem& item);
    /// Filters the list by the typed text without selecting a match.
    void filter_live();
    /// Shows the rows of a filter, opened.
    void show_filtered(const std::string& query, Outline found);
    /// Selects a line like a user action.
    void go_to(Outline::Row row);

    const Session* session_{};
    const Layers* layers_{};
    wxTimer filter_later_;  ///< runs filter_live() after a pause in typing
    std::string query_;
    Grouping grouping_{};
    wxChoice* groupings_{};
    wxObjectDataPtr<OutlineModel> model_;
    wxDataViewCtrl* tree_{};
    wxSearchCtrl* search_{};
    bool busy_{};  ///< rows are being changed: ignore selection events of the tree
};

}  // namespace redforge::editor
