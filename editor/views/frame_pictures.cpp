// What the window does with pictures of a document: exporting, replacing and importing them, and the menu of the sheet.
#include "editor/views/frame.hpp"

#include <memory>

#include <fmt/format.h>

#include "core/counts.hpp"
#include "core/files.hpp"
#include "editor/model/picture_files.hpp"
#include "editor/views/actions.hpp"
#include "editor/views/art_pane.hpp"
#include "editor/views/problems.hpp"

namespace redforge::editor {
namespace {

PictureQuestion question_about(const Session& session, const SheetTile& tile)
{
    const bool gif = takes_gif(session);
    return {picture_file_stem(session, tile), gif, gif && tile.frames > 1};
}

}  // namespace

bool MainFrame::has_pictures() const
{
    return session_ && has_sheet(*session_);
}

bool MainFrame::can_replace_picture() const
{
    return has_pictures() && (is_of_colours(*session_) || sheet_->chosen().size() == 1);
}

void MainFrame::export_pictures()
{
    if (!has_pictures()) {
        return;
    }
    problems_->drop("Export");
    const std::vector<art::Colour> colours = palette_of_game(game_files());
    std::vector<SheetTile> tiles = sheet_->chosen();
    if (tiles.empty() || is_of_colours(*session_)) {
        tiles = sheet_->tiles();
    }
    if (is_of_colours(*session_) && !tiles.empty()) {
        tiles.resize(1);  // it stands for all of them
    }
    if (tiles.empty()) {
        say("There are no pictures to export");
        return;
    }
    if (tiles.size() != 1) {
        const auto folder = dialogs_.which_picture_folder ? dialogs_.which_picture_folder(*this) : std::nullopt;
        if (!folder) {
            return;
        }
        const Result<Exported> written = write_pictures(*session_, tiles, *folder, colours);
        if (!written) {
            report("Export", written.error());
            return;
        }
        say(fmt::format("Exported {} to {}", counted(written->pictures, "picture"), folder->string()));
        for (const std::string& note : written->notes) {
            say_first(note);
        }
        return;
    }
    const PictureQuestion question = question_about(*session_, tiles.front());
    const auto file = dialogs_.where_to_export ? dialogs_.where_to_export(*this, question) : std::nullopt;
    if (!file) {
        return;
    }
    const Result<Bytes> bytes = picture_of_tile(*session_, tiles.front(), *file, colours);
    const Result<Written> written =
        bytes ? write_file(*file, *bytes, {.overwrite = Overwrite::allow, .backup = true}) : fail(bytes.error());
    if (!written) {
        report("Export", written.error());
        return;
    }
    say(fmt::format("Exported {}", file->string()));
}

void MainFrame::replace_picture()
{
    if (!can_replace_picture()) {
        return;
    }
    std::vector<SheetTile> tiles = sheet_->chosen();
    if (tiles.empty()) {
        tiles = sheet_->tiles();
    }
    if (!commit() || tiles.empty()) {
        return;
    }
    const PictureQuestion question = question_about(*session_, tiles.front());
    const auto file = dialogs_.which_picture ? dialogs_.which_picture(*this, question) : std::nullopt;
    if (file) {
        show_imported("Replace",
                      editor::replace_picture(*session_, tiles.front(), *file, palette_of_game(game_files())));
    }
}

void MainFrame::import_pictures()
{
    if (!has_pictures() || !commit() || !dialogs_.which_pictures) {
        return;
    }
    const std::vector<std::filesystem::path> files = dialogs_.which_pictures(*this);
    if (!files.empty()) {
        show_imported("Import", editor::import_pictures(*session_, files, palette_of_game(game_files())));
    }
}

void MainFrame::show_imported(const char* action, const Result<Imported>& imported)
{
    problems_->drop("Replace");
    problems_->drop("Import");
    if (!imported) {
        report(action, imported.error());
        return;
    }
    say(imported->changed == 0 ? "The pictures are the same as before" : session_->undo_name());
    for (const std::string& note : imported->notes) {
        say_first(note);
    }
}

void MainFrame::open_sheet_menu()
{
    const std::unique_ptr<wxMenu> menu(make_menu("&Record|P&ictures", keys_));
    sheet_->PopupMenu(menu.get());
}

}  // namespace redforge::editor
