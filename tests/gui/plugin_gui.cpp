// Plugins and saves in the window: selecting every row, typing values, adding and removing parts, saving with a backup.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <map>

#include "core/files/files.hpp"
#include "editor/views/actions/conflict_actions.hpp"
#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/actions/problem_actions.hpp"
#include "editor/views/actions/sound_actions.hpp"
#include "editor/views/panes/list_filter.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/plugin_conflict_pane.hpp"
#include "editor/views/panes/problems.hpp"
#include "editor/views/scene/value_drags.hpp"
#include "gui/bench.hpp"
#include "runner/skip.hpp"
#include "sound/rtx.hpp"
#include "sound/wav.hpp"
#include "support/sample_file.hpp"
#include "support/samples.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::Bench;
using test::process_events;

/// Collects wx's error messages during its lifetime, which are otherwise dialogs.
class FailedAsserts {
public:
    FailedAsserts() : before_(wxSetAssertHandler(&FailedAsserts::add)) { text.clear(); }
    FailedAsserts(const FailedAsserts&) = delete;
    FailedAsserts& operator=(const FailedAsserts&) = delete;
    ~FailedAsserts() { wxSetAssertHandler(before_); }

    static inline std::string text;

private:
    static void add(const wxString& file, int line, const wxString& /*function*/, const wxString& condition,
                    const wxString& message)
    {
        text += from_wx(wxString::Format("%s:%d: %s %s\n", file, line, condition, message));
    }
    wxAssertHandler_t before_;
};

/// Opens a file with this content in the folder of the bench.
void open_plugin(Bench& bench, const std::string& name, const Bytes& bytes)
{
    bench.file = bench.folder / name;
    bench.original = bytes;
    REQUIRE(write_file(bench.file, bytes).has_value());
    REQUIRE(bench.frame->open_file(bench.file).has_value());
    process_events();
}

void put_plugin(const std::filesystem::path& file, const std::string& content)
{
    const std::filesystem::path text = file.string() + ".xml";
    REQUIRE(write_file(text, as_bytes(R"(<plugin header_size="oblivion">)" + content + "</plugin>")).has_value());
    REQUIRE(write_file(file, edit::load(text).value().document.write().value()).has_value());
}

/// Selects nodes of all kinds: the first record of each list, down to the last list.
void visit(Bench& bench, const NodeRef& ref, int depth = 0)
{
    const Session& session = *bench.frame->session();
    bench.frame->select({session.path_of(ref)});
    process_events(5);
    const std::optional<NodeInfo> info = session.find(ref);
    REQUIRE(info.has_value());
    const NodeRefs below = nodes_below(*info);
    for (std::size_t i = 0; i < below.size() && depth < 8; ++i) {
        if (!session.find(below[i])->is_one_of_many() || i == 0) {
            visit(bench, below[i], depth + 1);
        }
    }
}

}  // namespace

