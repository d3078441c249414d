// The outliner pane: the document as a tree, and the line to filter it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <wx/dataview.h>
#include <wx/menu.h>
#include <wx/panel.h>
#include <wx/srchctrl.h>

#include "editor/model/outline.hpp"

namespace redforge::editor {

/// Rows of an Outline as wx asks for them. Items are row numbers; the invisible root is wx's own.
class OutlineModel : public wxDataViewModel {
public:
    void show(std::optional<Outline> outline);
    [[nodiscard]] bool has_rows() const { return outline_.has_value(); }
    [[nodiscard]] Outline& outline() const { return *outline_; }

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
};

class Outliner : public wxPanel {
public:
    /// Takes `menu` for right clicks.
    Outliner(wxWindow* parent, wxMenu* menu);

    std::function<void(Paths)> on_select;                  ///< a person selected something
    std::function<void(const std::string&)> on_filter;     ///< a person asked for a filter; empty: for all

    /// Shows a session anew: what was open and the filter stay, as far as they are still there.
    void show(const Session& session);
    void clear() { model_->show({}); }
    /// Selects and scrolls to these; a filter that hides them is taken away. Returns those that there are.
    Paths select(const Paths& paths);
    /// Shows only what is found; returns how many places. On an error all stays as it was.
    Result<std::size_t> filter(const std::string& query);
    [[nodiscard]] std::string first_found() const;
    void redraw() { tree_->Refresh(); }
    void focus_filter();

    [[nodiscard]] wxDataViewCtrl& tree() { return *tree_; }

private:
    [[nodiscard]] Paths open_paths() const;
    void open(const Paths& paths);
    void open_above(Outline::Row row);

    const Session* session_{};
    std::string query_;
    wxObjectDataPtr<OutlineModel> model_;
    wxDataViewCtrl* tree_{};
    wxSearchCtrl* search_{};
    std::unique_ptr<wxMenu> menu_;
};

}  // namespace redforge::editor
