// The outliner pane: rows made as they are opened, never all at once.
#include "editor/views/panes/outliner.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <wx/sizer.h>

#include "edit/map/map_of.hpp"
#include "editor/model/text/form_name.hpp"
#include "editor/views/frame/flag.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/scene/screen.hpp"

namespace redforge::editor {
namespace {

/// Maximum number of matches whose parents are expanded.
constexpr std::size_t max_expanded = 200;
/// Maximum number of lines that are selected in the tree; each takes time proportional to its list. For larger
/// selections the status bar shows the number.
constexpr std::size_t max_selected = 10000;
/// Maximum number of rows that are updated one by one; each takes time proportional to its list.
constexpr std::size_t max_notified_rows = 64;
constexpr int filter_pause = 150;        ///< milliseconds without a key before the list is filtered
constexpr int min_with_groupings = 240;  ///< width in pixels at 96 dpi

/// Returns the text with the special characters of Pango markup escaped.
std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        default: out += c; break;
        }
    }
    return out;
}

/// Draws the name, followed by the description in smaller, grey text.
std::string marked_up(std::string_view name, std::string_view content)
{
    return content.empty() ? escaped(name)
                           : escaped(name) + "  <span alpha=\"60%\" size=\"smaller\">" + escaped(content) + "</span>";
}

}  // namespace

void OutlineModel::show(std::optional<Outline> outline)
{
    outline_ = std::move(outline);
    show_again();
}

void OutlineModel::show_again()
{
    known_.clear();
    Cleared();
}

void OutlineModel::forget(Outline::Row row)
{
    std::erase_if(known_, [&](Outline::Row each) {
        while (each != row && each != 0) {
            each = outline_->above(each);
        }
        return each == row;
    });
}

void OutlineModel::report_change(const Outline::OutlineChange& row_changes)
{
    for (const auto& [above, row] : row_changes.removed) {
        if (known_.contains(above)) {
            ItemDeleted(item_of(above), item_of(row));
        }
        forget(row);
    }
    for (const auto& [above, row] : row_changes.added) {
        if (!known_.contains(above)) {
            continue;  // the tree asks for the rows when it shows them
        }
        ItemAdded(item_of(above), item_of(row));
        // GTK expands a new row only if it knows that the row has children.
        if (outline_->can_have_children(row)) {
            known_.insert(row);
            for (const Outline::Row below : outline_->below(row)) {
                ItemAdded(item_of(row), item_of(below));
            }
        }
    }
    for (const Outline::Row row : row_changes.changed) {
        ItemChanged(item_of(row));
    }
}

wxDataViewItem OutlineModel::item_of(Outline::Row row)
{
    // wx stores a pointer for each item and never dereferences it.
    return wxDataViewItem(reinterpret_cast<void*>(static_cast<std::uintptr_t>(row) + 1));  // NOLINT
}

Outline::Row OutlineModel::row_of(const wxDataViewItem& item)
{
    return static_cast<Outline::Row>(reinterpret_cast<std::uintptr_t>(item.GetID()) - 1);  // NOLINT
}

void OutlineModel::GetValue(wxVariant& value, const wxDataViewItem& item, unsigned column) const
{
    if (outline_ && item.IsOk()) {
        const Outline::Row row = row_of(item);
        value = to_wx(column == 0   ? outline_->name(row)
                      : column == 1 ? content(row)
                                    : marked_up(outline_->name(row), content(row)));
    }
}

std::string OutlineModel::content(Outline::Row row) const
{
    std::string words = outline_->content(row);
    if (notes_.empty()) {
        return words;
    }
    const NodeRefs nodes = outline_->nodes(row);  // for a group row, the note that all its records share
    const auto first = nodes.empty() ? notes_.end() : notes_.find(nodes.front());
    const bool all = first != notes_.end() && std::ranges::all_of(nodes, [&](const NodeRef& ref) {
                         const auto other = notes_.find(ref);
                         return other != notes_.end() && other->second == first->second;
                     });
    return all ? first->second + (words.empty() ? "" : ", ") + words : words;
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
    return !item.IsOk() || (outline_ && outline_->can_have_children(row_of(item)));
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
    known_.insert(row_of(item));
    children.Alloc(rows.size());
    for (const Outline::Row row : rows) {
        children.Add(item_of(row));
    }
    return static_cast<unsigned>(rows.size());
}

