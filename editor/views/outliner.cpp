// The outliner pane: rows made as they are opened, never all at once.
#include "editor/views/outliner.hpp"

#include <algorithm>

#include <wx/sizer.h>

#include "editor/views/text.hpp"

namespace redforge::editor {
namespace {

/// Found places that are unfolded to; the rest stands folded.
constexpr std::size_t most_unfolded = 200;

}  // namespace

void OutlineModel::show(std::optional<Outline> outline)
{
    outline_ = std::move(outline);
    Cleared();
}

wxDataViewItem OutlineModel::item_of(Outline::Row row)
{
    // wx keeps a pointer for each item and never looks behind it.
    return wxDataViewItem(reinterpret_cast<void*>(static_cast<std::uintptr_t>(row) + 1));  // NOLINT
}

Outline::Row OutlineModel::row_of(const wxDataViewItem& item)
{
    return static_cast<Outline::Row>(reinterpret_cast<std::uintptr_t>(item.GetID()) - 1);  // NOLINT
}

void OutlineModel::GetValue(wxVariant& value, const wxDataViewItem& item, unsigned column) const
{
    if (outline_ && item.IsOk()) {
        value = to_wx(column == 0 ? outline_->name(row_of(item)) : outline_->content(row_of(item)));
    }
}

bool OutlineModel::SetValue(const wxVariant& /*value*/, const wxDataViewItem& /*item*/, unsigned /*column*/)
{
    return false;
}

wxDataViewItem OutlineModel::GetParent(const wxDataViewItem& item) const
{
    if (!outline_ || !item.IsOk() || row_of(item) == 0) {
        return {};
    }
    return item_of(outline_->above(row_of(item)));
}

bool OutlineModel::IsContainer(const wxDataViewItem& item) const
{
    return !item.IsOk() || (outline_ && outline_->may_hold_rows(row_of(item)));
}

bool OutlineModel::HasContainerColumns(const wxDataViewItem& /*item*/) const
{
    return true;
}

unsigned OutlineModel::GetChildren(const wxDataViewItem& item, wxDataViewItemArray& children) const
{
    if (!outline_) {
        return 0;
    }
    if (!item.IsOk()) {
        children.Add(item_of(0));
        return 1;
    }
    const std::vector<Outline::Row>& rows = outline_->below(row_of(item));
    children.Alloc(rows.size());
    for (const Outline::Row row : rows) {
        children.Add(item_of(row));
    }
    return static_cast<unsigned>(rows.size());
}

Outliner::Outliner(wxWindow* parent, wxMenu* menu) : wxPanel(parent), model_(new OutlineModel), menu_(menu)
{
    search_ = new wxSearchCtrl(this, wxID_ANY, "", wxDefaultPosition, wxDefaultSize, wxTE_PROCESS_ENTER);
    search_->SetDescriptiveText("field:value, such as script_name:DOOR*");
    search_->ShowCancelButton(true);
    tree_ = new wxDataViewCtrl(this, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxDV_MULTIPLE | wxDV_ROW_LINES);
    tree_->AssociateModel(model_.get());
    tree_->AppendTextColumn("Name", 0, wxDATAVIEW_CELL_INERT, FromDIP(210), wxALIGN_NOT, wxDATAVIEW_COL_RESIZABLE);
    tree_->AppendTextColumn("Content", 1, wxDATAVIEW_CELL_INERT, FromDIP(330), wxALIGN_NOT, wxDATAVIEW_COL_RESIZABLE);

    auto* const column = new wxBoxSizer(wxVERTICAL);
    column->Add(search_, wxSizerFlags().Expand().Border(wxALL, FromDIP(3)));
    column->Add(tree_, wxSizerFlags(1).Expand());
    SetSizer(column);

    tree_->Bind(wxEVT_DATAVIEW_SELECTION_CHANGED, [this](wxDataViewEvent&) {
        wxDataViewItemArray items;
        tree_->GetSelections(items);
        Paths paths;
        for (const wxDataViewItem& item : items) {
            paths.push_back(model_->outline().path(OutlineModel::row_of(item)));
        }
        on_select(std::move(paths));
    });
    tree_->Bind(wxEVT_DATAVIEW_ITEM_CONTEXT_MENU, [this](wxDataViewEvent&) { tree_->PopupMenu(menu_.get()); });
    const auto apply = [this](wxCommandEvent&) { on_filter(from_wx(search_->GetValue())); };
    search_->Bind(wxEVT_TEXT_ENTER, apply);
    search_->Bind(wxEVT_SEARCH, apply);
    search_->Bind(wxEVT_SEARCH_CANCEL, [this](wxCommandEvent&) {
        search_->ChangeValue("");
        on_filter("");
    });
}

void Outliner::show(const Session& session)
{
    const bool same = session_ == &session && model_->has_rows();
    const Paths open_before = same ? open_paths() : Paths{""};
    session_ = &session;
    Result<Outline> found = query_.empty() ? Result<Outline>(Outline(session)) : Outline::filtered(session, query_);
    if (!found) {  // the query names something that this document does not have
        query_.clear();
        search_->ChangeValue("");
        found = Outline(session);
    }
    model_->show(std::move(*found));
    open(open_before);
}

Paths Outliner::select(const Paths& paths)
{
    if (session_ == nullptr) {
        return {};
    }
    const auto hidden = [this](const std::string& path) {
        return session_->locate(path).has_value() && !model_->outline().find(path);
    };
    if (!query_.empty() && std::ranges::any_of(paths, hidden)) {
        query_.clear();
        search_->ChangeValue("");
        show(*session_);
    }
    Paths there;
    wxDataViewItemArray items;
    for (const std::string& path : paths) {
        if (const std::optional<Outline::Row> row = model_->outline().find(path)) {
            open_above(*row);
            items.Add(OutlineModel::item_of(*row));
            there.push_back(path);
        }
    }
    tree_->SetSelections(items);
    if (!items.empty()) {
        tree_->SetCurrentItem(items.front());
        tree_->SetSelections(items);  // setting the current item selects it alone
        tree_->EnsureVisible(items.front());
    }
    return there;
}

Result<std::size_t> Outliner::filter(const std::string& query)
{
    Result<Outline> found = query.empty() ? Result<Outline>(Outline(*session_)) : Outline::filtered(*session_, query);
    if (!found) {
        return fail(std::move(found.error()));
    }
    query_ = query;
    search_->ChangeValue(to_wx(query));
    const std::size_t count = found->found().size();
    model_->show(std::move(*found));
    Paths unfolded{""};
    for (const std::string& path : model_->outline().found()) {
        if (unfolded.size() > most_unfolded) {
            break;
        }
        unfolded.emplace_back(path_above(path));
    }
    open(unfolded);
    return count;
}

std::string Outliner::first_found() const
{
    const Paths& found = model_->outline().found();
    return found.empty() ? std::string{} : found.front();
}

void Outliner::focus_filter()
{
    search_->SetFocus();
    search_->SelectAll();
}

Paths Outliner::open_paths() const
{
    Paths paths;
    std::vector<Outline::Row> rest{0};
    while (!rest.empty()) {
        const Outline::Row row = rest.back();
        rest.pop_back();
        if (tree_->IsExpanded(OutlineModel::item_of(row))) {
            paths.push_back(model_->outline().path(row));
            const std::vector<Outline::Row>& below = model_->outline().below(row);
            rest.insert(rest.end(), below.begin(), below.end());
        }
    }
    return paths;
}

void Outliner::open(const Paths& paths)
{
    for (const std::string& path : paths) {
        if (const std::optional<Outline::Row> row = model_->outline().find(path)) {
            open_above(*row);
            tree_->Expand(OutlineModel::item_of(*row));
        }
    }
}

void Outliner::open_above(Outline::Row row)
{
    if (row == 0) {
        return;
    }
    const Outline::Row above = model_->outline().above(row);
    open_above(above);
    if (!tree_->IsExpanded(OutlineModel::item_of(above))) {
        tree_->Expand(OutlineModel::item_of(above));
    }
}

}  // namespace redforge::editor
