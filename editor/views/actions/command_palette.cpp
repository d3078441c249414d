// Filters the table of actions while the user types.
#include "editor/views/actions/command_palette.hpp"

#include <algorithm>

#include <wx/settings.h>
#include <wx/sizer.h>
#include <wx/wupdlock.h>

#include "editor/model/text/fuzzy.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/list_keys.hpp"

namespace redforge::editor {

CommandPalette::CommandPalette(wxWindow* parent)
    : wxDialog(parent, wxID_ANY, "Commands", wxDefaultPosition, wxDefaultSize, wxDEFAULT_DIALOG_STYLE | wxRESIZE_BORDER)
{
    line_ = new TextLine(this, wxID_ANY, "", wxDefaultPosition, wxDefaultSize, wxTE_PROCESS_ENTER);
    line_->SetHint("Type letters of an action");
    list_ = new wxListView(this, wxID_ANY, wxDefaultPosition, FromDIP(wxSize(560, 360)),
                           wxLC_REPORT | wxLC_SINGLE_SEL | wxLC_NO_HEADER);
    list_->AppendColumn("Action", wxLIST_FORMAT_LEFT, FromDIP(390));
    list_->AppendColumn("Key", wxLIST_FORMAT_LEFT, FromDIP(150));
    fix_page_keys(*list_);
    auto* const column = new wxBoxSizer(wxVERTICAL);
    column->Add(line_, wxSizerFlags().Expand().Border(wxALL, FromDIP(6)));
    column->Add(list_, wxSizerFlags(1).Expand().Border(wxLEFT | wxRIGHT | wxBOTTOM, FromDIP(6)));
    SetSizerAndFit(column);
    line_->Bind(wxEVT_TEXT, [this](wxCommandEvent&) { filter(from_wx(line_->GetValue())); });
    line_->Bind(wxEVT_TEXT_ENTER, [this](wxCommandEvent&) { choose(); });
    list_->Bind(wxEVT_LIST_ITEM_ACTIVATED, [this](wxListEvent&) { choose(); });
    Bind(wxEVT_CHAR_HOOK, &CommandPalette::on_key, this);
    Bind(wxEVT_CLOSE_WINDOW, [this](wxCloseEvent&) { close(); });
}

void CommandPalette::open(const KeyMap& keys)
{
    focus_ = wxWindow::FindFocus();
    all_.clear();
    names_.clear();
    keys_.clear();
    for (const Action& action : actions()) {
        all_.push_back(&action);
        names_.push_back(plain_action_name(action));
        const std::string key = key_of(action, keys);
        keys_.push_back(*action.other_key == '\0' || key.empty() ? key : key + ", " + action.other_key);
    }
    line_->ChangeValue("");
    filter("");
    CentreOnParent();
    Show();
    Raise();
    line_->SetFocus();
}

void CommandPalette::filter(const std::string& query)
{
    const wxWindowUpdateLocker still(list_);
    list_->DeleteAllItems();
    found_.clear();
    for (const std::size_t number : fuzzy_ranked(query, names_)) {
        const Action& action = *all_[number];
        const long row = list_->InsertItem(list_->GetItemCount(), to_wx(names_[number]));
        list_->SetItem(row, 1, to_wx(keys_[number]));
        if (is_possible && !is_possible(action)) {
            list_->SetItemTextColour(row, muted_text());
        }
        found_.push_back(&action);
    }
    select(0);
}

void CommandPalette::select(long row)
{
    const long last = static_cast<long>(found_.size()) - 1;
    if (last >= 0) {
        row = std::clamp(row, 0L, last);
        list_->Select(row);
        list_->Focus(row);
        list_->EnsureVisible(row);
    }
}

void CommandPalette::on_key(wxKeyEvent& event)
{
    const long row = list_->GetFirstSelected();
    switch (event.GetKeyCode()) {
    case WXK_ESCAPE: close(); return;
    case WXK_UP: select(row - 1); return;
    case WXK_DOWN: select(row + 1); return;
    case WXK_PAGEUP: select(row - list_->GetCountPerPage()); return;
    case WXK_PAGEDOWN: select(row + list_->GetCountPerPage()); return;
    case WXK_RETURN:
    case WXK_NUMPAD_ENTER: choose(); return;
    default: event.Skip(); return;
    }
}

void CommandPalette::choose()
{
    const long row = list_->GetFirstSelected();
    const Action* const action = row < 0 ? nullptr : found_.at(static_cast<std::size_t>(row));
    if (action == nullptr) {
        return;
    }
    if (is_possible && !is_possible(*action)) {
        if (on_unavailable) {
            on_unavailable(*action);
        }
        return;
    }
    close();
    if (on_run) {
        on_run(*action);
    }
}

void CommandPalette::close()
{
    Hide();
    if (focus_ != nullptr) {
        give_focus(*focus_);
    }
    focus_ = nullptr;
}

}  // namespace redforge::editor
