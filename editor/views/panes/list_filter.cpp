// The filter line of the lists at the bottom.
#include "editor/views/panes/list_filter.hpp"

#include <algorithm>

#include <wx/aui/auibook.h>
#include <wx/sizer.h>

#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/filtered_list.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/scene/screen.hpp"

namespace redforge::editor {
namespace {

constexpr int filter_width = 320;  ///< of the line and its count, pixels at 96 dpi

wxWindow* find_tabs(const wxAuiNotebook& lists)
{
    for (wxWindow* const child : lists.GetChildren()) {
        if (dynamic_cast<wxAuiTabCtrl*>(child) != nullptr) {
            return child;
        }
    }
    return nullptr;
}

}  // namespace

ListFilter::ListFilter(wxAuiNotebook& lists) : wxPanel(find_tabs(lists)), lists_(lists)
{
    SetName("Filter of the lists");
    count_ = new wxStaticText(this, wxID_ANY, "");
    count_->SetForegroundColour(muted_text());
    search_ = new wxSearchCtrl(this, wxID_ANY, "", wxDefaultPosition, wxDefaultSize, wxTE_PROCESS_ENTER);
    search_->SetDescriptiveText("Filter");
    fit_search_line(*search_);
    search_->ShowCancelButton(true);
    set_accessible_name(*search_, "Filter of the list");
    auto* const row = new wxBoxSizer(wxHORIZONTAL);
    row->Add(count_, wxSizerFlags().CentreVertical().Border(wxLEFT | wxRIGHT, FromDIP(6)));
    row->Add(search_, wxSizerFlags(1).CentreVertical());
    SetSizer(row);
    lists.SetTabCtrlHeight(std::max(search_->GetMinSize().y, lists.GetTabCtrlHeight()));
    search_->Bind(wxEVT_TEXT, [this](wxCommandEvent&) { apply(); });
    search_->Bind(wxEVT_SEARCH_CANCEL, [this](wxCommandEvent&) { search_->SetValue(""); });
    const auto go_to_list = [this](wxCommandEvent&) {
        if (FilteredList* const shown = list(); shown != nullptr && shown->GetItemCount() > 0) {
            shown->Select(0);
            shown->Focus(0);
            give_focus(*shown);
        }
    };
    search_->Bind(wxEVT_TEXT_ENTER, go_to_list);
    search_->Bind(wxEVT_SEARCH, go_to_list);
    lists.Bind(wxEVT_AUINOTEBOOK_PAGE_CHANGED, [this](wxAuiNotebookEvent& event) {
        event.Skip();
        update();
    });
    GetParent()->Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        event.Skip();
        place();
    });
    place();
}

FilteredList* ListFilter::list() const
{
    return dynamic_cast<FilteredList*>(lists_.GetCurrentPage());
}

void ListFilter::apply()
{
    if (FilteredList* const shown = list()) {
        shown->filter(from_wx(search_->GetValue()));
    }
    update();
}

void ListFilter::update()
{
    const FilteredList* const shown = list();
    if (shown == nullptr) {
        return;
    }
    if (from_wx(search_->GetValue()) != shown->words()) {
        search_->ChangeValue(to_wx(shown->words()));
    }
    const wxString count =
        shown->words().empty() ? wxString{} : wxString::Format("%zu of %zu", shown->shown_count(), shown->count_rows());
    if (count != count_->GetLabel()) {
        count_->SetLabel(count);
        place();
    }
}

void ListFilter::clear_all()
{
    for (std::size_t page = 0; page < lists_.GetPageCount(); ++page) {
        if (auto* const each = dynamic_cast<FilteredList*>(lists_.GetPage(page))) {
            each->filter("");
        }
    }
    update();
}

void ListFilter::focus()
{
    give_focus(*search_);
    search_->SelectAll();
}

bool ListFilter::is_searching() const
{
    return is_inside(wxWindow::FindFocus(), search_);
}

bool ListFilter::clear_search()
{
    if (!is_searching() || search_->GetValue().empty()) {
        return false;
    }
    search_->SetValue("");
    return true;
}

void ListFilter::place()
{
    const wxSize size = GetParent()->GetClientSize();
    const int width = std::min(FromDIP(filter_width), size.x / 2);
    const wxSize least = search_->GetMinSize();
    // GTK warns about negative dimensions if a line has no space for its icons and its frame.
    Show(width >= least.x && size.y >= least.y);
    count_->Show(width >= least.x + count_->GetBestSize().x + FromDIP(12));
    if (IsShown()) {
        SetSize(size.x - width, 0, width, size.y);
        Layout();
    }
}

}  // namespace redforge::editor
