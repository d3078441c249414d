// The browser in the window: fills it, and places objects that are dragged out of it.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/actions/browser_actions.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <wx/menu.h>

#include "editor/model/scene/scene_records.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/actions/prefab_actions.hpp"
#include "editor/views/actions/sound_actions.hpp"
#include "editor/views/actions/transform_actions.hpp"
#include "editor/views/actions/uses_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/panes/browser.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/uses_pane.hpp"
#include "editor/views/scene/scene_pane.hpp"

namespace redforge::editor {

void BrowserActions::connect()
{
    part<PaneActions>().add_folding();
    frame().browser().on_list = [this](BrowserKind kind, const std::string& words) {
        const render::GameArt* const art = frame().browser().grid().thumbnails().art();
        const scene::GameFolder* const game = art == nullptr ? nullptr : &art->game;
        const Favourites& favourites = frame().browser().grid().favourites();
        const auto lists = [&](BrowserKind each) {
            return kind == each || (kind == BrowserKind::favourites && has_kind(favourites, each));
        };
        return session()
                   ? browser_items(*session(), game, kind, words,
                                   lists(BrowserKind::sounds) ? part<SoundActions>().game_sounds()
                                                              : std::span<const GameSound>{},
                                   lists(BrowserKind::voices) ? part<SoundActions>().game_voices()
                                                              : std::span<const GameVoice>{},
                                   lists(BrowserKind::prefabs) ? prefab_folder() : std::filesystem::path{}, favourites)
                   : std::vector<BrowserItem>{};
    };
    BrowserGrid& grid = frame().browser().grid();
    grid.set_favourites(stored_favourites());
    grid.on_choose = [this](const BrowserItem& item) {
        if (item.record != NodeRef{}) {
            select_nodes({item.record});
            part<ViewActions>().frame_selected();
        } else if (item.kind == BrowserKind::sounds) {
            part<SoundActions>().play_game_sound(item.sound.number);
        } else if (const GameVoice* const voice = part<SoundActions>().voice_of(item)) {
            part<SoundActions>().play_wav(voice->wav);
        } else if (is_model()) {
            use_from_browser(item, session()->selection());
        } else if (has_view()) {
            const SceneCanvas& view = *frame().scene().canvas();
            const std::optional<scene::Vec3> place = view.place_at({view.extent().width / 2, view.extent().height / 2});
            place_from_browser(item, place);
        }
    };
    grid.on_drop = [this](const BrowserItem& item, bool exchange) { drop_from_browser(item, exchange); };
    grid.on_select = [this](const BrowserItem& item) {
        if (item.record != NodeRef{}) {
            select_nodes({item.record});
            return;
        }
        show_status(
            is_model() ? fmt::format("{}: drag it onto a face of the model to give the face this texture", item.name)
            : item.kind == BrowserKind::prefabs ? fmt::format("{}: drag into a view to place it", item.name)
            : item.kind == BrowserKind::voices
                ? fmt::format("{}: \"{}\"; a double click plays it", item.name, item.text)
            : item.kind == BrowserKind::sounds
                ? fmt::format("Sound {}: a double click plays it; a right click has Find Uses", item.name)
                : fmt::format("{}: drag into a view to place it; Ctrl+drag onto an object gives it to that object",
                              item.name));
    };
    grid.on_voice = [this](const BrowserItem& item) {
        const GameVoice* const voice = part<SoundActions>().voice_of(item);
        return voice == nullptr ? GameSound{} : sound_in(voice->wav);
    };
    grid.on_menu = [this](const BrowserItem& item) { open_browser_menu(item); };
    frame().panes().manager().AddPane(&frame().browser(), wxAuiPaneInfo()
                                                              .Name("browser")
                                                              .Caption("Browser")
                                                              .Left()
                                                              .Position(1)
                                                              .CloseButton(false)
                                                              .BestSize(frame().FromDIP(wxSize(300, 320)))
                                                              .Hide());
}

void BrowserActions::update_browser()
{
    if (!frame().browser().IsShown()) {
        return;
    }
    const render::LoadedScene* const scene = frame().scene().scene();
    frame().browser().grid().use(scene == nullptr ? nullptr : scene->art);
    frame().browser().show_only(session() ? only_kind(*session()) : std::nullopt);
    frame().browser().refresh();
}

void BrowserActions::place_from_browser(const BrowserItem& item, const std::optional<scene::Vec3>& place)
{
    if (!session() || !place || !commit()) {
        return;
    }
    if (item.kind == BrowserKind::prefabs) {
        part<PrefabActions>().place_file(item.file,
                                         part<TransformActions>().snap_new_position(scene::map_place(*place)));
        give_focus(*frame().scene().canvas());
        return;
    }
    const Result<NodeRef> added =
        place_item(*session(), item, part<TransformActions>().snap_new_position(scene::map_place(*place)));
    if (!added) {
        report("Add", added.error());
        return;
    }
    select_nodes({*added});
    show_status(session()->undo_name());
    give_focus(*frame().scene().canvas());
}

void BrowserActions::drop_from_browser(const BrowserItem& item, bool exchange)
{
    if (item.record != NodeRef{}) {
        return;  // the open archive has no positions to drop at
    }
    SceneCanvas* const view = has_view() ? frame().scene().pointed_canvas() : nullptr;
    if (view == nullptr || !view->GetClientRect().Contains(view->ScreenToClient(wxGetMousePosition()))) {
        show_status("Drop it in a view to place it");
        return;
    }
    if (is_model()) {
        const auto hit = view->hit_under_pointer();
        const std::optional<NodeRef> face = hit && hit->face ? face_node(*session(), *hit->face) : std::nullopt;
        if (face) {
            use_from_browser(item, {*face});
            give_focus(*view);
        } else {
            show_status("Drop it on a face of the model");
        }
        return;
    }
    if (!exchange) {
        place_from_browser(item, view->position_under_pointer());
        return;
    }
    const auto hit = view->hit_under_pointer();
    const std::optional<NodeRef> node = hit ? node_of(session()->root(), hit->record) : std::nullopt;
    use_from_browser(item, node ? NodeRefs{*node} : NodeRefs{});
    give_focus(*view);
}

void BrowserActions::use_from_browser(const BrowserItem& item, const NodeRefs& records)
{
    if (!session() || !commit()) {
        return;
    }
    if (const Status used = use_item(*session(), item, records); !used) {
        report("Set", used.error());
        return;
    }
    select_nodes(records);
    show_status(session()->undo_name());
}

bool BrowserActions::is_model() const
{
    return session() && only_kind(*session()) == BrowserKind::textures;
}

bool BrowserActions::can_be_favourite() const
{
    const BrowserItem* const item = frame().browser().IsShown() ? frame().browser().grid().selected() : nullptr;
    return item != nullptr && item->record == NodeRef{};
}

bool BrowserActions::is_favourite() const
{
    const BrowserGrid& grid = frame().browser().grid();
    return can_be_favourite() && grid.favourites().contains(favourite_key(*grid.selected()));
}

void BrowserActions::toggle_favourite()
{
    if (!can_be_favourite()) {
        return;
    }
    BrowserGrid& grid = frame().browser().grid();
    const BrowserItem item = *grid.selected();
    Favourites favourites = grid.favourites();
    const bool removed = favourites.erase(favourite_key(item)) > 0;
    if (!removed) {
        favourites.insert(favourite_key(item));
    }
    store_favourites(favourites);
    grid.set_favourites(std::move(favourites));
    frame().browser().refresh();
    show_status(fmt::format("{} is {} favourite", item.name, removed ? "no longer a" : "a"));
}

void BrowserActions::open_browser_menu(const BrowserItem& item)
{
    if (item.record != NodeRef{}) {
        return;
    }
    enum : int { choose = 1, use, uses, to_file, favourite };
    wxMenu menu;
    if (is_audio(item)) {
        menu.Append(choose, "&Play");
        menu.Append(to_file, "&Export...");
        menu.Append(uses, "&Find Uses in All Maps");
    } else {
        menu.Append(choose, "&Place in the Middle of the View")->Enable(has_view() && !is_model());
    }
    if (!is_audio(item) && item.kind != BrowserKind::prefabs) {
        menu.Append(use, "&Use for Selected")->Enable(has_selection());
        menu.Append(uses, "&Find Uses")->Enable(item.uses > 0);
    }
    menu.AppendSeparator();
    menu.AppendCheckItem(favourite, "Fa&vourite")->Check(is_favourite());
    const int chosen = frame().browser().grid().GetPopupMenuSelectionFromUser(menu);
    if (chosen == choose) {
        frame().browser().grid().on_choose(item);
    } else if (chosen == use) {
        use_from_browser(item, session()->selection());
        if (has_view()) {
            give_focus(*frame().scene().canvas());  // End and other keys then apply to the selection
        }
    } else if (chosen == favourite) {
        toggle_favourite();
    } else if (chosen == to_file) {
        part<SoundActions>().export_sound(item);
    } else if (chosen == uses) {
        part<UsesActions>().list_uses(used_name(item));
    }
}

}  // namespace redforge::editor
