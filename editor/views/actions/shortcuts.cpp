// Dialog that changes a key: the user presses it, and the dialog names actions with the same key.
#include "editor/views/actions/shortcuts.hpp"

#include <algorithm>

#include <wx/settings.h>
#include <wx/sizer.h>
#include <wx/srchctrl.h>
#include <wx/wupdlock.h>

#include "editor/model/text/fuzzy.hpp"
#include "editor/views/actions/key_text.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/list_keys.hpp"

namespace redforge::editor {
namespace {

constexpr int key_column = 1;

/// Returns "Ctrl+Shift+P". Returns an empty text for a modifier alone, and for keys without a name.
std::string pressed_key(const wxKeyEvent& event)
{
    return normal_key(key_text(event.GetModifiers(), event.GetKeyCode()));
}

}  // namespace

Shortcuts::Shortcuts(wxWindow* parent, KeyMap keys)
    : wxDialog(parent, wxID_ANY, "Keyboard Shortcuts", wxDefaultPosition, wxDefaultSize,
               wxDEFAULT_DIALOG_STYLE | wxRESIZE_BORDER),
      keys_(std::move(keys))
{
    auto* const search = new wxSearchCtrl(this, wxID_ANY);
    search->SetDescriptiveText("Type letters of an action");
    list_ = new wxListView(this, wxID_ANY, wxDefaultPosition, FromDIP(wxSize(600, 380)), wxLC_REPORT | wxLC_SINGLE_SEL);
    list_->AppendColumn("Action", wxLIST_FORMAT_LEFT, FromDIP(380));
    list_->AppendColumn("Key", wxLIST_FORMAT_LEFT, FromDIP(190));
    fix_page_keys(*list_);
    key_ = new TextLine(this, wxID_ANY, "", wxDefaultPosition, FromDIP(wxSize(170, -1)), wxTE_PROCESS_TAB);
    key_->SetHint("Press the new key");
    auto* const none = new wxButton(this, wxID_ANY, "&No Key");
    auto* const standard = new wxButton(this, wxID_ANY, "&Usual Key");
    auto* const all = new wxButton(this, wxID_ANY, "&Reset All");
    warning_ = new wxStaticText(this, wxID_ANY, "");

    auto* const row = new wxBoxSizer(wxHORIZONTAL);
    row->Add(new wxStaticText(this, wxID_ANY, "Key:"), wxSizerFlags().CentreVertical().Border(wxRIGHT));
    row->Add(key_, wxSizerFlags(1).Border(wxRIGHT));
    row->Add(none, wxSizerFlags().Border(wxRIGHT));
    row->Add(standard, wxSizerFlags().Border(wxRIGHT));
    row->Add(all);
    auto* const column = new wxBoxSizer(wxVERTICAL);
    column->Add(search, wxSizerFlags().Expand().Border());
    column->Add(list_, wxSizerFlags(1).Expand().Border(wxLEFT | wxRIGHT));
    column->Add(row, wxSizerFlags().Expand().Border());
    column->Add(warning_, wxSizerFlags().Expand().Border(wxLEFT | wxRIGHT));
    column->Add(CreateSeparatedButtonSizer(wxOK | wxCANCEL), wxSizerFlags().Expand().Border());
    SetSizerAndFit(column);

    search->Bind(wxEVT_TEXT, [this, search](wxCommandEvent&) { filter(from_wx(search->GetValue())); });
    list_->Bind(wxEVT_LIST_ITEM_SELECTED, [this](wxListEvent&) {
        const Action* const action = selected();
        key_->ChangeValue(action == nullptr ? wxString{} : to_wx(key_of(*action, keys_)));
        warning_->SetLabelText(to_wx(warning()));
    });
    key_->Bind(wxEVT_KEY_DOWN, [this](wxKeyEvent& event) { press(event); });
    // An action can have Enter or Esc as its key, so the dialog must not handle them.
    Bind(wxEVT_CHAR_HOOK, [this](wxKeyEvent& event) {
        if (wxWindow::FindFocus() == key_ && event.GetKeyCode() != WXK_TAB) {
            press(event);
            return;
        }
        event.Skip();
    });
    none->Bind(wxEVT_BUTTON, [this](wxCommandEvent&) { set_key(""); });
    standard->Bind(wxEVT_BUTTON, [this](wxCommandEvent&) {
        if (const Action* const action = selected()) {
            set_key(action->key);
        }
    });
    all->Bind(wxEVT_BUTTON, [this](wxCommandEvent&) {
        keys_.reset();
        show();
    });
    filter("");
}

void Shortcuts::filter(const std::string& query)
{
    std::vector<std::string> names;
    for (const Action& action : actions()) {
        names.push_back(action_name(action));
    }
    shown_.clear();
    for (const std::size_t number : fuzzy_ranked(query, names)) {
        shown_.push_back(&actions()[number]);
    }
    {
        const wxWindowUpdateLocker still(list_);
        list_->DeleteAllItems();
        for (const Action* const action : shown_) {
            list_->InsertItem(list_->GetItemCount(), to_wx(action_name(*action)));
        }
    }
    show();
    if (!shown_.empty()) {
        list_->Select(0);
    }
}

/// Lists the current keys: changed keys in bold, keys of two actions in red.
void Shortcuts::show()
{
    const std::vector<KeyBinding> bindings = bindings_of(keys_);
    for (std::size_t i = 0; i < shown_.size(); ++i) {
        const Action& action = *shown_[i];
        const std::string key = key_of(action, keys_);
        const auto row = static_cast<long>(i);
        list_->SetItem(row, key_column, to_wx(*action.other_key == '\0' ? key : key + ", " + action.other_key));
        const bool changed = keys_.changed().contains(action_name(action));
        list_->SetItemFont(row, changed ? GetFont().Bold() : GetFont());
        const bool twice = !key_conflicts(bindings, action_name(action)).empty();
        list_->SetItemTextColour(row, twice ? error_text() : wxSystemSettings::GetColour(wxSYS_COLOUR_LISTBOXTEXT));
    }
    const Action* const action = selected();
    key_->ChangeValue(action == nullptr ? wxString{} : to_wx(key_of(*action, keys_)));
    warning_->SetLabelText(to_wx(warning()));
}

const Action* Shortcuts::selected() const
{
    const long row = list_->GetFirstSelected();
    return row < 0 || row >= static_cast<long>(shown_.size()) ? nullptr : shown_[static_cast<std::size_t>(row)];
}

void Shortcuts::select(const Action& action)
{
    const auto found = std::ranges::find(shown_, &action);
    if (found != shown_.end()) {
        list_->Select(static_cast<long>(found - shown_.begin()));
    }
}

void Shortcuts::set_key(const std::string& key)
{
    if (const Action* const action = selected()) {
        keys_.set(action_name(*action), key, action->key);
        show();
    }
}

void Shortcuts::press(const wxKeyEvent& event)
{
    if (const std::string key = pressed_key(event); !key.empty()) {
        set_key(key);
    } else if (!is_modifier(event.GetKeyCode())) {
        warning_->SetLabelText("This key cannot be used; letters without accents, digits, signs and F1 to F24 can.");
    }
}

std::string Shortcuts::warning() const
{
    const Action* const action = selected();
    const std::vector<std::string> others =
        action == nullptr ? std::vector<std::string>{} : key_conflicts(bindings_of(keys_), action_name(*action));
    if (others.empty()) {
        return {};
    }
    std::string words = "The same key: ";
    for (std::size_t i = 0; i < others.size(); ++i) {
        words += (i == 0 ? "" : "; ") + others[i];
    }
    return words;
}

}  // namespace redforge::editor
