// Pictures of a document: exporting, replacing and importing them, and the menu of the sheet.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/actions/picture_actions.hpp"

#include <memory>

#include <fmt/format.h>

#include "core/files/files.hpp"
#include "core/text/counts.hpp"
#include "editor/model/scene/art_sheet.hpp"
#include "editor/model/scene/picture_files.hpp"
#include "editor/views/actions/actions.hpp"
#include "editor/views/dialogs/welcome.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/game_files.hpp"
#include "editor/views/panes/actor_pane.hpp"
#include "editor/views/panes/art_pane.hpp"
#include "editor/views/panes/browser.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/grid.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/problems.hpp"
#include "editor/views/panes/table_pane.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "editor/views/script/script_page.hpp"

namespace redforge::editor {
namespace {

PictureQuestion make_picture_question(const Session& session, const SheetTile& tile)
{
    const bool gif = can_use_gif(session);
    return {picture_file_stem(session, tile), gif, gif && tile.frames > 1};
}

}  // namespace

void PictureActions::connect()
{
    frame().sheet().on_select = [this](const NodeRefs& refs) { select_nodes(refs); };
    frame().sheet().on_status = [this](const std::string& message) { show_status(message); };
    frame().sheet().on_menu = [this] { open_sheet_menu(); };
    frame().panes().manager().AddPane(&frame().sheet(), wxAuiPaneInfo().Name("sheet").CentrePane().Position(0).Hide());
}

bool PictureActions::has_pictures() const
{
    return session() && has_sheet(*session());
}

bool PictureActions::can_import_pictures() const
{
    return has_pictures() && !import_error(*session());
}

bool PictureActions::can_replace_picture() const
{
    return can_import_pictures() && (is_single_picture(*session()) || frame().sheet().chosen().size() == 1);
}

void PictureActions::export_pictures()
{
    if (!has_pictures()) {
        return;
    }
    frame().problems().drop("Export");
    const std::vector<art::Colour> colours = palette_of_game(part<GameFiles>().game_files());
    std::vector<SheetTile> tiles = frame().sheet().chosen();
    if (tiles.empty() || is_single_picture(*session())) {
        tiles = frame().sheet().tiles();
    }
    if (is_single_picture(*session()) && !tiles.empty()) {
        tiles.resize(1);  // the first tile represents all colours
    }
    if (tiles.empty()) {
        show_status("There are no pictures to export");
        return;
    }
    if (tiles.size() != 1) {
        const auto folder = dialogs().which_picture_folder ? dialogs().which_picture_folder(frame()) : std::nullopt;
        if (!folder) {
            return;
        }
        const Result<Exported> written = write_pictures(*session(), tiles, *folder, colours);
        if (!written) {
            report("Export", written.error());
            return;
        }
        show_status(fmt::format("Exported {} to {}", counted(written->pictures, "picture"), folder->string()));
        for (const std::string& note : written->notes) {
            show_notice(note);
        }
        return;
    }
    const PictureQuestion question = make_picture_question(*session(), tiles.front());
    const auto file = dialogs().where_to_export ? dialogs().where_to_export(frame(), question) : std::nullopt;
    if (!file) {
        return;
    }
    const Result<Bytes> bytes = picture_of_tile(*session(), tiles.front(), *file, colours);
    const Result<Written> written =
        bytes ? write_file(*file, *bytes, {.overwrite = Overwrite::allow, .backup = true}) : fail(bytes.error());
    if (!written) {
        report("Export", written.error());
        return;
    }
    show_status(fmt::format("Exported {}", file->string()));
}

void PictureActions::replace_picture()
{
    std::vector<SheetTile> tiles = frame().sheet().chosen();
    if (tiles.empty()) {
        tiles = frame().sheet().tiles();
    }
    if (!commit() || tiles.empty()) {
        return;
    }
    const PictureQuestion question = make_picture_question(*session(), tiles.front());
    const auto file = dialogs().which_picture ? dialogs().which_picture(frame(), question) : std::nullopt;
    if (file) {
        show_imported("Replace", editor::replace_picture(*session(), tiles.front(), *file,
                                                         palette_of_game(part<GameFiles>().game_files())));
    }
}

void PictureActions::import_pictures()
{
    if (!can_import_pictures() || !commit() || !dialogs().which_pictures) {
        return;
    }
    const std::vector<std::filesystem::path> files = dialogs().which_pictures(frame());
    if (!files.empty()) {
        show_imported("Import",
                      editor::import_pictures(*session(), files, palette_of_game(part<GameFiles>().game_files())));
    }
}

void PictureActions::show_imported(const char* action, const Result<Imported>& imported)
{
    frame().problems().drop("Replace");
    frame().problems().drop("Import");
    if (!imported) {
        report(action, imported.error());
        return;
    }
    show_status(imported->changed == 0 ? "The pictures are the same as before" : session()->undo_name());
    for (const std::string& note : imported->notes) {
        show_notice(note);
    }
}

void PictureActions::open_sheet_menu()
{
    const std::unique_ptr<wxMenu> menu(make_menu("&Record|P&ictures", frame().keys()));
    frame().sheet().PopupMenu(menu.get());
}

}  // namespace redforge::editor
