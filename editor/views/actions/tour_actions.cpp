// Shows the steps of the tour above the views.
#include "editor/views/actions/tour_actions.hpp"

#include <fmt/format.h>
#include <wx/stdpaths.h>

#include "edit/map/map_of.hpp"
#include "editor/model/session/sample_room.hpp"
#include "editor/model/session/tour.hpp"
#include "editor/views/actions/document_actions.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/tour_pane.hpp"

namespace redforge::editor {

void TourActions::connect()
{
    pane_ = new TourPane(&frame());
    // The buttons still handle their own event when the pane is hidden.
    pane_->on_skip = [this] { frame().CallAfter([this] { skip(); }); };
    pane_->on_end = [this] { frame().CallAfter([this] { end(); }); };
    const wxSize size = frame().FromDIP(wxSize(400, 64));
    frame().panes().manager().AddPane(pane_, fixed_bar("tour", 8, size).Hide());  // below the tabs
}

void TourActions::start()
{
    if (!commit()) {
        return;
    }
    const std::filesystem::path folder =
        to_path(wxStandardPaths::Get().GetUserDir(wxStandardPaths::Dir_Cache)) / "redforge" / "sample";
    const Result<std::filesystem::path> map = write_sample_room(folder);
    if (!map) {
        report("Tour", map.error());
        return;
    }
    map_ = *map;
    step_ = 0;
    if (!part<DocumentActions>().open(*map)) {
        end();  // an error has been shown
        return;
    }
    show_step();
}

void TourActions::check()
{
    if (!step_) {
        return;
    }
    if (!session() || session()->path() != map_) {
        end();
    } else if (*step_ < tour_steps && !session()->previewing() && is_tour_step_done(*step_, *session(), before_)) {
        skip();
    }
}

void TourActions::skip()
{
    if (step_ && *step_ < tour_steps) {
        ++*step_;
        show_step();
    }
}

void TourActions::end()
{
    step_.reset();
    part<PaneActions>().arrange_middle();
}

void TourActions::show_step()
{
    const rgm::Map* const map = session() ? edit::map_of(session()->document()) : nullptr;
    before_ = map == nullptr ? rgm::Map{} : *map;
    const bool last = *step_ == tour_steps;
    pane_->show(last ? "The tour is complete" : fmt::format("Step {} of {}", *step_ + 1, tour_steps), tour_text(*step_),
                last);
    part<PaneActions>().arrange_middle();
}

}  // namespace redforge::editor