TEST_CASE("plugin: subrecords are edited, dragged and undone in the properties")
{
    Bench bench;
    const std::string text = R"(<plugin header_size="oblivion"><header/><group type="top" label="WEAP">)"
                             R"(<record type="WEAP" editor_id="Club" form_id="00000900"><name text="Club"/>)"
                             R"(<script form_id="00000901"/><weapon damage="12" weight="3"/></record></group>)"
                             R"(<group type="top" label="SCPT"><record type="SCPT" editor_id="Words" )"
                             R"(form_id="00000901"/></group></plugin>)";
    open_plugin(bench, "Mod.xml", Bytes(as_bytes(text).begin(), as_bytes(text).end()));
    bench.frame->select({"records[Club]"});
    process_events();
    CHECK(bench.shown("weapon.damage") == "12");
    CHECK(from_wx(bench.frame->properties().line("weapon.damage")->GetParent()->GetLabel()) == "Weapon data");
    CHECK(from_wx(bench.frame->properties().line("name.text")->GetLabel()) == "Name");
    bench.type("weapon.damage", "20");
    CHECK(bench.value("records[Club].weapon.damage") == "20");
    CHECK(bench.shown("weapon.damage") == "20");
    CHECK(bench.status(1) == "records[Club]");
    CHECK(bench.frame->session()->undo_name() == "Set Damage of Weapon [2] of WEAP Club 00000900");

    bench.type("weapon.damage", "much");  // rejected: it stays, marked
    CHECK(bench.value("records[Club].weapon.damage") == "20");
    CHECK(bench.frame->properties().is_typing());
    bench.press(WXK_ESCAPE);

    bench.frame->part<ValueDrags>().drag_value("weapon.damage", 5, true);
    CHECK(bench.value("records[Club].weapon.damage") == "25");
    CHECK(bench.value("records[Club].flags") == "0");
    bench.press('Z', wxMOD_CONTROL);
    bench.press('Z', wxMOD_CONTROL);
    CHECK(bench.value("records[Club].weapon.damage") == "12");

    // A line with a reference to a form leads to the form.
    bench.frame->select({"records[Club]"});
    process_events();
    bench.begin_to_type("script.form_id", "00000901");
    bench.press(WXK_F12);
    CHECK(bench.status(1) == "scripts[Words]");
}

TEST_CASE("plugin: Problems lists forms that a master next to the plugin does not have")
{
    Bench bench;
    const auto plugin = [](const std::string& text) {
        return edit::read_text("<plugin header_size=\"oblivion\">" + text + "</plugin>", "test")
            .value()
            .encode()
            .value()
            .joined();
    };
    REQUIRE(write_file(bench.folder / "Base.esm", plugin("<header flags=\"master\"/>")).has_value());
    open_plugin(bench, "Mod.esp",
                plugin("<header><master name=\"Base.esm\"/></header><group type=\"top\" label=\"WEAP\"><record "
                       "type=\"WEAP\" editor_id=\"Sword\" form_id=\"01000800\"><enchantment form_id=\"00000900\"/>"
                       "</record></group>"));
    bench.frame->part<ProblemActions>().run_checks();
    for (int i = 0; i < 200 && bench.frame->part<ProblemActions>().is_reading_masters(); ++i) {
        process_events(50);
    }
    process_events(50);  // receives the message of the thread
    ProblemsPane& pane = bench.frame->problems();
    CHECK(pane.GetItemText(0, 0) == "00000900: records[Sword].enchantment.form_id");
    CHECK(pane.GetItemText(0, 1) == "warning: no record of its master has 00000900 [missing-form]");
}

TEST_CASE("plugin: conflicts of a load order are listed, filtered, and lead to the record")
{
    Bench bench;
    const auto club = [](const char* masters, const char* damage, const char* weight) {
        return std::string("<header>") + masters + R"(</header><group type="top" label="WEAP">)" +
               R"(<record type="WEAP" editor_id="Club" form_id="00000900"><weapon damage=")" + damage +
               R"(" weight=")" + weight + R"("/></record></group>)";
    };
    const char* const master = R"(<master name="BASE.esm"/>)";
    put_plugin(bench.folder / "BASE.esm", club("", "1", "3"));
    put_plugin(bench.folder / "A.esp", club(master, "2", "3"));
    put_plugin(bench.folder / "B.esp", club(master, "1", "4"));
    REQUIRE(write_file(bench.folder / "plugins.txt", as_bytes("BASE.esm\nA.esp\nB.esp\n")).has_value());
    Dialogs dialogs;
    dialogs.which_plugins = [&](wxWindow&) { return std::vector{bench.folder / "plugins.txt"}; };
    bench.frame->Close(true);
    process_events();
    bench.frame = new MainFrame(std::move(dialogs));
    bench.frame->Show();
    bench.frame->part<ConflictActions>().list_conflicts();
    process_events();
    REQUIRE(bench.frame->part<ConflictActions>().pane() != nullptr);
    const PluginConflictPane& pane = *bench.frame->part<ConflictActions>().pane();
    CHECK(bench.status() == "1 conflict and 1 other override of 3 plugins.");
    REQUIRE(pane.GetItemCount() == 2);
    const auto cells = [&](long line) {
        std::string all;
        for (int column = 0; column < pane.GetColumnCount(); ++column) {
            all += (column == 0 ? "" : "|") + from_wx(pane.GetItemText(line, column));
        }
        return all;
    };
    CHECK(cells(0) == "conflict|WEAP Club BASE.esm:000900|weapon.damage|1|A.esp: 2|B.esp: 1");
    CHECK(cells(1) == "override|WEAP Club BASE.esm:000900|weapon.weight|3|A.esp: 3|B.esp: 4");
    bench.frame->list_filter().line().SetValue("weight");
    process_events();  // GTK gives the line's new icon its place; drawn before, it warns about negative dimensions
    CHECK(bench.frame->list_filter().count() == "1 of 2");
    CHECK(pane.GetItemText(0) == "override");
    pane.on_go({.record = {},
                .field = {},
                .original = {},
                .others = {},
                .winner = {},
                .is_conflict = false,
                .file = bench.folder / "B.esp",
                .form = "BASE.esm:000900"});
    process_events();
    CHECK(bench.frame->session()->path() == bench.folder / "B.esp");
    CHECK(bench.status(1) == "records[Club]");
}

