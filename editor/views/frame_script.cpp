// What the window does with the script page: showing it, applying what is typed, finding, going to what a script names.
#include "editor/views/action_ids.hpp"
#include "editor/views/actions.hpp"
#include "editor/views/frame.hpp"

#include <fmt/format.h>

#include "core/counts.hpp"
#include "editor/views/scene_pane.hpp"
#include "editor/views/script_hits.hpp"
#include "editor/views/script_page.hpp"
#include "editor/views/text.hpp"

namespace redforge::editor {

void MainFrame::connect_script()
{
    script_ = new ScriptPage(this);
    hits_ = new ScriptHits(bottom_);
    bottom_->AddPage(hits_, "Found in Scripts");
    script_->on_leave = [this] {
        if (!tool_.active()) {  // else it is applied with the end of that
            commit_script();
        }
    };
    script_->show_apply_key(key_of(Id::apply_script, keys_));
    script_->on_apply = [this] { commit(); };
    script_->on_discard = [this] { discard_script(); };
    script_->on_say = [this](const std::string& message) { say(message); };
    script_->on_search = [this](const std::string& words) { search_scripts(words); };
    script_->on_go = [this](const NodeRef& ref) {
        if (commit()) {
            select_nodes({ref});
        }
    };
    hits_->on_go = [this](const ScriptHit& hit) {
        if (!session_ || !commit()) {
            return;
        }
        select_nodes({hit.place.record});
        show_script_page(true);
        script_->go_to(hit.range);
    };
    panes_.AddPane(script_, wxAuiPaneInfo()
                                .Name("script")
                                .Caption("Script")
                                .CentrePane()
                                .CaptionVisible(true)
                                .Position(1)
                                .CloseButton(false)
                                .MinSize(FromDIP(wxSize(200, 120)))
                                .Hide());
    panes_.Update();
}

/// A plugin has scripts and nothing else to be seen; of a map a person asks for the page.
void MainFrame::arrange_script_page()
{
    const bool plugin = session_ && may_have_scripts(*session_) && !is_map();
    panes_.GetPane(scene_).Show(!plugin);
    panes_.GetPane(script_).Show(plugin || (is_map() && script_wanted_));
    panes_.Update();
    show_script();
}

void MainFrame::show_script()
{
    if (panes_.GetPane(script_).IsShown()) {
        script_->show(session_ ? &*session_ : nullptr, session_ ? session_->selection() : NodeRefs{});
    }
}

void MainFrame::show_script_page(bool shown)
{
    script_wanted_ = shown;
    arrange_script_page();
}

void MainFrame::toggle_script()
{
    if (!has_scripts()) {
        return;
    }
    const bool shown = panes_.GetPane(script_).IsShown();
    if (shown && is_map()) {
        show_script_page(false);
        return;
    }
    show_script_page(true);
    script_->text().SetFocus();
}

bool MainFrame::commit_script()
{
    std::optional<PendingEdit> edit = session_ ? script_->typed() : std::nullopt;
    if (!edit) {
        return true;
    }
    session_->type(std::move(*edit));
    if (const Status status = session_->commit(); !status) {
        report("Script", status.error());
        script_->refuse(describe(status.error()) + ". Mend it, or discard what was typed.");
        return false;
    }
    script_->applied();
    return true;
}

void MainFrame::apply_script()
{
    // run() has applied it; this is to say so where nothing had to be done.
    say(session_ && session_->can_undo() ? session_->undo_name() : "Nothing has been typed");
}

void MainFrame::discard_script()
{
    if (session_) {
        session_->drop_pending();
    }
    script_->drop_edit();
    say("What was typed in the script is given up");
}

bool MainFrame::script_key(int key, int modifiers)
{
    if (!script_->has_focus()) {
        return false;
    }
    if (key == WXK_ESCAPE) {
        script_->back_out();
        return true;
    }
    return script_->wants(key, modifiers);
}

bool MainFrame::run_in_script(int id)
{
    if (!script_->has_focus()) {
        return false;
    }
    switch (id) {
    case wxID_UNDO: return script_->undo_typing();
    case wxID_REDO: return script_->redo_typing();
    case wxID_FIND: script_->open_find(false); return true;
    default: return false;
    }
}

void MainFrame::next_problem()
{
    script_->go_to_problem(1);
}

void MainFrame::previous_problem()
{
    script_->go_to_problem(-1);
}

void MainFrame::complete_word()
{
    script_->complete();
}

void MainFrame::find_next()
{
    script_->find_next(1);
}

void MainFrame::find_previous()
{
    script_->find_next(-1);
}

void MainFrame::find_in_scripts()
{
    if (has_scripts()) {
        show_script_page(true);
        script_->open_find(true);
    }
}

void MainFrame::search_scripts(const std::string& words)
{
    if (!session_ || !commit() || words.empty()) {
        return;
    }
    hits_->show(editor::search_scripts(*session_, words, script_->written()));
    bottom_->SetSelection(static_cast<size_t>(bottom_->GetPageIndex(hits_)));
    const std::size_t found = hits_->hits().size();
    say(found == 0 ? fmt::format("\"{}\" is in no script", words)
        : found == most_script_hits
            ? fmt::format("The first {} lines with \"{}\"", grouped(found), words)
            : fmt::format("{} {} with \"{}\"", grouped(found), found == 1 ? "line" : "lines", words));
    if (found > 0) {
        hits_->Select(0);
        hits_->SetFocus();
    }
}

void MainFrame::go_to_definition()
{
    script_->go_to_definition();
}

bool MainFrame::has_scripts() const
{
    return session_ && may_have_scripts(*session_);
}

bool MainFrame::has_script() const
{
    return session_ && script_->place().has_value() && script_->IsShown();
}

bool MainFrame::is_typing_script() const
{
    return session_ && script_->typing();
}

bool MainFrame::script_shown() const
{
    return has_scripts() && script_->IsShown();
}

}  // namespace redforge::editor
