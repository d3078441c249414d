// The script page in the window: show, apply, find, and go to names.
#include "editor/views/actions/script_actions.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "core/text/counts.hpp"
#include "editor/views/actions/action_ids.hpp"
#include "editor/views/actions/actions.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/actions/transform_actions.hpp"
#include "editor/views/actions/uses_actions.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/problems.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "editor/views/script/script_page.hpp"

namespace redforge::editor {
namespace {

constexpr const char* draft_topic = "draft";  ///< topic of problems that are removed with their draft

}  // namespace

void ScriptActions::connect()
{
    frame().script().on_leave = [this] {
        if (!part<TransformActions>().tool().active()) {  // else the end of the transform applies it
            commit_script();
        }
    };
    frame().script().show_apply_key(key_of(Id::apply_script, frame().keys()));
    frame().script().on_apply = [this] { static_cast<void>(commit()); };  // commit() has reported the error
    frame().script().on_discard = [this] { discard_script(); };
    frame().script().on_typed = [this] { keep_draft(); };
    frame().script().on_status = [this](const std::string& message) { show_status(message); };
    frame().script().on_search = [this](const std::string& words) { search_scripts(words); };
    frame().script().on_go = [this](const NodeRef& ref) {
        if (commit()) {
            select_nodes({ref});
        }
    };
    frame().panes().manager().AddPane(&frame().script(), wxAuiPaneInfo()
                                                             .Name("script")
                                                             .Caption("Script")
                                                             .CentrePane()
                                                             .CaptionVisible(true)
                                                             .Position(1)
                                                             .CloseButton(false)
                                                             .MinSize(frame().FromDIP(wxSize(200, 120)))
                                                             .Hide());
    frame().panes().manager().Update();
}

bool ScriptActions::selects_script() const
{
    return has_scripts() && std::ranges::any_of(session()->selection(), [this](const NodeRef& ref) {
               return !scripts_at(*session(), ref).empty();
           });
}

void ScriptActions::show_script()
{
    if (frame().panes().manager().GetPane(&frame().script()).IsShown()) {
        frame().script().show(session() ? session() : nullptr, session() ? session()->selection() : NodeRefs{});
    }
}

void ScriptActions::show_script_page(bool shown)
{
    part<PaneActions>().set_script_wanted(shown);
}

void ScriptActions::toggle_script()
{
    if (!has_scripts()) {
        return;
    }
    const bool shown = frame().panes().manager().GetPane(&frame().script()).IsShown();
    if (shown && is_map()) {
        show_script_page(false);
        return;
    }
    show_script_page(true);
    if (!frame().panes().manager().GetPane(&frame().script()).IsShown()) {
        show_status("Select a record with a script first.");
        return;
    }
    give_focus(frame().script().text());
}

void ScriptActions::keep_draft()
{
    const std::optional<ScriptPlace>& place = frame().script().place();
    if (!session() || !place) {
        return;
    }
    if (std::optional<PendingEdit> edit = frame().script().typed()) {
        session()->keep_draft(place->record, place->field, std::move(edit->text));
    } else {
        session()->drop_draft(place->record, place->field);  // the user restored the document's text
    }
    show_drafts();
}

void ScriptActions::show_drafts()
{
    frame().outliner().repaint();
    frame().show_title();
    frame().problems().drop(draft_topic);
    for (const Draft& draft : session()->drafts()) {
        if (!draft.problem.empty()) {
            frame().problems().add(draft_topic, "Script " + draft.name, "Not applied: " + draft.problem);
        }
    }
}

/// A text with an error stays a draft and does not block other actions. The error is reported once for each text.
void ScriptActions::commit_script()
{
    if (!session() || !frame().script().has_new_text()) {
        return;
    }
    const ScriptPlace place = *frame().script().place();
    session()->keep_draft(place.record, place.field, frame().script().typed()->text);
    const Status status = session()->apply_draft(place.record, place.field);
    if (status) {
        frame().script().applied();
    } else {
        frame().script().reject(describe(status.error()));
        show_notice(fmt::format("The script of {} is kept as a draft: {}.", script_name(*session(), place),
                                describe(status.error())));
    }
    show_drafts();
}

void ScriptActions::apply_script()
{
    // frame().run() has applied the text, or has shown the error.
    if (session() && !frame().script().typing()) {
        show_status(session()->can_undo() ? session()->undo_name() : "The script has no changes");
    } else if (session()) {
        show_status(frame().script().reason());
        give_focus(frame().script().text());
    }
}

void ScriptActions::discard_script()
{
    if (!session() || !frame().script().place()) {
        return;
    }
    session()->drop_draft(frame().script().place()->record, frame().script().place()->field);
    frame().script().cancel_edit();
    show_drafts();
    show_status("The typed text of the script is discarded");
}

bool ScriptActions::script_key(int key, int modifiers)
{
    if (!frame().script().has_focus()) {
        return false;
    }
    if (key == WXK_ESCAPE) {
        frame().script().close_popup();
        return true;
    }
    return frame().script().handles_key(key, modifiers);
}

bool ScriptActions::run_in_script(int id)
{
    if (!frame().script().has_focus()) {
        return false;
    }
    switch (id) {
    case wxID_UNDO: return frame().script().undo_typing();
    case wxID_REDO: return frame().script().redo_typing();
    case wxID_FIND: frame().script().open_find(false); return true;
    default: return false;
    }
}

void ScriptActions::find_in_scripts()
{
    if (has_scripts()) {
        show_script_page(true);
        if (!frame().panes().manager().GetPane(&frame().script()).IsShown()) {
            show_status("Select a record with a script first.");
            return;
        }
        frame().script().open_find(true);
    }
}

void ScriptActions::search_scripts(const std::string& words)
{
    if (!session() || !commit() || words.empty()) {
        return;
    }
    std::vector<Use> lines;
    std::ranges::transform(editor::search_scripts(*session(), words, frame().script().written()),
                           std::back_inserter(lines), use_of);
    const std::size_t found = lines.size();
    part<UsesActions>().show_found(std::move(lines));
    show_status(found == 0 ? fmt::format("\"{}\" is in no script", words)
                : found == max_script_hits
                    ? fmt::format("The first {} lines with \"{}\"", grouped(found), words)
                    : fmt::format("{} {} with \"{}\"", grouped(found), found == 1 ? "line" : "lines", words));
}

bool ScriptActions::has_scripts() const
{
    return session() && can_have_scripts(*session());
}

bool ScriptActions::has_script() const
{
    return session() && frame().script().place().has_value() && frame().script().IsShown();
}

bool ScriptActions::has_map_script() const
{
    return has_script() && frame().script().place()->language == ScriptLanguage::soup;
}

bool ScriptActions::runs_script() const
{
    return has_script() && frame().script().running();
}

bool ScriptActions::is_typing_script() const
{
    return session() && frame().script().typing();
}

bool ScriptActions::has_new_script() const
{
    return session() && frame().script().has_new_text();
}

bool ScriptActions::script_shown() const
{
    return has_scripts() && frame().script().IsShown();
}

}  // namespace redforge::editor