TEST_CASE("plugin: every kind of row of a plugin and a save can be selected")
{
    const FailedAsserts complaints;
    Bench bench;
    open_plugin(bench, "Mod.esp", test::sample_file("plugin"));
    visit(bench, {});
    CHECK(bench.frame->GetTitle() == "Mod.esp - Redforge");
    open_plugin(bench, "Quick.ess", test::sample_file("save"));
    visit(bench, {});
    for (const char* const path : {"changes[0]", "changes[1]", "changes[2]"}) {
        visit(bench, bench.frame->session()->find(path).value());
    }
    CHECK(bench.frame->GetTitle() == "Quick.ess - Redforge");
    CHECK(bench.frame->problems().GetItemCount() == 1);
    CHECK(from_wx(bench.frame->problems().GetItemText(0, 1)).starts_with("no names for forms of Oblivion.esm"));
    CHECK(FailedAsserts::text.empty());
}

TEST_CASE("save: values and parts of an actor are edited, undone and saved")
{
    Bench bench;
    open_plugin(bench, "Quick.ess", test::sample_file("save"));
    bench.frame->select({"changes[1].attributes"});
    bench.type("strength", "77");
    CHECK(bench.frame->session()->undo_name() == "Set Strength of Attributes of NPC 0001D15C");
    bench.frame->select({"changes[1].ai_data"});
    bench.frame->part<EditActions>().add_record();
    process_events();
    bench.type("aggression", "5");
    bench.frame->select({"changes[1].full_name"});
    bench.frame->part<EditActions>().remove_records();
    process_events();
    bench.frame->part<EditActions>().undo();
    process_events();
    bench.frame->save();
    process_events();
    const edit::Document saved = edit::read_binary(bench.on_disk()).value();
    REQUIRE(test::record(saved, "changes[1]").type->element == "npc");
    CHECK(test::value(saved, "changes[1].attributes.strength") == "77");
    CHECK(test::value(saved, "changes[1].ai_data.aggression") == "5");
    CHECK(test::value(saved, "changes[1].full_name.value") == "Captain Bor");
    for (int i = 0; i < 3; ++i) {
        bench.frame->part<EditActions>().undo();
        process_events();
    }
    bench.frame->save();
    CHECK(bench.on_disk() == bench.original);
}

