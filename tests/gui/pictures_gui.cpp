// Pictures of a texture bank in the window, export and import; and the tools for each document.
#include <catch2/catch.hpp>

#include <filesystem>

#include <wx/aui/framemanager.h>
#include <wx/choice.h>

#include "art/bank_builder.hpp"
#include "art/palette.hpp"
#include "art/png.hpp"
#include "core/file_fixture.hpp"
#include "editor/views/actions/actions.hpp"
#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/actions/picture_actions.hpp"
#include "editor/views/panes/art_pane.hpp"
#include "editor/views/panes/problems.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "gui/bench.hpp"
#include "support/sample_file.hpp"
#include "support/source_folder.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using namespace redforge::art::test;
using test::Bench;
using test::process_events;

/// A window that shows a bank of two images: one of 3 x 2 pixels, and one of 2 x 2 in two frames with its own colours.
struct BankWindow : Bench {
    BankWindow()
    {
        file = folder / "TEXBSI.302";
        original = join({still("D02003", 3, 2), animated("D02044", 2, shared_rows()), end_marker});
        REQUIRE(write_file(file, original).has_value());
        REQUIRE(frame->open_file(file).has_value());
        process_events();
        REQUIRE(frame->sheet().tiles().size() == 2);
    }
    void choose(const std::vector<std::string>& paths) const
    {
        frame->select(paths);
        process_events();
    }
    /// Writes a PNG of 2 x 1 pixels in the folder.
    [[nodiscard]] std::filesystem::path small_png(const char* name) const
    {
        const auto png = art::write_png(art::IndexedImage{2, 1, {5, 7}}, art::grey_colours());
        REQUIRE(write_file(folder / name, png.value()).has_value());
        return folder / name;
    }
    [[nodiscard]] int width(std::size_t tile) const { return frame->sheet().tiles().at(tile).width; }
};

/// Returns an action of the menu Record, Pictures.
const Action& action(std::string_view name)
{
    const auto found = std::ranges::find(actions(), name, [](const Action& each) { return action_name(each); });
    REQUIRE(found != actions().end());
    return *found;
}

}  // namespace

TEST_CASE("pictures: export all images to a folder, or the selected one to a file")
{
    BankWindow bench;
    bench.choose({});
    bench.picture_folder = bench.folder / "out";
    std::filesystem::create_directory(*bench.picture_folder);
    bench.frame->run(action("Record, Pictures, Export..."));
    CHECK_FALSE(bench.picture_question);
    CHECK(test::names_in(*bench.picture_folder) ==
          std::vector<std::string>{"302-003.png", "302-044-f00.png", "302-044-f01.png"});
    CHECK(bench.status() == "Exported 3 pictures to " + bench.picture_folder->string());

    bench.choose({"images[0]"});
    bench.picture_file = bench.folder / "one.png";
    bench.frame->run(action("Record, Pictures, Export..."));
    REQUIRE(bench.picture_question);
    CHECK(bench.picture_question->name == "302-003");
    CHECK(bench.picture_question->gif);
    CHECK(bench.status() == "Exported " + bench.picture_file->string());
    const auto png = art::read_png(read_file(*bench.picture_file).value()).value();
    CHECK(png.indexed.width == 3);
    CHECK(png.indexed.indices == std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6});
    CHECK_FALSE(bench.frame->session()->can_undo());

    bench.choose({"images[1]"});  // two frames need more than a PNG
    bench.picture_file = bench.folder / "two.png";
    bench.frame->run(action("Record, Pictures, Export..."));
    CHECK(from_wx(bench.frame->problems().GetItemText(0, 0)) == "Export");
    CHECK(from_wx(bench.frame->problems().GetItemText(0, 1)).find("image D02044 has 2 frames") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(*bench.picture_file));
}

TEST_CASE("pictures: replacing needs one selected image, and is one step")
{
    BankWindow bench;
    bench.choose({});
    CHECK_FALSE(bench.frame->part<PictureActions>().can_replace_picture());
    bench.picture_file = bench.small_png("new.png");
    bench.frame->run(action("Record, Pictures, Replace..."));
    CHECK_FALSE(bench.picture_question);  // nothing was asked
    bench.choose({"images[0]", "images[1]"});
    CHECK_FALSE(bench.frame->part<PictureActions>().can_replace_picture());
    bench.choose({"images[0]"});
    CHECK(bench.frame->part<PictureActions>().can_replace_picture());
    bench.frame->run(action("Record, Pictures, Replace..."));
    process_events();
    REQUIRE(bench.picture_question);
    CHECK(bench.picture_question->name == "302-003");
    CHECK(bench.width(0) == 2);
    CHECK(bench.width(1) == 2);
    CHECK(bench.frame->session()->undo_name() == "Replace D02003");
    CHECK(bench.status() == "Replace D02003");
    bench.frame->run(action("Record, Pictures, Replace..."));
    process_events();
    CHECK(bench.status() == "The pictures are the same as before");
    CHECK(bench.frame->session()->steps().size() == 1);
    bench.frame->part<EditActions>().undo();
    process_events();
    CHECK(bench.width(0) == 3);
    bench.picture_file.reset();  // the user cancels
    bench.frame->run(action("Record, Pictures, Replace..."));
    CHECK_FALSE(bench.frame->session()->can_undo());
}