Outliner::Outliner(wxWindow* parent) : wxPanel(parent), model_(new OutlineModel)
{
    search_ = new wxSearchCtrl(this, wxID_ANY, "", wxDefaultPosition, wxDefaultSize, wxTE_PROCESS_ENTER);
    search_->SetDescriptiveText("Find");
    fit_search_line(*search_);
    search_->ShowCancelButton(true);
    tree_ = new wxDataViewCtrl(this, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxDV_MULTIPLE | wxDV_NO_HEADER);
    tree_->AssociateModel(model_.get());
    auto* const renderer = new wxDataViewTextRenderer("string", wxDATAVIEW_CELL_INERT);
    renderer->EnableMarkup();
    renderer->EnableEllipsize(wxELLIPSIZE_END);
    tree_->AppendColumn(new wxDataViewColumn("Name", renderer, 2, FromDIP(200), wxALIGN_NOT, wxDATAVIEW_COL_RESIZABLE));
    tree_->SetIndent(0);  // GTK adds the width of its arrow, so deep rows keep room for their names

    constexpr const char* what = "Choose how the list is grouped";
    groupings_ = new wxChoice(this, wxID_ANY);
    groupings_->Append({"Kind", "Actor", "Model", "Layer"});  // in the order of enum Grouping
    groupings_->SetSelection(0);
    groupings_->SetToolTip(what);
    groupings_->SetName(what);
    set_accessible_name(*groupings_, what);
    set_accessible_name(*search_, "Find in the outliner");
    set_accessible_name(*tree_, "Outliner");
    groupings_->Hide();
    groupings_->Bind(wxEVT_CHOICE,
                     [this](wxCommandEvent& event) { on_group(static_cast<Grouping>(event.GetSelection())); });

    auto* const above = new wxBoxSizer(wxHORIZONTAL);
    above->Add(search_, wxSizerFlags(1).Expand());
    above->Add(groupings_, wxSizerFlags().Expand().Border(wxLEFT, FromDIP(3)));
    auto* const column = new wxBoxSizer(wxVERTICAL);
    column->Add(above, wxSizerFlags().Expand().Border(wxALL, FromDIP(3)));
    column->Add(tree_, wxSizerFlags(1).Expand());
    SetSizer(column);
    Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        event.Skip();
        if (show_groupings()) {
            Layout();
        }
    });

    tree_->Bind(wxEVT_DATAVIEW_SELECTION_CHANGED, [this](wxDataViewEvent&) {
        if (busy_ || !model_->has_rows()) {
            return;
        }
        wxDataViewItemArray items;
        tree_->GetSelections(items);
        NodeRefs refs;
        for (const wxDataViewItem& item : items) {
            for (NodeRef& ref : model_->outline().nodes(OutlineModel::row_of(item))) {
                refs.push_back(std::move(ref));
            }
        }
        on_select(std::move(refs));
    });
    // GTK keeps the first visible row at a resize, so the selection can scroll out of a list that gets shorter. At the
    // start, the tree gets its size after the first selection.
    tree_->Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        event.Skip();
        CallAfter([this] {
            if (const wxDataViewItem current = tree_->GetCurrentItem(); current.IsOk() && tree_->IsSelected(current)) {
                reveal(current);
            }
        });
    });
    tree_->Bind(wxEVT_MOTION, [this](wxMouseEvent& event) {
        event.Skip();
        const wxString words = truncated_text(event.GetPosition());
        if (words != tree_->GetToolTipText()) {
            words.empty() ? tree_->UnsetToolTip() : tree_->SetToolTip(words);
        }
    });
    tree_->Bind(wxEVT_DATAVIEW_ITEM_CONTEXT_MENU, [this](wxDataViewEvent&) { on_menu(); });
    const auto apply = [this](wxCommandEvent&) {
        filter_later_.Stop();
        on_filter(from_wx(search_->GetValue()));
    };
    search_->Bind(wxEVT_TEXT_ENTER, apply);
    search_->Bind(wxEVT_SEARCH, apply);
    search_->Bind(wxEVT_TEXT, [this](wxCommandEvent& event) {
        filter_later_.StartOnce(filter_pause);
        event.Skip();
    });
    filter_later_.Bind(wxEVT_TIMER, [this](wxTimerEvent&) { filter_live(); });
    search_->Bind(wxEVT_SEARCH_CANCEL, [this](wxCommandEvent&) {
        filter_later_.Stop();
        search_->ChangeValue("");
        on_filter("");
    });
}

