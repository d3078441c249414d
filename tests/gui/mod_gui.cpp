// An open mod: files of the game are working copies, and saving writes patches.
#include "gui/views_bench.hpp"  // first, for its OpenGL headers

#include <catch2/catch.hpp>

#include <filesystem>

#include "editor/model/session/journal.hpp"
#include "editor/session_support.hpp"
#include "editor/views/actions/document_actions.hpp"
#include "editor/views/actions/mod_actions.hpp"
#include "editor/views/actions/sound_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/panes/mod_pane.hpp"
#include "editor/views/panes/outliner.hpp"
#include "gui/bench.hpp"
#include "mod/install.hpp"
#include "sound/rtx.hpp"
#include "sound/wav.hpp"
#include "support/overlay_text.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::Bench;
using test::process_events;
namespace fs = std::filesystem;

void put(const fs::path& file, std::string_view content)
{
    fs::create_directories(file.parent_path());
    REQUIRE(write_file(file, as_bytes(content), {.overwrite = Overwrite::allow}));
}

std::string text_of(const fs::path& file)
{
    return read_text_file(file).value_or("(no file)");
}

/// A window with the open mod "key" and the map of its game.
struct ModWindow : Bench {
    fs::path game{folder / "game"};
    fs::path mod{folder / "key.mod"};
    fs::path patch{mod / "patches/MAPS/ISLAND.RGM.xml"};

    ModWindow() : Bench("game/MAPS/ISLAND.RGM")
    {
        put(mod / "mod.xml", R"(<mod name="key" version="1.0.0"/>)");
        store_game_folder(game);
        REQUIRE(frame->part<ModActions>().open_mod(mod));
        REQUIRE(frame->open_file(file));
        frame->select({"lights[0]"});
        process_events();
    }

    /// Returns the lines of the Mod list, their columns divided by "|".
    [[nodiscard]] std::vector<std::string> lines() const
    {
        process_events(400);  // the list follows after a pause
        std::vector<std::string> all;
        for (const ModLine& line : frame->part<ModActions>().pane()->lines()) {
            all.push_back(line.where + "|" + line.field + "|" + line.original + "|" + line.now);
        }
        return all;
    }
};

}  // namespace

TEST_CASE("mod: saving a map of an open mod writes its patch and not the game")
{
    ModWindow window;
    CHECK(window.lines() == std::vector<std::string>{"MAPS/ISLAND.RGM|||0 changes"});
    REQUIRE(window.set("radius", "7"));
    CHECK(window.lines() ==
          std::vector<std::string>{"MAPS/ISLAND.RGM|||1 change", "lights[0] 2195179707|radius|600|7"});
    CHECK(from_wx(window.frame->properties().line("radius")->GetAttribute(wxPG_ATTR_UNITS).GetString())
              .find("original 600") != std::string::npos);
    CHECK(from_wx(window.frame->GetTitle()) == "*ISLAND.RGM in key - Redforge");
    wxDataViewCtrl& tree = window.frame->outliner().tree();
    wxVariant content;
    tree.GetModel()->GetValue(content, tree.GetCurrentItem(), 1);
    CHECK(from_wx(content.GetString()).starts_with("changed by the mod, 300 -60 400"));
    window.frame->save();
    CHECK(window.status() == "Saved the changes of MAPS/ISLAND.RGM in the mod.");
    CHECK(text_of(window.patch).find("<set path=\"lights[id=2195179707].radius\" was=\"600\" value=\"7\"/>") !=
          std::string::npos);
    CHECK(window.on_disk() == window.original);
    CHECK(from_wx(window.frame->GetTitle()) == "ISLAND.RGM in key - Redforge");

    // The same mod in another window: the map opens with its changes.
    REQUIRE(window.frame->part<ModActions>().open_mod(window.mod));
    REQUIRE(window.frame->open_file(window.file));
    CHECK(window.value("lights[0].radius") == "7");
}

TEST_CASE("mod: after a crash, changes of two mods are recovered and saved into their own patches")
{
    ModWindow bench;
    const fs::path other = bench.game / "MAPS/OTHER.RGM";
    const fs::path lock = bench.folder / "lock.mod";
    REQUIRE(write_file(other, bench.original));
    put(lock / "mod.xml", R"(<mod name="lock" version="1.0.0"/>)");
    const fs::path journals = journal_folder().value();
    fs::remove_all(journals);
    bench.frame->select({"lights[0]"});
    REQUIRE(bench.set("red", "77"));
    REQUIRE(bench.frame->part<ModActions>().open_mod(lock));
    REQUIRE(bench.frame->part<DocumentActions>().open(other));
    bench.frame->select({"lights[0]"});
    REQUIRE(bench.set("red", "78"));
    test::copy_journal(journals, bench.folder / "journals");  // as a killed window leaves them
    bench.frame->Close(true);
    process_events();
    test::copy_journal(bench.folder / "journals", journals);

    Dialogs dialogs;
    dialogs.ask_unsaved_steps = [](wxWindow&, const Unsaved&) { return UnsavedAnswer::recover; };
    dialogs.ask_reopen = [](wxWindow&, const auto&) { return false; };
    bench.frame = new MainFrame(std::move(dialogs));
    bench.frame->Show();
    CHECK(bench.frame->part<DocumentActions>().restore());
    process_events(200);
    REQUIRE(bench.frame->part<DocumentActions>().open(bench.file));
    CHECK(bench.frame->GetTitle() == "*ISLAND.RGM in key - Redforge");
    bench.frame->save();
    CHECK(text_of(bench.patch).find("77") != std::string::npos);
    REQUIRE(bench.frame->part<DocumentActions>().open(other));
    CHECK(bench.frame->GetTitle() == "*OTHER.RGM in lock - Redforge");
    bench.frame->save();
    CHECK(text_of(lock / "patches/MAPS/OTHER.RGM.xml").find("78") != std::string::npos);
    CHECK(bench.frame->part<DocumentActions>().count() == 2);
    CHECK(bench.on_disk() == bench.original);
}