TEST_CASE("pictures: import matches file names, is one step, and reports wrong names")
{
    BankWindow bench;
    bench.choose({});
    bench.picture_files = {bench.small_png("302-003.png"), bench.small_png("302-050.png")};
    bench.frame->run(action("Record, Pictures, Import..."));
    process_events();
    REQUIRE(bench.frame->sheet().tiles().size() == 3);
    CHECK(bench.width(0) == 2);
    CHECK(bench.frame->sheet().tiles()[2].name == "D02050");
    CHECK(bench.status() == "Import 2 pictures");
    bench.frame->part<EditActions>().undo();
    process_events();
    CHECK(bench.frame->sheet().tiles().size() == 2);
    bench.picture_files = {bench.small_png("tree.png")};
    bench.frame->run(action("Record, Pictures, Import..."));
    CHECK(from_wx(bench.frame->problems().GetItemText(0, 0)) == "Import");
    CHECK(from_wx(bench.frame->problems().GetItemText(0, 1)).find("\"tree\" is not a name for a new image") !=
          std::string::npos);
    CHECK_FALSE(bench.frame->session()->can_undo());
    bench.picture_files = {bench.folder / "302-003.png"};
    bench.frame->run(action("Record, Pictures, Import..."));
    process_events();
    CHECK(from_wx(bench.frame->problems().GetItemText(0, 1)) == "No problems");
}

TEST_CASE("pictures: Replace and Import of an LBM are not possible, and say why")
{
    Bench bench;
    bench.file = bench.folder / "GUI.LBM";
    const Bytes lbm = read_file(redforge::test::source_folder() / "fixtures/small.lbm").value();
    REQUIRE(write_file(bench.file, lbm).has_value());
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    process_events();
    CHECK(bench.frame->part<PictureActions>().has_pictures());
    for (const std::string_view name : {"Record, Pictures, Replace...", "Record, Pictures, Import..."}) {
        bench.frame->run(action(name));
        CHECK(bench.status() == "the picture of an LBM cannot be replaced; export it, and import it into a PCX or BMP");
    }
    CHECK_FALSE(bench.picture_question);
}

TEST_CASE("tools: view tools appear for maps, not for plugins or without a file")
{
    Bench bench;
    bench.frame->SetSize(1200, 800);  // windows open with the last width, and narrow ones omit tools
    process_events();
    const auto bar = [&] {
        wxAuiManager* const panes = wxAuiManager::GetManager(bench.frame);
        REQUIRE(panes != nullptr);
        auto* const found = dynamic_cast<wxAuiToolBar*>(panes->GetPane("tools").window);
        REQUIRE(found != nullptr);
        return found;
    };
    const auto has = [&](std::string_view name) { return bar()->FindTool(action(name).id) != nullptr; };
    const auto picks = [&] {
        return wxWindow::FindWindowByName("Choose the kind of records that clicks and boxes select", bench.frame)
            ->IsShown();
    };
    CHECK(has("File, Save"));
    CHECK(has("View, Four Views"));
    CHECK(picks());
    const std::size_t tools = bar()->GetToolCount();
    const std::filesystem::path plugin = bench.folder / "Mod.esp";
    REQUIRE(write_file(plugin, test::sample_file("plugin")).has_value());
    REQUIRE(bench.frame->open_file(plugin).has_value());
    process_events();
    CHECK(has("File, Save"));
    CHECK_FALSE(has("View, Four Views"));
    CHECK_FALSE(picks());
    CHECK(bar()->GetToolCount() < tools);
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    process_events();
    CHECK(has("View, Four Views"));
    CHECK(picks());
    CHECK(bar()->GetToolCount() == tools);

    bench.frame->Close(true);
    process_events();
    bench.frame = new MainFrame(Dialogs{});
    bench.frame->Show();
    process_events(200);
    wxAuiManager* const panes = wxAuiManager::GetManager(bench.frame);
    CHECK(panes->GetPane("welcome").IsShown());
    CHECK_FALSE(panes->GetPane("scene").IsShown());
    CHECK_FALSE(has("View, Four Views"));
    CHECK_FALSE(bench.frame->sheet().IsShownOnScreen());
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    process_events();
    CHECK_FALSE(panes->GetPane("welcome").IsShown());
    CHECK(panes->GetPane("scene").IsShown());
}