void Outliner::show(const Session& session)
{
    const Flag busy(busy_);
    session_ = &session;
    search_->SetDescriptiveText(edit::map_of(session.document()) != nullptr ? "Find: door, or radius:600"
                                : !plugins_of(session).empty()              ? "Find: a name, or part of a FormID"
                                                                            : "Find: a name, or field:value");
    show_groupings();
    Layout();
    query_.clear();
    filter_later_.Stop();
    search_->ChangeValue("");
    model_->show(Outline(session, grouping_, layers_));
    tree_->Expand(OutlineModel::item_of(0));
}

/// A narrow outliner uses its width for the search line; the menu also has the choice.
bool Outliner::show_groupings()
{
    const bool groups = session_ != nullptr && edit::map_of(session_->document()) != nullptr;
    return groupings_->Show(groups && GetClientSize().x >= FromDIP(min_with_groupings));
}

Result<Outline> Outliner::outline_of(const std::string& query) const
{
    return query.empty() ? Result<Outline>(Outline(*session_, grouping_, layers_))
                         : Outline::filtered(*session_, query, grouping_, layers_);
}

void Outliner::group(Grouping grouping)
{
    grouping_ = grouping;
    groupings_->SetSelection(static_cast<int>(grouping));
    if (session_ == nullptr || !model_->has_rows()) {
        return;
    }
    const Flag busy(busy_);
    if (Result<Outline> rows = outline_of(query_)) {
        model_->show(std::move(*rows));
        tree_->Expand(OutlineModel::item_of(0));
        open_found();
    }
}

wxString Outliner::truncated_text(const wxPoint& at) const
{
    wxDataViewItem item;
    wxDataViewColumn* column = nullptr;
    tree_->HitTest(at, item, column);
    if (!item.IsOk() || !model_->has_rows()) {
        return {};
    }
    Outline& outline = model_->outline();
    const Outline::Row row = OutlineModel::row_of(item);
    int left = 0;
    for (Outline::Row each = row;; each = outline.above(each)) {
        left += tree_->GetIndent() + FromDIP(18);  // width of the expander arrow
        if (each == 0) {
            break;
        }
    }
    const wxString words = to_wx(outline.name(row) + "  " + model_->content(row));
    return left + tree_->GetTextExtent(words).x > tree_->GetClientSize().x ? words : wxString{};
}

void Outliner::clear()
{
    const Flag busy(busy_);
    model_->show({});
    session_ = nullptr;
}

bool Outliner::follow(const edit::Changes& changes)
{
    if (session_ == nullptr || !model_->has_rows()) {
        return false;
    }
    const Flag busy(busy_);
    const Outline::OutlineChange row_changes = model_->outline().follow(changes);
    if (row_changes.removed.size() + row_changes.added.size() <= max_notified_rows) {
        model_->report_change(row_changes);
        repaint();  // the rows after added or removed rows have new numbers
        return !row_changes.removed.empty();
    }
    const std::vector<Outline::Row> open = open_rows();
    model_->show_again();
    for (const Outline::Row row : open) {
        tree_->Expand(OutlineModel::item_of(row));
    }
    return true;
}

bool Outliner::select(const NodeRefs& refs)
{
    if (session_ == nullptr) {
        return true;
    }
    const Flag busy(busy_);
    if (refs.size() > max_selected) {
        tree_->UnselectAll();
        return true;
    }
    wxDataViewItemArray items;
    for (const NodeRef& ref : refs) {
        if (const std::optional<Outline::Row> row = model_->outline().find(ref)) {
            open_above(*row);
            items.Add(OutlineModel::item_of(*row));
        }
    }
    tree_->SetSelections(items);
    if (!items.empty()) {
        tree_->SetCurrentItem(items.front());
        tree_->SetSelections(items);  // setting the current item selects it alone
        reveal(items.front());
    }
    return items.size() == refs.size();
}

