// The script pane: breakpoints, and a run that shows the values of variables.
#include "editor/views/script/script_page.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <wx/settings.h>
#include <wx/sizer.h>

#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/list_keys.hpp"

namespace redforge::editor {

void ScriptPage::make_run_panel()
{
    run_panel_ = new wxPanel(this);
    run_state_ = new wxStaticText(run_panel_, wxID_ANY, "", wxDefaultPosition, wxDefaultSize, wxST_ELLIPSIZE_END);
    auto* const row = new wxBoxSizer(wxHORIZONTAL);
    const wxSizerFlags beside = wxSizerFlags().CentreVertical().Border(wxALL, FromDIP(3));
    row->Add(run_state_, wxSizerFlags(beside).Proportion(1));
    const auto button = [&](const char* label, const char* help, auto press) {
        auto* const made = small_button(run_panel_, label);
        made->SetToolTip(help);
        made->Bind(wxEVT_BUTTON, [press](wxCommandEvent&) { press(); });
        row->Add(made, beside);
    };
    button("&Run", "Run to the next breakpoint, or to the end", [this] { run_to_breakpoint(); });
    button("&Step", "Run one statement", [this] { step(); });
    button("S&top", "End the run", [this] { stop_run(); });
    run_panel_->SetSizer(row);
    values_ = new wxListView(this, wxID_ANY, wxDefaultPosition, wxDefaultSize, wxLC_REPORT | wxLC_SINGLE_SEL);
    values_->AppendColumn("Name", wxLIST_FORMAT_LEFT);
    values_->AppendColumn("Value", wxLIST_FORMAT_RIGHT);
    fix_page_keys(*values_);
    values_->Hide();
    run_panel_->Hide();
}

void ScriptPage::toggle_breakpoint()
{
    if (!place_ || place_->language != ScriptLanguage::soup) {
        return;
    }
    const int line = text_->GetCurrentLine();
    if ((text_->MarkerGet(line) & 1 << breakpoint_marker) != 0) {
        text_->MarkerDelete(line, breakpoint_marker);
    } else {
        text_->MarkerAdd(line, breakpoint_marker);
    }
}

std::set<std::uint32_t> ScriptPage::breakpoints() const
{
    std::set<std::uint32_t> lines;
    for (int line = text_->MarkerNext(0, 1 << breakpoint_marker); line >= 0;
         line = text_->MarkerNext(line + 1, 1 << breakpoint_marker)) {
        lines.insert(static_cast<std::uint32_t>(line + 1));
    }
    return lines;
}

bool ScriptPage::begin_run()
{
    if (!previous_ || session_ == nullptr) {
        return false;
    }
    Result<ScriptDebug> debug = ScriptDebug::begin(content(), *previous_, values_of_actor(*session_, *place_),
                                                   session_->names(), static_cast<std::size_t>(text_->GetCurrentPos()));
    if (!debug) {
        on_status("Not run: " + describe(debug.error()));
        return false;
    }
    debug_ = std::move(*debug);
    return true;
}

void ScriptPage::run_to_breakpoint()
{
    const std::set<std::uint32_t> lines = breakpoints();
    const bool begins = !debug_ || debug_->ended();
    if (begins && !begin_run()) {
        return;
    }
    // A breakpoint in the first line stops a run that begins there.
    if (!begins || !lines.contains(debug_->line())) {
        debug_->run_to(lines);
    }
    show_run();
}

void ScriptPage::step()
{
    if (!debug_ || debug_->ended()) {
        if (begin_run()) {
            show_run();
        }
        return;
    }
    debug_->step();
    show_run();
}

void ScriptPage::stop_run()
{
    if (!debug_) {
        return;
    }
    debug_.reset();
    text_->MarkerDeleteAll(line_marker);
    text_->MarkerDeleteAll(arrow_marker);
    run_panel_->Hide();
    values_->Hide();
    Layout();
}

void ScriptPage::show_run()
{
    text_->MarkerDeleteAll(line_marker);
    text_->MarkerDeleteAll(arrow_marker);
    if (const std::uint32_t next = debug_->line(); next != 0) {
        const int line = static_cast<int>(next) - 1;
        text_->MarkerAdd(line, line_marker);
        text_->MarkerAdd(line, arrow_marker);
        text_->EnsureVisibleEnforcePolicy(line);
        text_->GotoLine(line);
        text_->EnsureCaretVisible();
    }
    const std::vector<std::string> trace = debug_->trace();
    run_state_->SetLabelText(to_wx(debug_->state() + (trace.empty() ? "" : "; " + trace.back())));
    run_state_->SetToolTip(run_state_->GetLabelText());
    values_->Freeze();
    values_->DeleteAllItems();
    const wxColour changed(200, 90, 0);
    for (const ScriptDebug::Value& each : debug_->values()) {
        const long row = values_->InsertItem(values_->GetItemCount(), to_wx(each.name));
        values_->SetItem(row, 1, wxString::Format("%d", each.value));
        if (each.changed) {
            values_->SetItemTextColour(row, changed);
        }
    }
    values_->Thaw();
    if (!run_panel_->IsShown()) {
        // Beside the text, which needs the height.
        const int width = std::clamp(GetClientSize().x / 3, FromDIP(90), FromDIP(280));
        values_->SetMinSize(wxSize(width, -1));
        values_->SetColumnWidth(0, width * 11 / 20);
        values_->SetColumnWidth(1, width * 7 / 20);
        run_panel_->Show();
        values_->Show();
        Layout();
    }
}

}  // namespace redforge::editor
