// The script pane: its content and typing.
#include "editor/views/script/script_page.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <wx/menu.h>
#include <wx/sizer.h>

#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/list_keys.hpp"
#include "editor/views/scene/screen.hpp"

namespace redforge::editor {
namespace {

std::string not_applied(const std::string& problem)
{
    return "Not applied: " + problem;
}

std::string name_of(const Session& session, const ScriptPlace& place)
{
    const std::string name = script_name(session, place);
    switch (place.language) {
    case ScriptLanguage::soup: return name;
    case ScriptLanguage::source: return name + ", source";
    case ScriptLanguage::statements: return name + ", compiled code";
    }
    return name;
}

}  // namespace

ScriptPage::ScriptPage(wxWindow* parent) : wxPanel(parent)
{
    title_ = new wxStaticText(this, wxID_ANY, "", wxDefaultPosition, wxDefaultSize, wxST_ELLIPSIZE_END);
    title_->SetFont(title_->GetFont().Bold());
    which_ = new wxChoice(this, wxID_ANY);
    set_accessible_name(*which_, "Source or compiled code");
    apply_ = small_button(this, "&Apply");
    discard_ = small_button(this, "&Discard");
    discard_->SetToolTip("Discard changes since the last Apply");
    new_name_ = small_button(this, "Use the &New Name");
    new_name_->Hide();
    reason_ = new wxStaticText(this, wxID_ANY, "", wxDefaultPosition, wxDefaultSize, wxST_ELLIPSIZE_END);
    reason_->SetForegroundColour(error_text());
    make_text();
    make_find_bar();
    make_run_panel();
    list_ = new wxListView(this, wxID_ANY, wxDefaultPosition, FromDIP(wxSize(-1, 84)),
                           wxLC_REPORT | wxLC_SINGLE_SEL | wxLC_NO_HEADER);
    list_->AppendColumn("Line", wxLIST_FORMAT_RIGHT, FromDIP(50));
    list_->AppendColumn("What", wxLIST_FORMAT_LEFT, FromDIP(1200));
    fix_page_keys(*list_);

    auto* const top = new wxBoxSizer(wxHORIZONTAL);
    const wxSizerFlags beside = wxSizerFlags().CentreVertical().Border(wxALL, FromDIP(3));
    top->Add(title_, wxSizerFlags(beside).Proportion(1));
    top->Add(which_, beside);
    top->Add(apply_, beside);
    top->Add(discard_, wxSizerFlags(beside).Border(wxTOP | wxBOTTOM | wxRIGHT, FromDIP(6)));
    auto* const column = new wxBoxSizer(wxVERTICAL);
    column->Add(top, wxSizerFlags().Expand());
    column->Add(find_bar_, wxSizerFlags().Expand());
    auto* const middle = new wxBoxSizer(wxHORIZONTAL);
    middle->Add(text_, wxSizerFlags(1).Expand());
    middle->Add(values_, wxSizerFlags().Expand());
    column->Add(middle, wxSizerFlags(1).Expand());
    column->Add(run_panel_, wxSizerFlags().Expand());
    auto* const below = new wxBoxSizer(wxHORIZONTAL);
    below->Add(reason_, wxSizerFlags(1).CentreVertical().Border(wxALL, FromDIP(3)));
    below->Add(new_name_, wxSizerFlags().CentreVertical().Border(wxALL, FromDIP(3)));
    column->Add(below, wxSizerFlags().Expand());
    column->Add(list_, wxSizerFlags().Expand());
    SetSizer(column);

    which_->Bind(wxEVT_CHOICE, [this](wxCommandEvent&) {
        const auto chosen = static_cast<std::size_t>(which_->GetSelection());
        if (typing()) {
            on_apply();  // a rejected text is kept as a draft
        }
        if (chosen < places_.size()) {
            choose(ScriptPlace(places_[chosen]));
        }
    });
    new_name_->Bind(wxEVT_BUTTON, [this](wxCommandEvent&) { use_new_name(); });
    apply_->Bind(wxEVT_BUTTON, [this](wxCommandEvent&) { on_apply(); });
    discard_->Bind(wxEVT_BUTTON, [this](wxCommandEvent&) { on_discard(); });
    list_->Bind(wxEVT_LIST_ITEM_ACTIVATED, [this](wxListEvent& event) {
        place_cursor(problems_.at(static_cast<std::size_t>(event.GetIndex())).range.begin);
    });
    list_->Bind(wxEVT_LIST_ITEM_SELECTED, [this](wxListEvent& event) {
        if (list_->HasFocus()) {
            const TextRange range = problems_.at(static_cast<std::size_t>(event.GetIndex())).range;
            text_->EnsureVisibleEnforcePolicy(text_->LineFromPosition(static_cast<int>(range.begin)));
            text_->GotoPos(static_cast<int>(range.begin));
        }
    });
    list_->Bind(wxEVT_LIST_ITEM_RIGHT_CLICK, [this](wxListEvent& event) {
        const auto row = static_cast<std::size_t>(event.GetIndex());
        wxMenu menu;
        menu.Append(wxID_APPLY, "&Fix")->Enable(row < problems_.size() && !problems_[row].fix.empty());
        menu.Bind(wxEVT_MENU, [this, row](wxCommandEvent&) { fix_problem(row); });
        PopupMenu(&menu);
    });
    check_later_.Bind(wxEVT_TIMER, [this](wxTimerEvent&) { check(); });
    keep_later_.Bind(wxEVT_TIMER, [this](wxTimerEvent&) {
        if (on_typed && place_) {
            on_typed();
            show_title();
        }
    });
    show_nothing("Nothing is open.");
}

ScriptPage::~ScriptPage()
{
    check_later_.Stop();
    keep_later_.Stop();
    on_leave = nullptr;
    on_typed = nullptr;
}

void ScriptPage::show_nothing(const std::string& words)
{
    stop_run();
    text_->AutoCompCancel();
    place_.reset();
    places_.clear();
    previous_.reset();
    problems_.clear();
    keep_later_.Stop();
    rejected_.clear();
    text_->SetReadOnly(false);
    text_->ClearAll();
    text_->EmptyUndoBuffer();
    text_->SetSavePoint();
    text_->SetReadOnly(true);
    title_->SetLabelText(to_wx(words));
    title_->SetToolTip("");
    which_->Hide();
    apply_->Hide();
    discard_->Hide();
    differs_.clear();
    show_reason("");
    show_problems();
}

void ScriptPage::show(const Session* session, const NodeRefs& selected)
{
    if (session != session_) {
        session_ = session;
        place_.reset();
        written_ = {};
    }
    if (session == nullptr || !can_have_scripts(*session)) {
        show_nothing(session == nullptr ? "Nothing is open." : "Files of this kind have no scripts.");
        return;
    }
    std::vector<ScriptPlace> places;
    for (const NodeRef& ref : selected) {
        places = scripts_at(*session, ref);
        if (!places.empty()) {
            break;
        }
    }
    if (places.empty()) {
        show_nothing("Select a script, or a record that has one.");
        return;
    }
    places_ = std::move(places);
    which_->Clear();
    for (const ScriptPlace& each : places_) {
        which_->Append(to_wx(name_of(*session, each)));
    }
    which_->Show(places_.size() > 1);
    apply_->Show();
    discard_->Show();
    // Prefer the same script, else one in the same language.
    auto next = place_ ? std::ranges::find(places_, *place_) : places_.end();
    if (next == places_.end() && place_) {
        next = std::ranges::find(places_, place_->language, &ScriptPlace::language);
    }
    choose(ScriptPlace(next == places_.end() ? places_.front() : *next));
}

void ScriptPage::show_title()
{
    if (!place_ || session_ == nullptr) {
        return;
    }
    const bool named = places_.size() > 1;  // the list next to the title shows the name
    std::string title = named ? std::string() : name_of(*session_, *place_);
    if (session_->draft(place_->record, place_->field) != nullptr) {
        title += title.empty() ? "Draft, not applied" : " (draft, not applied)";
    }
    if (title != from_wx(title_->GetLabelText())) {
        title_->SetLabelText(to_wx(title));
        title_->SetToolTip(to_wx(title));
    }
    const std::string differs = code_difference(*session_, *place_);
    differs_ = differs.empty() ? differs : "compiled code does not match this source: " + differs;
    show_description();
}

void ScriptPage::choose(const ScriptPlace& place)
{
    const bool same = place_ && *place_ == place;
    std::optional<soup::Script> script = previous_script(*session_, place);
    if (same && typing()) {  // keep the user's text, even if its record has moved
        const bool other = script != previous_;
        previous_ = std::move(script);
        objects_.reset();
        which_->SetSelection(static_cast<int>(std::ranges::find(places_, place) - places_.begin()));
        show_title();
        if (other) {
            check();
        }
        return;
    }
    if (same && script && script == previous_ && analysed_.names() == session_->names() && not_applied_.empty()) {
        show_title();
        return;  // something else changed
    }
    if (!same) {
        stop_run();
        text_->MarkerDeleteAll(breakpoint_marker);
    }
    place_ = place;
    previous_ = std::move(script);
    objects_.reset();
    rejected_.clear();
    which_->SetSelection(static_cast<int>(std::ranges::find(places_, place) - places_.begin()));
    const Draft* const draft = session_->draft(place.record, place.field);
    const std::string text = written_.text(*session_, place);
    if (!same || text != content()) {
        const int line = same ? text_->GetFirstVisibleLine() : 0;
        const int at = same ? text_->GetCurrentPos() : 0;
        show_text(text);
        text_->GotoPos(std::min(at, text_->GetLength()));
        text_->SetFirstVisibleLine(line);
    }
    text_->EmptyUndoBuffer();
    text_->SetSavePoint();
    if (draft != nullptr && draft->text != text) {  // Ctrl+Z returns to the text in the document
        text_->SetText(to_wx(draft->text));
        text_->GotoPos(0);
        keep_later_.Stop();
        if (!draft->problem.empty()) {
            rejected_ = draft->text;
        }
    }
    show_title();
    show_reason(draft == nullptr || draft->problem.empty() ? std::string{} : not_applied(draft->problem));
    check();
}

void ScriptPage::show_text(const std::string& text)
{
    text_->SetReadOnly(false);
    text_->SetText(to_wx(text));
    analyse();
}

std::string ScriptPage::content() const
{
    const wxCharBuffer bytes = text_->GetTextRaw();
    return {bytes.data(), bytes.length()};
}

std::optional<PendingEdit> ScriptPage::typed() const
{
    return typing() ? std::optional(PendingEdit{{place_->record}, place_->field, content()}) : std::nullopt;
}

void ScriptPage::show_apply_key(const std::string& key)
{
    apply_->SetToolTip(to_wx("Apply the script to the document" + (key.empty() ? key : " (" + key + ")")));
}

std::string ScriptPage::apply_tooltip() const
{
    return from_wx(apply_->GetToolTipText());
}

void ScriptPage::applied()
{
    text_->AutoCompCancel();
    if (place_ && session_ != nullptr) {
        written_.remember(*session_, *place_, content());
        previous_ = previous_script(*session_, *place_);
        text_->EmptyUndoBuffer();
        text_->SetSavePoint();
        rejected_.clear();
        keep_later_.Stop();
        show_title();
        show_reason("");
        check();
    }
}

void ScriptPage::reject(const std::string& reason)
{
    rejected_ = content();
    show_title();
    show_reason(not_applied(reason));
    check();
}

void ScriptPage::show_reason(const std::string& reason)
{
    not_applied_ = reason;
    show_description();
    apply_->Enable(typing());
    discard_->Enable(typing());
    Layout();
}

/// Shows below the text why it was not applied, or how the compiled code differs.
void ScriptPage::show_description()
{
    const std::string& words = not_applied_.empty() ? differs_ : not_applied_;
    if (words == from_wx(reason_->GetLabelText()) && reason_->IsShown() != words.empty()) {
        return;
    }
    reason_->SetLabelText(to_wx(words));
    reason_->SetToolTip(to_wx(words));
    reason_->Show(!words.empty());
    Layout();
}

void ScriptPage::use_new_name()
{
    analyse();
    const auto other = previous_ ? analysed_.other_name(*previous_) : std::nullopt;
    if (!other) {
        return;
    }
    text_->SetTargetStart(static_cast<int>(other->range.begin));
    text_->SetTargetEnd(static_cast<int>(other->range.end));
    text_->ReplaceTarget(to_wx(other->replacement));
    give_focus(*text_);
    on_apply();
}

std::string ScriptPage::reason() const
{
    return not_applied_;
}

void ScriptPage::cancel_edit()
{
    if (typing()) {
        text_->SetSavePoint();
        previous_.reset();  // forces an update
        choose(ScriptPlace(*place_));
    }
}

void ScriptPage::check()
{
    check_later_.Stop();
    if (!place_) {
        return;
    }
    analyse();
    const auto objects = all_object_names(*session_);
    problems_ = analysed_.problems(previous_ ? &*previous_ : nullptr, objects ? &*objects : nullptr);
    if (!not_applied_.empty() && content() != rejected_) {
        show_reason("");  // it is about another text
    }
    const bool other_name = previous_ && analysed_.other_name(*previous_);
    if (new_name_->IsShown() != other_name) {
        new_name_->Show(other_name);
        Layout();
    }
    show_problems();
}

void ScriptPage::fix_problem(std::size_t row)
{
    check();
    if (row >= problems_.size()) {
        return;
    }
    const std::vector<SourceEdit> fix = problems_[row].fix;
    text_->BeginUndoAction();
    for (auto edit = fix.rbegin(); edit != fix.rend(); ++edit) {  // from the end, so that earlier positions stay valid
        text_->SetTargetStart(static_cast<int>(edit->at));
        text_->SetTargetEnd(static_cast<int>(edit->at + edit->length));
        text_->ReplaceTarget(to_wx(edit->text));
    }
    text_->EndUndoAction();
    check();
}

void ScriptPage::show_problems()
{
    const int length = text_->GetLength();
    for (const int indicator : {0, 1}) {
        text_->SetIndicatorCurrent(indicator);
        text_->IndicatorClearRange(0, length);
    }
    list_->Freeze();
    list_->DeleteAllItems();
    for (const ScriptProblem& problem : problems_) {
        text_->SetIndicatorCurrent(problem.severity == soup::Severity::error ? 0 : 1);
        text_->IndicatorFillRange(static_cast<int>(problem.range.begin),
                                  static_cast<int>(problem.range.end - problem.range.begin));
        const long row = list_->InsertItem(list_->GetItemCount(), wxString::Format("%u", problem.line));
        list_->SetItem(row, 1,
                       to_wx((problem.severity == soup::Severity::error ? "error: " : "warning: ") + problem.message));
    }
    list_->Thaw();
    if (list_->IsShown() == problems_.empty()) {
        list_->Show(!problems_.empty());
        Layout();
    }
}

void ScriptPage::go_to(const TextRange& range)
{
    const int begin = static_cast<int>(range.begin);
    text_->AutoCompCancel();  // the list is for the word at the old cursor position
    text_->CallTipCancel();
    text_->EnsureVisibleEnforcePolicy(text_->LineFromPosition(begin));
    text_->SetSelection(begin, static_cast<int>(range.end));
    text_->EnsureCaretVisible();
    text_->VerticalCentreCaret();
    give_focus(*text_);
}

void ScriptPage::place_cursor(std::size_t position)
{
    go_to({position, position});
}

void ScriptPage::go_to_problem(int step)
{
    check();
    if (problems_.empty()) {
        on_status("No problems in this script");
        return;
    }
    const auto here = static_cast<std::size_t>(text_->GetSelectionStart());
    std::size_t next = 0;
    if (step > 0) {
        const auto found = std::ranges::find_if(problems_, [&](const auto& each) { return each.range.begin > here; });
        next = found == problems_.end() ? 0 : static_cast<std::size_t>(found - problems_.begin());
    } else {
        const auto found = std::ranges::find_if(problems_, [&](const auto& each) { return each.range.begin >= here; });
        next =
            found == problems_.begin() ? problems_.size() - 1 : static_cast<std::size_t>(found - problems_.begin()) - 1;
    }
    place_cursor(problems_[next].range.begin);
    on_status(problems_[next].message);
}

}  // namespace redforge::editor
