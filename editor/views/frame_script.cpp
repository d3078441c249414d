// What the window does with the script page: showing it, applying what is typed, finding, going to what a script names.
#include "editor/views/action_ids.hpp"
#include "editor/views/actions.hpp"
#include "editor/views/focus.hpp"
#include "editor/views/frame.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "core/counts.hpp"
#include "editor/views/outliner.hpp"
#include "editor/views/problems.hpp"
#include "editor/views/scene_pane.hpp"
#include "editor/views/script_page.hpp"
#include "editor/views/text.hpp"

namespace redforge::editor {
namespace {

constexpr const char* draft_topic = "draft";  ///< of problems that go with their drafts

}  // namespace

void MainFrame::connect_script()
{
    script_ = new ScriptPage(this);
    script_->on_leave = [this] {
        if (!tool_.active()) {  // else it is applied with the end of that
            commit_script();
        }
    };
    script_->show_apply_key(key_of(Id::apply_script, keys_));
    script_->on_apply = [this] { commit(); };
    script_->on_discard = [this] { discard_script(); };
    script_->on_typed = [this] { keep_draft(); };
    script_->on_say = [this](const std::string& message) { say(message); };
    script_->on_search = [this](const std::string& words) { search_scripts(words); };
    script_->on_go = [this](const NodeRef& ref) {
        if (commit()) {
            select_nodes({ref});
        }
    };
    panes_.manager().AddPane(script_, wxAuiPaneInfo()
                                          .Name("script")
                                          .Caption("Script")
                                          .CentrePane()
                                          .CaptionVisible(true)
                                          .Position(1)
                                          .CloseButton(false)
                                          .MinSize(FromDIP(wxSize(200, 120)))
                                          .Hide());
    panes_.manager().Update();
}

bool MainFrame::selects_script() const
{
    return has_scripts() && std::ranges::any_of(session_->selection(), [this](const NodeRef& ref) {
               return !scripts_at(*session_, ref).empty();
           });
}

void MainFrame::show_script()
{
    if (panes_.manager().GetPane(script_).IsShown()) {
        script_->show(session_ ? &*session_ : nullptr, session_ ? session_->selection() : NodeRefs{});
    }
}

void MainFrame::show_script_page(bool shown)
{
    script_wanted_ = shown;
    actor_wanted_ = actor_wanted_ && !shown;  // they have one place
    arrange_middle();
}

void MainFrame::toggle_script()
{
    if (!has_scripts()) {
        return;
    }
    const bool shown = panes_.manager().GetPane(script_).IsShown();
    if (shown && is_map()) {
        show_script_page(false);
        return;
    }
    show_script_page(true);
    if (!panes_.manager().GetPane(script_).IsShown()) {
        say("Select a record with a script first.");
        return;
    }
    give_focus(script_->text());
}

void MainFrame::keep_draft()
{
    const std::optional<ScriptPlace>& place = script_->place();
    if (!session_ || !place) {
        return;
    }
    if (std::optional<PendingEdit> edit = script_->typed()) {
        session_->keep_draft(place->record, place->field, std::move(edit->text));
    } else {
        session_->drop_draft(place->record, place->field);  // typed back to what it was
    }
    show_drafts();
}

void MainFrame::show_drafts()
{
    outliner_->repaint();
    show_title();
    problems_->drop(draft_topic);
    for (const Draft& draft : session_->drafts()) {
        if (!draft.problem.empty()) {
            problems_->add(draft_topic, "Script " + draft.name, "Not applied: " + draft.problem);
        }
    }
}

/// What has an error stays a draft, and everything else goes on. The reason is told once for each text.
void MainFrame::commit_script()
{
    if (!session_ || !script_->typing_new()) {
        return;
    }
    const ScriptPlace place = *script_->place();
    session_->keep_draft(place.record, place.field, script_->typed()->text);
    const Status status = session_->apply_draft(place.record, place.field);
    if (status) {
        script_->applied();
    } else {
        script_->refuse(describe(status.error()));
        say_first(fmt::format("The script of {} is kept as a draft: {}.", script_name(*session_, place),
                              describe(status.error())));
    }
    show_drafts();
}

void MainFrame::apply_script()
{
    // run() has applied it, or has said why not.
    if (session_ && !script_->typing()) {
        say(session_->can_undo() ? session_->undo_name() : "Nothing has been typed");
    } else if (session_) {
        say(script_->reason());
        give_focus(script_->text());
    }
}

void MainFrame::discard_script()
{
    if (!session_ || !script_->place()) {
        return;
    }
    session_->drop_draft(script_->place()->record, script_->place()->field);
    script_->drop_edit();
    show_drafts();
    say("The typed text of the script is discarded");
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

void MainFrame::find_in_scripts()
{
    if (has_scripts()) {
        show_script_page(true);
        if (!panes_.manager().GetPane(script_).IsShown()) {
            say("Select a record with a script first.");
            return;
        }
        script_->open_find(true);
    }
}

void MainFrame::search_scripts(const std::string& words)
{
    if (!session_ || !commit() || words.empty()) {
        return;
    }
    std::vector<Use> lines;
    std::ranges::transform(editor::search_scripts(*session_, words, script_->written()), std::back_inserter(lines),
                           use_of);
    const std::size_t found = lines.size();
    show_found(std::move(lines));
    say(found == 0 ? fmt::format("\"{}\" is in no script", words)
        : found == most_script_hits
            ? fmt::format("The first {} lines with \"{}\"", grouped(found), words)
            : fmt::format("{} {} with \"{}\"", grouped(found), found == 1 ? "line" : "lines", words));
}

bool MainFrame::has_scripts() const
{
    return session_ && may_have_scripts(*session_);
}

bool MainFrame::has_script() const
{
    return session_ && script_->place().has_value() && script_->IsShown();
}

bool MainFrame::has_map_script() const
{
    return has_script() && script_->place()->language == ScriptLanguage::soup;
}

bool MainFrame::runs_script() const
{
    return has_script() && script_->running();
}

bool MainFrame::is_typing_script() const
{
    return session_ && script_->typing();
}

bool MainFrame::has_new_script() const
{
    return session_ && script_->typing_new();
}

bool MainFrame::script_shown() const
{
    return has_scripts() && script_->IsShown();
}

}  // namespace redforge::editor
