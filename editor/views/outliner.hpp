// The outliner pane: the document as a tree, and the line to filter it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include <wx/choice.h>
#include <wx/dataview.h>
#include <wx/panel.h>
#include <wx/srchctrl.h>

#include "editor/model/outline.hpp"

namespace redforge::editor {

/// Rows of an Outline as wx asks for them. Items are row numbers; the invisible root is wx's own.
class OutlineModel : public wxDataViewModel {
public:
    void show(std::optional<Outline> outline);
    /// Tells the tree of rows that came, went or say something else.
    void tell(const Outline::OutlineChange& news);
    [[nodiscard]] bool has_rows() const { return outline_.has_value(); }
    [[nodiscard]] Outline& outline() const { return *outline_; }

    void note(std::map<NodeRef, std::string> notes) { notes_ = std::move(notes); }
    /// What a row says behind its name.
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
    mutable std::optional<Outline> outline_;  ///< makes its rows when they are asked for
    std::map<NodeRef, std::string> notes_;
};

class Outliner : public wxPanel {
public:
    explicit Outliner(wxWindow* parent);

    std::function<void(NodeRefs)> on_select;            ///< a person selected something
    std::function<void(const std::string&)> on_filter;  ///< a person asked for a filter; empty: for all
    std::function<void(Grouping)> on_group;             ///< a person chose how the rows are grouped
    std::function<void()> on_menu;                      ///< a person clicked with the right button

    /// What it lists by layer from now on; they must stay where they are.
    void use(const Layers& layers) { layers_ = &layers; }
    /// Shows a session from its beginning, all of it: what was looked for was meant for another one.
    void show(const Session& session);
    void clear();
    /// Brings the rows up to date with a change of the session's document. Whether rows went or stand elsewhere, which takes
    /// them out of the tree's selection.
    bool follow(const edit::Changes& changes);
    /// Selects and scrolls to these. False: the filter hides some, which stay unselected here.
    bool select(const NodeRefs& refs);
    /// Whether the filter leaves it.
    [[nodiscard]] bool shows(const NodeRef& ref)
    {
        return model_->has_rows() && model_->outline().find(ref).has_value();
    }
    /// Shows only what is found; returns how many nodes. On an error all stays as it was.
    Result<std::size_t> filter(const std::string& query);
    [[nodiscard]] const std::string& query() const { return query_; }
    /// How the lists of maps are shown. Select what is selected again afterwards.
    void group(Grouping grouping);
    [[nodiscard]] Grouping grouping() const { return grouping_; }
    /// What stands in the search line, asked for or not.
    [[nodiscard]] std::string search_text() const;
    /// All that the filter found.
    [[nodiscard]] NodeRefs found() const { return model_->has_rows() ? model_->outline().found() : NodeRefs{}; }
    /// Nothing when there is no filter, or nothing was found.
    [[nodiscard]] std::optional<NodeRef> first_found() const;
    void focus_filter();
    /// Whether the search line has the focus.
    [[nodiscard]] bool is_searching() const;

    /// The key Left: closes the line that has the cursor, or goes to what holds it. Right: opens it, or goes to the
    /// first line in it. False: the tree has not the focus.
    bool left_or_right(int key);

    /// What lines say of their records besides what the document does: hidden, locked.
    void note(std::map<NodeRef, std::string> notes);

    /// Draws the lines anew: what they say of drafts has changed.
    void repaint();

    [[nodiscard]] wxDataViewCtrl& tree() { return *tree_; }

private:
    /// What the line at a place of the tree says, where it is cut.
    [[nodiscard]] wxString cut_words(const wxPoint& at) const;
    /// What is open, with what holds it before it.
    [[nodiscard]] std::vector<Outline::Row> open_rows() const;
    /// Opens what holds the nodes that the filter found, but not of too many.
    void open_found();
    /// Whether they are shown now and were not, or the other way round.
    bool show_groupings();
    [[nodiscard]] Result<Outline> outline_of(const std::string& query) const;
    void open_above(Outline::Row row);
    /// Selects a line as a person does.
    void go_to(Outline::Row row);

    const Session* session_{};
    const Layers* layers_{};
    std::string query_;
    Grouping grouping_{};
    wxChoice* groupings_{};
    wxObjectDataPtr<OutlineModel> model_;
    wxDataViewCtrl* tree_{};
    wxSearchCtrl* search_{};
    bool busy_{};  ///< the rows are being changed: what the tree tells of its selection is not a person's doing
};

}  // namespace redforge::editor
