// What the window does with the browser: what it lists, and placing what is dragged out of it.
#include "editor/views/scene_canvas.hpp"  // first, for its OpenGL headers

#include <algorithm>

#include <fmt/format.h>
#include <wx/menu.h>

#include "core/code_page.hpp"
#include "core/files.hpp"
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
                                        kind == BrowserKind::sounds ? game_sounds() : std::span<const GameSound>{},
                                        kind == BrowserKind::voices ? game_voices() : std::span<const GameVoice>{})
                        : std::vector<BrowserItem>{};
    };
    BrowserGrid& grid = browser_->grid();
    grid.on_choose = [this](const BrowserItem& item) {
        if (item.record != NodeRef{}) {
            select_nodes({item.record});
            frame_selected();
        } else if (item.kind == BrowserKind::sounds) {
            play_game_sound(item.sound.number);
        } else if (const GameVoice* const voice = voice_of(item)) {
            play_wav(voice->wav);
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
        say(item.kind == BrowserKind::voices ? fmt::format("{}: \"{}\"; a double click plays it", item.name, item.text)
            : item.kind == BrowserKind::sounds
                ? fmt::format("Sound {}: a double click plays it; a right click has Find Uses", item.name)
                : fmt::format("{}: drag into a view to place it; Ctrl+drag onto an object gives it to that object",
                              item.name));
    };
    grid.on_voice = [this](const BrowserItem& item) {
        const GameVoice* const voice = voice_of(item);
        return voice == nullptr ? GameSound{} : sound_in(voice->wav);
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

/// Those of the game that is open; looked for when they are asked for the first time.
std::span<const GameVoice> MainFrame::game_voices()
{
    const scene::GameFolder* const game = game_files();
    if (game == nullptr) {
        return {};
    }
    if (game->root != voices_folder_) {
        Result<std::vector<GameVoice>> voices = voices_of(game->root);
        if (!voices) {
            report("Voices", voices.error());
        }
        voices_ = voices ? std::move(*voices) : std::vector<GameVoice>{};
        voices_folder_ = game->root;
        browser_->grid().forget_voices();
    }
    return voices_;
}

const GameVoice* MainFrame::voice_of(const BrowserItem& item)
{
    if (item.kind != BrowserKind::voices) {
        return nullptr;
    }
    const std::span<const GameVoice> voices = game_voices();
    const auto found =
        std::ranges::find(voices, item.name, [](const GameVoice& voice) { return encode_text(voice.label); });
    return found == voices.end() ? nullptr : &*found;
}

/// Writes a sound or a voice to a WAV file.
void MainFrame::export_sound(const BrowserItem& item)
{
    const GameVoice* const voice = voice_of(item);
    const scene::GameFolder* const game = game_files();
    const Result<SharedBytes> wav =
        voice != nullptr ? Result<SharedBytes>(voice->wav)
                         : wav_of_sound(game == nullptr ? std::filesystem::path{} : game->root, item.sound.number);
    if (!wav) {
        report("Export", wav.error());
        return;
    }
    const auto path = dialogs_.where_to_export_sound ? dialogs_.where_to_export_sound(*this, item.name) : std::nullopt;
    if (!path) {
        return;
    }
    const Result<Written> written = write_file(*path, wav->joined(), {.overwrite = Overwrite::allow, .backup = true});
    if (!written) {
        report("Export", written.error());
        return;
    }
    say(fmt::format("Exported {}", path->filename().string()));
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
    const Result<NodeRef> added = place_item(*session_, item, on_grid(scene::map_place(*place)));
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
    enum : int { choose = 1, use, uses, to_file };
    wxMenu menu;
    if (is_heard(item)) {
        menu.Append(choose, "&Play");
        menu.Append(to_file, "&Export...");
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
    } else if (chosen == to_file) {
        export_sound(item);
    } else if (chosen == uses) {
        list_uses(used_name(item));
    }
}

}  // namespace redforge::editor
