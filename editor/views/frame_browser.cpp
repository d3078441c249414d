// What the window does with the browser: what it lists, and placing what is dragged out of it.
#include "editor/views/scene_canvas.hpp"  // first, for its OpenGL headers

#include <fmt/format.h>
#include <wx/menu.h>

#include "editor/model/scene_records.hpp"
#include "editor/views/browser.hpp"
#include "editor/views/focus.hpp"
#include "editor/views/frame.hpp"
#include "editor/views/scene_pane.hpp"
#include "editor/views/script_page.hpp"
#include "editor/views/settings.hpp"
#include "editor/views/uses_pane.hpp"

namespace redforge::editor {

void MainFrame::connect_browser()
{
    browser_ = new Browser(this);
    browser_wanted_ = remembered_browser();
    add_folding();
    browser_->on_list = [this](BrowserKind kind, const std::string& words) {
        const render::GameArt* const art = browser_->grid().thumbnails().art();
        const scene::GameFolder* const game = art == nullptr ? nullptr : &art->game;
        return session_ ? browser_items(*session_, game, kind, words,
                                        kind == BrowserKind::sounds ? game_sounds() : std::span<const GameSound>{})
                        : std::vector<BrowserItem>{};
    };
    BrowserGrid& grid = browser_->grid();
    grid.on_choose = [this](const BrowserItem& item) {
        if (item.record != NodeRef{}) {
            select_nodes({item.record});
            frame_selected();
        } else if (item.kind == BrowserKind::sounds) {
            play_game_sound(item.sound.number);
        } else if (has_view()) {
            const SceneCanvas& view = *scene_->canvas();
            const std::optional<scene::Vec3> place = view.place_at({view.extent().width / 2, view.extent().height / 2});
            place_from_browser(item, place);
        }
    };
    grid.on_drop = [this](const BrowserItem& item, bool exchange) { drop_from_browser(item, exchange); };
    grid.on_point = [this](const BrowserItem& item) {
        if (item.record != NodeRef{}) {
            select_nodes({item.record});
            return;
        }
        say(item.kind == BrowserKind::sounds
                ? fmt::format("Sound {}: a double click plays it; a right click has Find Uses", item.name)
                : fmt::format("{}: drag into a view to place it; Ctrl+drag onto an object gives it to that object",
                              item.name));
    };
    grid.on_menu = [this](const BrowserItem& item) { open_browser_menu(item); };
    panes_.manager().AddPane(browser_, wxAuiPaneInfo()
                                           .Name("browser")
                                           .Caption("Browser")
                                           .Left()
                                           .Position(1)
                                           .CloseButton(false)
                                           .BestSize(FromDIP(wxSize(300, 320)))
                                           .Hide());
}

std::span<const GameSound> MainFrame::game_sounds()
{
    const scene::GameFolder* const game = game_files();
    if (game == nullptr) {
        return {};
    }
    if (game->root != sounds_folder_) {
        Result<std::vector<GameSound>> sounds = sounds_of(game->root);
        if (!sounds) {
            report("Sounds", sounds.error());
        }
        sounds_ = sounds ? std::move(*sounds) : std::vector<GameSound>{};
        sounds_folder_ = game->root;
    }
    return sounds_;
}

void MainFrame::renew_browser()
{
    if (!browser_->IsShown()) {
        return;
    }
    const render::LoadedScene* const scene = scene_->scene();
    browser_->grid().use(scene == nullptr ? nullptr : scene->art);
    browser_->renew();
}

/// In a small window it takes the place of the outliner as long as it is asked for.
void MainFrame::toggle_browser()
{
    if (has_room_for_browser()) {
        browser_wanted_ = !browser_wanted_;
        remember_browser(browser_wanted_);
    } else {
        browser_in_place_ = !browser_in_place_;
    }
    arrange_middle();
    renew_browser();
}

bool MainFrame::browser_shown() const
{
    return has_browser() && (has_room_for_browser() ? browser_wanted_ : browser_in_place_);
}

void MainFrame::place_from_browser(const BrowserItem& item, const std::optional<scene::Vec3>& place)
{
    if (!session_ || !place || !commit()) {
        return;
    }
    const Result<NodeRef> added = place_item(*session_, item, glm::round(scene::map_place(*place)));
    if (!added) {
        report("Add", added.error());
        return;
    }
    select_nodes({*added});
    say(session_->undo_name());
    give_focus(*scene_->canvas());
}

void MainFrame::drop_from_browser(const BrowserItem& item, bool exchange)
{
    if (item.record != NodeRef{}) {
        return;  // an archive is no place
    }
    SceneCanvas* const view = has_view() ? scene_->pointed_canvas() : nullptr;
    if (view == nullptr || !view->GetClientRect().Contains(view->ScreenToClient(wxGetMousePosition()))) {
        say("Drop it in a view to place it");
        return;
    }
    if (!exchange) {
        place_from_browser(item, view->pointed_place());
        return;
    }
    const auto hit = view->under_pointer();
    const std::optional<NodeRef> node = hit ? node_of(session_->root(), hit->record) : std::nullopt;
    use_from_browser(item, node ? NodeRefs{*node} : NodeRefs{});
}

void MainFrame::use_from_browser(const BrowserItem& item, const NodeRefs& records)
{
    if (!session_ || !commit()) {
        return;
    }
    if (const Status used = use_item(*session_, item, records); !used) {
        report("Set", used.error());
        return;
    }
    select_nodes(records);
    say(session_->undo_name());
}

void MainFrame::open_browser_menu(const BrowserItem& item)
{
    if (item.record != NodeRef{}) {
        return;
    }
    enum : int { choose = 1, use, uses };
    wxMenu menu;
    if (item.kind == BrowserKind::sounds) {
        menu.Append(choose, "&Play");
        menu.Append(uses, "&Find Uses in All Maps");
    } else {
        menu.Append(choose, "&Place in the Middle of the View")->Enable(has_view());
        menu.Append(use, "&Use for Selected")->Enable(has_selection());
        menu.Append(uses, "&Find Uses")->Enable(item.uses > 0);
    }
    const int chosen = browser_->grid().GetPopupMenuSelectionFromUser(menu);
    if (chosen == choose) {
        browser_->grid().on_choose(item);
    } else if (chosen == use) {
        use_from_browser(item, session_->selection());
    } else if (chosen == uses) {
        list_uses(used_name(item));
    }
}

}  // namespace redforge::editor