TEST_CASE("outliner: an added record can be opened, and its children removed")
{
    Bench bench;
    open_plugin(bench, "Mod.esp", test::sample_file("plugin"));
    bench.frame->select({"scripts[Greeting]"});
    bench.frame->part<EditActions>().duplicate_records();
    process_events();
    const std::string variables = "scripts[GreetingCopy].script_body.variables";
    bench.frame->select({variables + "[0]"});
    process_events();
    CHECK(bench.frame->outliner().tree().GetSelectedItemsCount() == 1);
    bench.frame->part<EditActions>().remove_records();
    process_events();
    CHECK(test::count(bench.frame->session()->document(), variables) == 0);
    // The empty list gets a record, which becomes visible.
    bench.frame->select({variables});
    bench.frame->part<EditActions>().add_record();
    process_events();
    CHECK(test::count(bench.frame->session()->document(), variables) == 1);
    CHECK(bench.frame->outliner().tree().GetSelectedItemsCount() == 1);
    bench.frame->part<EditActions>().undo();
    bench.frame->part<EditActions>().undo();
    bench.frame->part<EditActions>().undo();
    process_events();
    CHECK_FALSE(bench.frame->session()->find("scripts[GreetingCopy]"));
}

TEST_CASE("clipboard: plugin and save records are copied, or the status bar shows why not")
{
    Bench bench;
    const auto status = [&] { return from_wx(bench.frame->GetStatusBar()->GetStatusText()); };
    const auto press = [&](const char* path, int key) {
        bench.frame->select({path});
        bench.frame->outliner().tree().SetFocus();
        process_events();
        bench.press(key, wxMOD_CONTROL);
    };
    const auto hint = [&] {
        for (const wxWindow* const child : bench.frame->outliner().GetChildren()) {
            if (const auto* const line = dynamic_cast<const wxSearchCtrl*>(child)) {
                return from_wx(line->GetDescriptiveText());
            }
        }
        return std::string{};
    };
    CHECK(hint() == "Find: door, or radius:600");
    open_plugin(bench, "Mod.esp", test::sample_file("plugin"));
    CHECK(hint() == "Find: a name, or part of a FormID");
    press("entries", 'C');
    CHECK(status() == "Content cannot be copied; select some of them");
    press("entries", 'X');
    CHECK(status() == "Content cannot be copied; select some of them");
    press("scripts[0]", 'C');
    CHECK(status() == "Copied SCPT Greeting 01000800");
    bench.press('V', wxMOD_CONTROL);
    CHECK(status() == "Paste 1 record");
    CHECK(bench.value("scripts[GreetingCopy].form_id") == "01000801");
    bench.press('I', wxMOD_CONTROL);
    CHECK(status() == "Select, Invert is possible in maps only.");

    open_plugin(bench, "Quick.ess", test::sample_file("save"));
    press("changes[1].full_name", 'X');
    CHECK(
        status() ==
        "changes[1].full_name cannot be copied; there can be only one, so it could not be pasted; select records of a "
        "list");
    CHECK_FALSE(bench.frame->session()->modified());
    press("changes[1]", 'X');
    CHECK(bench.frame->session()->undo_name() == "Cut NPC 0001D15C");
    bench.press('V', wxMOD_CONTROL);
    CHECK(status() == "Paste 1 npc");
    bench.press('V', wxMOD_CONTROL);
    CHECK(status() == "a second change record of 0001D15C; a save has one change record for each form; remove the "
                      "existing one first");
    CHECK(bench.value("changes[3].form_id") == "0001D15C");
}

TEST_CASE("plugin: real plugins and saves can be opened")
{
    const char* const corpus = std::getenv("REDFORGE_CORPUS");
    if (corpus == nullptr) {
        redforge::test::skip("REDFORGE_CORPUS names no folder");
        return;
    }
    Bench bench;
    int opened = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus)) {
        if (!entry.is_regular_file() || entry.path().extension() == ".tsv") {
            continue;
        }
        INFO(entry.path());
        REQUIRE(bench.frame->open_file(entry.path()).has_value());
        ++opened;
        if (opened % 12 == 1) {
            visit(bench, {});
        }
    }
    CHECK(opened > 50);
}