TEST_CASE("mod: the views show a badge at each object that the mod changes")
{
    ModWindow bench;
    const auto badges = [&] {
        process_events(600);  // the list follows after a pause
        SceneCanvas& canvas = *bench.frame->scene().canvas();
        const std::string drawn =
            test::overlay_text(canvas.over(canvas.camera(), canvas.extent(), test::plain_letters()));
        std::size_t count = 0;
        for (std::size_t at = drawn.find("#BF80FF"); at != std::string::npos; at = drawn.find("#BF80FF", at + 1)) {
            ++count;
        }
        return count / 2;  // a badge is two triangles
    };
    bench.frame->part<ViewActions>().frame_selected();
    CHECK(badges() == 0);
    REQUIRE(bench.set("radius", "700"));
    CHECK(badges() == 1);
    bench.frame->part<ModActions>().take_original();
    CHECK(badges() == 0);
}

TEST_CASE("mod: the original value of a change can be restored")
{
    ModWindow window;
    ModActions& mod = window.frame->part<ModActions>();
    REQUIRE(window.set("radius", "7"));
    window.frame->save();
    CHECK(mod.can_take_original());
    mod.take_original();
    CHECK(window.value("lights[0].radius") == "600");
    CHECK(window.lines() == std::vector<std::string>{"MAPS/ISLAND.RGM|||0 changes"});
    CHECK_FALSE(mod.can_take_original());
    window.frame->save();
    CHECK_FALSE(fs::exists(window.patch));
}

TEST_CASE("mod: conflicts with installed mods are listed with both values")
{
    ModWindow window;
    put(window.folder / "other.mod/mod.xml", R"(<mod name="other" version="1.0.0"/>)");
    put(window.folder / "other.mod/patches/MAPS/ISLAND.RGM.xml",
        R"(<edits patch="1"><set path="lights[id=2195179707].radius" value="9"/></edits>)");
    REQUIRE(mod::install(window.game, {window.folder / "other.mod"}));
    REQUIRE(window.set("radius", "7"));
    window.frame->save();
    window.frame->part<ModActions>().show_conflicts();
    CHECK(window.status() == "1 conflict with the mods of the game.");
    CHECK(window.lines().at(1) == "conflict: lights[0] 2195179707|radius|600|other: 9, key: 7; key wins");
}

TEST_CASE("mod: install and play starts DOSBox with the settings of the game")
{
    ModWindow window;
    put(window.game / "DOSBOX/dosbox.exe", "");
    put(window.game / "dosbox_redguard.conf", "");
    REQUIRE(window.set("radius", "7"));
    window.frame->part<ModActions>().install_and_play();
    CHECK(window.started == std::vector<std::string>{(window.game / "DOSBOX/dosbox.exe").string(), "-conf",
                                                     (window.game / "dosbox_redguard.conf").string()});
    CHECK(window.saved_value("lights[0].radius") == "7");
    // The originals are in the store now, and editing continues.
    REQUIRE(window.set("radius", "8"));
    window.frame->save();
    CHECK(text_of(window.patch).find("was=\"600\" value=\"8\"") != std::string::npos);
}

TEST_CASE("mod: a copy cannot be saved into the game while a mod is open")
{
    ModWindow window;
    window.other_path = window.game / "MAPS/COPY.RGM";
    window.frame->save_as();
    CHECK_FALSE(fs::exists(window.game / "MAPS/COPY.RGM"));
    CHECK(window.status().find("a mod is open, which does not change the game") != std::string::npos);
}

TEST_CASE("sound: a voice is replaced by a WAV file without unpacking the dialogue")
{
    Bench bench;
    const Bytes samples(100, std::byte{128});
    const auto owner = std::make_shared<const Bytes>(samples);
    sound::Dialogue dialogue;
    sound::Entry entry;
    entry.label = "aaaa";
    entry.text = Text("a");
    entry.voice = sound::make_wav({}, owner, *owner);
    dialogue.entries = {entry};
    const fs::path rtx = bench.folder / "ENGLISH.RTX";
    const Result<Bytes> bytes = sound::write_dialogue(dialogue);
    REQUIRE(bytes);
    REQUIRE(write_file(rtx, *bytes));
    const Bytes longer(300, std::byte{130});
    const auto longer_owner = std::make_shared<const Bytes>(longer);
    const SharedBytes wav = sound::make_wav({11025, 1, 8}, longer_owner, *longer_owner);
    REQUIRE(write_file(bench.folder / "new.wav", wav.joined()));
    REQUIRE(bench.frame->open_file(rtx));
    bench.frame->select({"entries[0]"});
    process_events();
    SoundActions& sounds = bench.frame->part<SoundActions>();
    REQUIRE(sounds.can_replace());
    bench.sound_file = bench.folder / "new.wav";
    sounds.replace_sound();
    CHECK(bench.status() == "Replaced the sound of aaaa with new.wav");
    bench.frame->save();
    const Result<Bytes> saved = read_file(rtx);
    REQUIRE(saved);
    const auto again = sound::read_dialogue(*saved);
    REQUIRE(again);
    CHECK(again->entries.at(0).voice == wav);
}