void Outliner::show_filtered(const std::string& query, Outline found)
{
    const Flag busy(busy_);
    query_ = query;
    model_->show(std::move(found));
    tree_->Expand(OutlineModel::item_of(0));
    open_found();
}

Result<std::size_t> Outliner::filter(const std::string& query)
{
    Result<Outline> found = outline_of(query);
    if (!found) {
        return fail(std::move(found.error()));
    }
    const Flag busy(busy_);
    search_->ChangeValue(to_wx(query));
    const std::size_t count = found->found().size();
    show_filtered(query, std::move(*found));
    return count;
}

void Outliner::filter_live()
{
    const std::string query = search_text();
    if (session_ == nullptr || query == query_) {
        return;
    }
    Result<Outline> found = outline_of(query);
    if (!found) {
        return;  // the condition is not complete yet, for example "radius:"
    }
    const Flag busy(busy_);
    show_filtered(query, std::move(*found));
    select(session_->selection());
}

std::optional<NodeRef> Outliner::first_found() const
{
    const NodeRefs& found = model_->outline().found();
    return found.empty() ? std::nullopt : std::optional(found.front());
}

std::string Outliner::search_text() const
{
    return from_wx(search_->GetValue());
}

void Outliner::focus_filter()
{
    give_focus(*search_);
    search_->SelectAll();
}

bool Outliner::is_searching() const
{
    return is_inside(wxWindow::FindFocus(), search_);
}

bool Outliner::clear_search()
{
    if (!is_searching() || (search_->GetValue().empty() && query_.empty())) {
        return false;
    }
    filter_later_.Stop();
    search_->ChangeValue("");
    on_filter("");
    return true;
}

bool Outliner::handle_arrow_key(int key)
{
    if (!is_inside(wxWindow::FindFocus(), tree_)) {
        return false;
    }
    const wxDataViewItem item = model_->has_rows() ? tree_->GetCurrentItem() : wxDataViewItem{};
    if (!item.IsOk()) {
        return true;
    }
    const Outline::Row row = OutlineModel::row_of(item);
    const bool open = tree_->IsExpanded(item);
    if (key == WXK_LEFT) {
        if (open) {
            tree_->Collapse(item);
        } else if (row != 0) {
            go_to(model_->outline().above(row));
        }
    } else if (open) {
        if (const std::vector<Outline::Row>& below = model_->outline().below(row); !below.empty()) {
            go_to(below.front());
        }
    } else if (model_->IsContainer(item)) {
        tree_->Expand(item);
    }
    return true;
}

void Outliner::go_to(Outline::Row row)
{
    {
        const Flag busy(busy_);
        open_above(row);
        const wxDataViewItem item = OutlineModel::item_of(row);
        wxDataViewItemArray items;
        items.Add(item);
        tree_->SetCurrentItem(item);
        tree_->SetSelections(items);
        reveal(item);
    }
    on_select(model_->outline().nodes(row));
}

void Outliner::reveal(const wxDataViewItem& item)
{
    tree_->EnsureVisible(item);
    if (!is_inside(wxWindow::FindFocus(), tree_)) {  // otherwise a row would move below a click
        CallAfter([this] { align_first_row(*tree_); });
    }
}

std::vector<Outline::Row> Outliner::open_rows() const
{
    std::vector<Outline::Row> open;
    std::vector<Outline::Row> rest{0};
    while (!rest.empty()) {
        const Outline::Row row = rest.back();
        rest.pop_back();
        if (tree_->IsExpanded(OutlineModel::item_of(row))) {
            open.push_back(row);
            const std::vector<Outline::Row>& below = model_->outline().below(row);
            rest.insert(rest.end(), below.begin(), below.end());
        }
    }
    return open;
}

void Outliner::open_found()
{
    const NodeRefs& found = model_->outline().found();
    for (const NodeRef& ref : std::span(found).first(std::min(found.size(), max_expanded))) {
        if (const std::optional<Outline::Row> row = model_->outline().find(ref)) {
            open_above(*row);
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

void Outliner::note(std::map<NodeRef, std::string> notes)
{
    model_->note(std::move(notes));
    repaint();
}

void Outliner::repaint()
{
    tree_->Refresh();
    for (wxWindow* const part : tree_->GetChildren()) {
        part->Refresh();
    }
}

}  // namespace redforge::editor
