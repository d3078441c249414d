// The script pane: the text control, its keys, completion, call tips and search.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <wx/settings.h>
#include <wx/sizer.h>

#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/scene/screen.hpp"
#include "editor/views/script/script_page.hpp"

namespace redforge::editor {
namespace {

/// Milliseconds after the last key until the text is assembled. Assembling takes 0.1 ms for the longest sample script
/// (414 lines), and about 300 ms for 40,000 long statements (5 MB of text).
constexpr int check_delay = 300;
/// Milliseconds from the first key until the text is in the journal; longer texts are written less often.
constexpr int keep_delay = 400;
constexpr int fold_margin = 2;

struct Colours {
    ScriptStyle style{};
    unsigned light{};  ///< 0xRRGGBB on a light ground
    unsigned dark{};
    bool bold{};
};
constexpr std::array<Colours, script_style_count> colours{{{ScriptStyle::plain, 0x202020, 0xDDDDDD},
                                                           {ScriptStyle::comment, 0x557555, 0x7F9F7F},
                                                           {ScriptStyle::keyword, 0x1F3F9F, 0x8CAAEE, true},
                                                           {ScriptStyle::function, 0x7A3E00, 0xE5C890},
                                                           {ScriptStyle::flag, 0x006B6B, 0x81C8BE},
                                                           {ScriptStyle::property, 0x5A2D82, 0xCA9EE6},
                                                           {ScriptStyle::object, 0x8A1F5C, 0xF4B8E4},
                                                           {ScriptStyle::variable, 0x004F8A, 0x99D1DB},
                                                           {ScriptStyle::string, 0x2E6B2E, 0xA6D189},
                                                           {ScriptStyle::letters, 0x2E6B2E, 0xA6D189},
                                                           {ScriptStyle::name, 0x2E6B2E, 0xA6D189},
                                                           {ScriptStyle::number, 0x9A4A00, 0xEF9F76},
                                                           {ScriptStyle::label, 0x8A1F1F, 0xEA999C, true},
                                                           {ScriptStyle::sign, 0x404040, 0xBBBBBB},
                                                           {ScriptStyle::unknown, 0xC02020, 0xFF6060}}};

wxColour colour_of(unsigned rgb)
{
    return wxColour(static_cast<unsigned char>(rgb >> 16U), static_cast<unsigned char>(rgb >> 8U & 0xFFU),
                    static_cast<unsigned char>(rgb & 0xFFU));
}

}  // namespace

void ScriptPage::make_text()
{
    text_ = new wxStyledTextCtrl(this, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxBORDER_NONE);
    set_accessible_name(*text_, "Script");
    text_->SetLexer(wxSTC_LEX_CONTAINER);
    text_->SetCodePage(wxSTC_CP_UTF8);
    text_->SetEOLMode(wxSTC_EOL_LF);
    text_->SetTabWidth(4);
    text_->SetIndent(4);
    text_->SetUseTabs(false);
    text_->SetBackSpaceUnIndents(true);
    text_->SetIndentationGuides(wxSTC_IV_LOOKBOTH);
    text_->SetScrollWidthTracking(true);
    text_->SetMarginType(0, wxSTC_MARGIN_NUMBER);
    text_->SetMarginWidth(0, text_->TextWidth(wxSTC_STYLE_LINENUMBER, "_9999"));
    text_->SetMarginType(breakpoint_margin, wxSTC_MARGIN_SYMBOL);
    text_->SetMarginMask(breakpoint_margin, 1 << breakpoint_marker | 1 << arrow_marker);
    text_->SetMarginWidth(breakpoint_margin, FromDIP(14));
    text_->SetMarginSensitive(breakpoint_margin, true);
    text_->MarkerDefine(breakpoint_marker, wxSTC_MARK_CIRCLE, wxColour(200, 40, 30), wxColour(200, 40, 30));
    text_->MarkerDefine(arrow_marker, wxSTC_MARK_SHORTARROW, wxColour(60, 60, 60), wxColour(240, 200, 60));
    text_->SetMarginType(fold_margin, wxSTC_MARGIN_SYMBOL);
    text_->SetMarginMask(fold_margin, static_cast<int>(wxSTC_MASK_FOLDERS));
    text_->SetMarginWidth(fold_margin, FromDIP(14));
    text_->SetMarginSensitive(fold_margin, true);
    text_->SetAutomaticFold(wxSTC_AUTOMATICFOLD_SHOW | wxSTC_AUTOMATICFOLD_CLICK | wxSTC_AUTOMATICFOLD_CHANGE);
    text_->AutoCompSetIgnoreCase(true);
    text_->AutoCompSetMaxHeight(12);
    text_->AutoCompSetSeparator('\n');  // names of items have spaces
    text_->AutoCompSetOrder(wxSTC_ORDER_CUSTOM);
    text_->SetMouseDwellTime(400);
    text_->CmdKeyClear('Z', wxSTC_KEYMOD_CTRL);  // the window handles Ctrl+Z: the document undoes applied texts
    text_->CmdKeyClear('Y', wxSTC_KEYMOD_CTRL);
    set_colours();

    text_->Bind(wxEVT_SIZE, [this](wxSizeEvent& event) {
        // Make the text as wide as the visible area, because GTK draws a scroll shadow next to a narrower text. Longer
        // lines widen it when they are drawn.
        int width = text_->GetClientSize().x - text_->GetMarginLeft() - text_->GetMarginRight();
        for (const int margin : {0, 1, fold_margin}) {
            width -= text_->GetMarginWidth(margin);
        }
        text_->SetScrollWidth(std::max(width, 1));
        event.Skip();
    });
    text_->Bind(wxEVT_STC_MARGINCLICK, [this](wxStyledTextEvent& event) {
        if (event.GetMargin() == breakpoint_margin) {
            text_->GotoPos(event.GetPosition());
            toggle_breakpoint();
        }
    });
    text_->Bind(wxEVT_STC_STYLENEEDED, [this](wxStyledTextEvent&) { analyse(); });
    text_->Bind(wxEVT_STC_MODIFIED, [this](wxStyledTextEvent& event) {
        if ((event.GetModificationType() & (wxSTC_MOD_INSERTTEXT | wxSTC_MOD_DELETETEXT)) != 0) {
            stop_run();  // the line numbers have changed
            check_later_.StartOnce(check_delay);
            if (!keep_later_.IsRunning()) {
                keep_later_.StartOnce(keep_delay + text_->GetLength() / 1000);
            }
        }
    });
    const auto enable = [this](wxStyledTextEvent&) {
        apply_->Enable(typing());
        discard_->Enable(typing());
    };
    text_->Bind(wxEVT_STC_SAVEPOINTLEFT, enable);
    text_->Bind(wxEVT_STC_SAVEPOINTREACHED, enable);
    text_->Bind(wxEVT_STC_CHARADDED, &ScriptPage::on_char_added, this);
    text_->Bind(wxEVT_KEY_DOWN, &ScriptPage::on_text_key, this);
    text_->Bind(wxEVT_STC_AUTOCOMP_CHAR_DELETED,
                [this](wxStyledTextEvent&) { CallAfter([this] { update_completions(); }); });
    text_->Bind(wxEVT_STC_DWELLSTART, &ScriptPage::on_hover, this);
    text_->Bind(wxEVT_STC_DWELLEND, [this](wxStyledTextEvent&) {
        if (text_->CallTipActive() && !parameters_for(analysed_, static_cast<std::size_t>(text_->GetCurrentPos()))) {
            text_->CallTipCancel();
        }
    });
    text_->Bind(wxEVT_STC_UPDATEUI, [this](wxStyledTextEvent&) {
        const int at = text_->GetCurrentPos();
        int brace = wxSTC_INVALID_POSITION;
        for (const int place : {at - 1, at}) {
            if (place >= 0 && wxString("(){}[]").Find(static_cast<wxChar>(text_->GetCharAt(place))) != wxNOT_FOUND) {
                brace = place;
            }
        }
        const int other = brace < 0 ? wxSTC_INVALID_POSITION : text_->BraceMatch(brace);
        text_->BraceHighlight(other < 0 ? wxSTC_INVALID_POSITION : brace, other);
    });
    text_->Bind(wxEVT_LEFT_DOWN, [this](wxMouseEvent& event) {
        if (event.ControlDown()) {
            const int at = text_->PositionFromPointClose(event.GetX(), event.GetY());
            if (at >= 0) {
                follow_link(static_cast<std::size_t>(at));
                return;
            }
        }
        event.Skip();
    });
    text_->Bind(wxEVT_KILL_FOCUS, [this](wxFocusEvent& event) {
        event.Skip();
        CallAfter([this] {
            const wxWindow* const focus = wxWindow::FindFocus();
            if (focus == nullptr || is_inside(focus, this)) {
                return;
            }
            text_->AutoCompCancel();
            if (on_leave && typing()) {
                on_leave();
            }
        });
    });
}

void ScriptPage::set_colours()
{
    const wxColour ground = wxSystemSettings::GetColour(wxSYS_COLOUR_LISTBOX);
    const bool dark = ground.GetLuminance() < 0.5;
    const wxFont font(
        wxFontInfo(wxSystemSettings::GetFont(wxSYS_DEFAULT_GUI_FONT).GetPointSize()).Family(wxFONTFAMILY_TELETYPE));
    text_->StyleSetFont(wxSTC_STYLE_DEFAULT, font);
    text_->StyleSetBackground(wxSTC_STYLE_DEFAULT, ground);
    text_->StyleSetForeground(wxSTC_STYLE_DEFAULT, colour_of(dark ? colours[0].dark : colours[0].light));
    text_->StyleClearAll();
    for (const Colours& each : colours) {
        text_->StyleSetForeground(static_cast<int>(each.style), colour_of(dark ? each.dark : each.light));
        text_->StyleSetBold(static_cast<int>(each.style), each.bold);
    }
    const wxColour grey = muted_text();
    text_->StyleSetForeground(wxSTC_STYLE_LINENUMBER, grey);
    text_->StyleSetBackground(wxSTC_STYLE_LINENUMBER, ground);
    text_->StyleSetForeground(wxSTC_STYLE_BRACELIGHT, colour_of(dark ? 0xFFFFFF : 0x000000));
    text_->StyleSetBackground(wxSTC_STYLE_BRACELIGHT, colour_of(dark ? 0x44557F : 0xC0D4FF));
    text_->SetCaretForeground(colour_of(dark ? 0xFFFFFF : 0x000000));
    text_->SetFoldMarginColour(true, ground);
    text_->SetFoldMarginHiColour(true, ground);
    for (int marker = wxSTC_MARKNUM_FOLDEREND; marker <= wxSTC_MARKNUM_FOLDEROPEN; ++marker) {
        text_->MarkerDefine(marker, wxSTC_MARK_EMPTY, ground, grey);
    }
    text_->MarkerDefine(line_marker, wxSTC_MARK_BACKGROUND, wxNullColour,
                        dark ? wxColour(90, 80, 30) : wxColour(255, 245, 190));
    text_->MarkerDefine(wxSTC_MARKNUM_FOLDER, wxSTC_MARK_BOXPLUS, ground, grey);
    text_->MarkerDefine(wxSTC_MARKNUM_FOLDEROPEN, wxSTC_MARK_BOXMINUS, ground, grey);
    text_->MarkerDefine(wxSTC_MARKNUM_FOLDEREND, wxSTC_MARK_BOXPLUS, ground, grey);
    text_->MarkerDefine(wxSTC_MARKNUM_FOLDEROPENMID, wxSTC_MARK_BOXMINUS, ground, grey);
    text_->MarkerDefine(wxSTC_MARKNUM_FOLDERSUB, wxSTC_MARK_VLINE, ground, grey);
    text_->MarkerDefine(wxSTC_MARKNUM_FOLDERTAIL, wxSTC_MARK_LCORNER, ground, grey);
    text_->IndicatorSetStyle(0, wxSTC_INDIC_SQUIGGLE);
    text_->IndicatorSetForeground(0, wxColour(220, 30, 30));
    text_->IndicatorSetStyle(1, wxSTC_INDIC_SQUIGGLE);
    text_->IndicatorSetForeground(1, wxColour(200, 140, 0));
}

void ScriptPage::analyse()
{
    if (!place_ || session_ == nullptr) {
        text_->StartStyling(text_->GetLength());
        return;
    }
    std::string now = content();
    if (now != analysed_.text() || analysed_.language() != place_->language) {
        analysed_ = ScriptText(std::move(now), place_->language, session_->names(), session_->commands());
    }
    std::string styles(analysed_.styles().size(), '\0');
    std::ranges::transform(analysed_.styles(), styles.begin(),
                           [](ScriptStyle style) { return static_cast<char>(style); });
    text_->StartStyling(0);
    text_->SetStyleBytes(static_cast<int>(styles.size()), styles.data());
    int line = 0;
    for (const FoldLine& fold : analysed_.folds()) {
        const int level = (wxSTC_FOLDLEVELBASE + static_cast<int>(std::min(fold.depth, 1000U))) |
                          (fold.opens ? wxSTC_FOLDLEVELHEADERFLAG : 0);
        if (text_->GetFoldLevel(line) != level) {
            text_->SetFoldLevel(line, level);
        }
        ++line;
    }
}

bool ScriptPage::has_focus() const
{
    return is_inside(wxWindow::FindFocus(), this);
}

bool ScriptPage::handles_key(int key, int modifiers) const
{
    if (!has_focus()) {
        return false;
    }
    if (key >= WXK_F1 && key <= WXK_F24) {
        return false;
    }
    if (modifiers == wxMOD_NONE || modifiers == wxMOD_SHIFT) {
        return true;
    }
    if ((modifiers & wxMOD_ALT) != 0) {
        return true;  // handled, so that the action does not apply to records
    }
    switch (key) {
    case 'A':
    case 'C':
    case 'D':
    case 'I':  // would invert the selection of records
    case 'V':
    case 'X':
    case WXK_LEFT:
    case WXK_RIGHT:
    case WXK_UP:
    case WXK_DOWN:
    case WXK_HOME:
    case WXK_END:
    case WXK_BACK:
    case WXK_DELETE:
    case WXK_INSERT: return true;
    default: return false;
    }
}

bool ScriptPage::undo_typing()
{
    if (wxWindow::FindFocus() != text_ || !text_->CanUndo()) {
        return false;
    }
    text_->Undo();
    return true;
}

bool ScriptPage::redo_typing()
{
    if (wxWindow::FindFocus() != text_ || !text_->CanRedo()) {
        return false;
    }
    text_->Redo();
    return true;
}

bool ScriptPage::close_popup()
{
    if (text_->AutoCompActive() || text_->CallTipActive()) {
        text_->AutoCompCancel();
        text_->CallTipCancel();
        return true;
    }
    if (find_bar_->IsShown()) {
        find_bar_->Hide();
        Layout();
        give_focus(*text_);
        return true;
    }
    return has_focus();
}

void ScriptPage::on_char_added(wxStyledTextEvent& event)
{
    const int key = event.GetKey();
    if (key == '\n') {
        indent(text_->GetCurrentLine());
        return;
    }
    if (key == '}') {
        const int line = text_->GetCurrentLine();
        const wxString before = text_->GetLine(line).Trim(false).Trim();
        if (before == "}") {
            text_->SetLineIndentation(line, std::max(0, text_->GetLineIndentation(line) - text_->GetIndent()));
            text_->GotoPos(text_->GetLineEndPosition(line));
        }
        return;
    }
    analyse();
    const bool is_source = place_ && place_->language == ScriptLanguage::source;
    if (key == '(' || key == ',' || (key == ' ' && is_source)) {
        text_->AutoCompCancel();
        show_call_tip();
    } else if (key == ')') {
        text_->CallTipCancel();
    } else if (text_->AutoCompActive()) {
        update_completions();
    } else {
        const auto at = static_cast<std::size_t>(text_->GetCurrentPos());
        const Completions words = suggestions_for(analysed_, at, objects());
        if (key == '.' || key == '#' || key == '<' || at >= words.begin + 2) {
            complete();
        }
    }
}

/// Indents a new line like the previous line, and deeper after a brace.
void ScriptPage::indent(int line)
{
    if (line == 0) {
        return;
    }
    const bool opens = text_->GetLine(line - 1).Trim().EndsWith("{");
    text_->SetLineIndentation(line, text_->GetLineIndentation(line - 1) + (opens ? text_->GetIndent() : 0));
    text_->GotoPos(text_->GetLineIndentPosition(line));
}

const std::vector<std::string>& ScriptPage::objects()
{
    if (!objects_) {
        objects_ = object_names(*session_);
    }
    return *objects_;
}

void ScriptPage::complete()
{
    if (!place_) {
        return;
    }
    analyse();
    const auto at = static_cast<std::size_t>(text_->GetCurrentPos());
    const Completions found = suggestions_for(analysed_, at, objects());
    const bool whole = found.words.size() == 1 && found.words.front().size() == at - found.begin;
    if (found.words.empty() || whole) {
        return;
    }
    completed_from_ = static_cast<int>(found.begin);
    wxString all;
    for (const std::string& word : found.words) {
        all += (all.empty() ? "" : "\n") + to_wx(word);
    }
    text_->AutoCompShow(static_cast<int>(at - found.begin), all);
}

/// Enter after a complete word ends the line, even if longer completions are offered.
void ScriptPage::on_text_key(wxKeyEvent& event)
{
    const bool enter = event.GetKeyCode() == WXK_RETURN || event.GetKeyCode() == WXK_NUMPAD_ENTER;
    if (enter && text_->AutoCompActive() &&
        text_->AutoCompGetCurrentText() == text_->GetTextRange(completed_from_, text_->GetCurrentPos())) {
        text_->AutoCompCancel();
    }
    event.Skip();
}

/// Reduces the open list to the words that begin with all typed letters.
void ScriptPage::update_completions()
{
    text_->AutoCompCancel();
    complete();
}

void ScriptPage::show_call_tip()
{
    const auto tip = parameters_for(analysed_, static_cast<std::size_t>(text_->GetCurrentPos()));
    if (tip && !text_->AutoCompActive()) {
        text_->CallTipShow(static_cast<int>(tip->at), to_wx(tip->text));
        text_->CallTipSetHighlight(static_cast<int>(tip->argument.begin), static_cast<int>(tip->argument.end));
    }
}

void ScriptPage::on_hover(wxStyledTextEvent& event)
{
    const int at = event.GetPosition();
    if (at < 0 || !place_ || text_->AutoCompActive()) {
        return;
    }
    const auto place = static_cast<std::size_t>(at);
    std::string words;
    for (const ScriptProblem& problem : problems_) {
        if (place >= problem.range.begin && place < problem.range.end) {
            words += (words.empty() ? "" : "\n") + problem.message;
        }
    }
    if (words.empty() && debug_) {
        const std::size_t token = analysed_.token_at(place);
        const auto value = token < analysed_.tokens().size() ? debug_->value_of(analysed_.word(token)) : std::nullopt;
        words = value ? fmt::format("{} = {}", analysed_.word(token), *value) : std::string();
    }
    if (words.empty()) {
        words = explanation_for(analysed_, place);
    }
    if (!words.empty()) {
        text_->CallTipShow(at, to_wx(words));
    }
}

void ScriptPage::go_to_definition()
{
    follow_link(static_cast<std::size_t>(text_->GetCurrentPos()));
}

std::optional<UsedName> ScriptPage::name_at_cursor() const
{
    if (!place_ || session_ == nullptr) {
        return std::nullopt;
    }
    const int at = text_->GetCurrentPos();
    const std::optional<ScriptLink> link = link_at(analysed_, static_cast<std::size_t>(at));
    if (link && link->kind == ScriptLink::Kind::object) {
        const std::optional<NodeRef> node = node_of(*session_, *place_, *link);
        if (std::optional<UsedName> name = node ? used_name(*session_, *node) : std::nullopt) {
            return name;
        }
    }
    std::string word =
        from_wx(text_->GetTextRange(text_->WordStartPosition(at, true), text_->WordEndPosition(at, true)));
    return word.empty() ? std::nullopt : std::optional(UsedName{Target::none, std::move(word)});
}

void ScriptPage::follow_link(std::size_t at)
{
    if (!place_ || session_ == nullptr) {
        return;
    }
    analyse();
    const std::optional<ScriptLink> link = link_at(analysed_, at);
    if (!link) {
        on_status("There is no help for this word");
        return;
    }
    if (link->kind == ScriptLink::Kind::label) {
        place_cursor(link->target);
        return;
    }
    if (const std::optional<NodeRef> node = node_of(*session_, *place_, *link)) {
        on_go(*node);
        return;
    }
    on_status(link->words.empty() ? fmt::format("{} is not in this map", link->name) : link->words);
}

void ScriptPage::make_find_bar()
{
    find_bar_ = new wxPanel(this);
    find_words_ = new TextLine(find_bar_, wxID_ANY, "", wxDefaultPosition, wxDefaultSize, wxTE_PROCESS_ENTER);
    find_words_->SetHint("Find in this script");
    auto* const all = small_button(find_bar_, "In All &Scripts");
    auto* const row = new wxBoxSizer(wxHORIZONTAL);
    row->Add(find_words_, wxSizerFlags(1).CentreVertical().Border(wxALL, FromDIP(3)));
    row->Add(all, wxSizerFlags().CentreVertical().Border(wxALL, FromDIP(3)));
    find_bar_->SetSizer(row);
    find_bar_->Hide();
    const auto search = [this] { on_search(from_wx(find_words_->GetValue())); };
    find_words_->Bind(wxEVT_TEXT_ENTER, [this, search](wxCommandEvent&) {
        if (find_in_all_) {
            search();
        } else {
            find_next(1);
            find_words_->SetFocus();
        }
    });
    all->Bind(wxEVT_BUTTON, [search](wxCommandEvent&) { search(); });
}

void ScriptPage::open_find(bool in_all)
{
    const wxString selected = text_->GetSelectedText();
    find_bar_->Show();
    find_in_all_ = in_all;
    find_words_->SetHint(in_all ? "Find in all scripts" : "Find in this script");
    if (!selected.empty() && !selected.Contains("\n")) {
        find_words_->ChangeValue(selected);
    }
    Layout();
    give_focus(*find_words_);
    find_words_->SelectAll();
}

void ScriptPage::find_next(int step)
{
    const wxString words = find_words_->GetValue();
    if (words.empty()) {
        open_find(false);
        return;
    }
    const int length = text_->GetLength();
    const int from = step > 0 ? text_->GetSelectionEnd() : text_->GetSelectionStart();
    int found = text_->FindText(from, step > 0 ? length : 0, words, 0);
    if (found < 0) {  // wrap around
        found = text_->FindText(step > 0 ? 0 : length, step > 0 ? length : 0, words, 0);
    }
    if (found < 0) {
        on_status(fmt::format("\"{}\" is not in this script", from_wx(words)));
        return;
    }
    go_to({static_cast<std::size_t>(found), static_cast<std::size_t>(found) + words.utf8_str().length()});
}

}  // namespace redforge::editor