TEST_CASE("frame: opens a file of each format, and explains why others do not open")
{
    const std::filesystem::path samples = test::samples_or_skip("a file of each format opens");
    if (samples.empty()) {
        return;
    }
    const FailedAsserts complaints;
    Bench bench;
    std::map<std::string, int> opened;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(samples / "game")) {
        std::string extension = entry.path().extension().string();
        if (extension.find_first_not_of("0123456789", 1) == std::string::npos) {
            extension = ".302";  // texture banks are numbered; one represents all
        }
        const bool known = extension.size() > 1 && extension != ".RTX" && extension != ".INI" && extension != ".CHT";
        if (!entry.is_regular_file() || !known || opened[extension] >= 1 || extension == ".RGM") {
            continue;
        }
        INFO(entry.path());
        if (bench.frame->open_file(entry.path()).has_value()) {
            ++opened[extension];
            visit(bench, {});
        }
    }
    CHECK(opened[".DEF"] == 1);
    CHECK(opened[".3D"] == 1);
    CHECK(opened[".3DC"] == 1);
    CHECK(opened[".ROB"] == 1);
    CHECK(opened[".COL"] == 1);
    CHECK(opened[".302"] == 1);
    CHECK(FailedAsserts::text.empty());
    const std::filesystem::path text = bench.folder / "notes.txt";
    REQUIRE(write_file(text, as_bytes("not a file of any game")).has_value());
    CHECK_FALSE(bench.frame->open_file(text).has_value());
    CHECK(bench.frame->problems().GetItemText(0, 0) == "Open");
}

#ifndef _WIN32  // Windows plays without another program
TEST_CASE("sounds: the voice of an entry plays in the system's player")
{
    const auto samples = std::make_shared<const Bytes>(Bytes(11025, std::byte{0x80}));
    sound::Dialogue dialogue;
    dialogue.entries.resize(2);
    dialogue.entries[0].label = "?aaa";
    dialogue.entries[1].label = "#bon";
    dialogue.entries[1].voice = sound::make_wav({11025, 1, 8}, samples, *samples);
    const Bytes wav = dialogue.entries[1].voice.joined();
    std::filesystem::path played_from;
    {
        Bench bench;
        open_plugin(bench, "ENGLISH.RTX", sound::write_dialogue(dialogue).value());
        // A fake player that copies its input.
        const std::filesystem::path player = bench.folder / "bin" / "pw-play";
        std::filesystem::create_directories(player.parent_path());
        const std::string script = "#!/bin/sh\ncp \"$1\" '" + (bench.folder / "copy").string() +
                                   "' && echo \"$1\" > '" + (bench.folder / "played").string() + "'\n";
        REQUIRE(write_file(player, as_bytes(script)).has_value());
        std::filesystem::permissions(player, std::filesystem::perms::owner_all);
        const std::string path = std::getenv("PATH");
        setenv("PATH", (player.parent_path().string() + ":" + path).c_str(), 1);

        bench.frame->select({"entries[0]"});
        process_events();
        CHECK_FALSE(bench.frame->part<SoundActions>().can_play());
        bench.frame->select({"entries[1]"});
        process_events();
        CHECK(bench.frame->part<SoundActions>().can_play());
        bench.frame->part<SoundActions>().play_sound();
        for (int i = 0; i < 100 && !std::filesystem::exists(bench.folder / "played"); ++i) {
            process_events(50);
        }
        setenv("PATH", path.c_str(), 1);
        process_events();
        CHECK(read_file(bench.folder / "copy").value() == wav);
        std::string name(as_text(read_file(bench.folder / "played").value()));
        played_from = name.substr(0, name.find('\n'));
        CHECK(bench.frame->GetStatusBar()->GetStatusText() == "Playing 1.0 s, 11025 Hz, 8 bits, mono");
        CHECK(std::filesystem::exists(played_from));
    }
    CHECK_FALSE(std::filesystem::exists(played_from));
}
#endif
