// Random steps through the window's actions, fields, keys and selections keep the laws of the document.
#include "gui/views_bench.hpp"  // first, for its OpenGL headers

#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <wx/clipbrd.h>

#include "edit/document/document.hpp"
#include "edit/random_edits.hpp"
#include "editor/model/rows/property_rows.hpp"
#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/actions/problem_actions.hpp"
#include "editor/views/panes/browser.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/table_pane.hpp"
#include "editor/views/script/script_page.hpp"
#include "support/sample_file.hpp"
#include "support/source_folder.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::process_events;
using test::Views;

/// Returns the paths of all records except the root. Omits most records of long lists of small records.
std::vector<std::string> all_records(const Session& session)
{
    std::vector<RecordHandle> records;
    std::vector<edit::NodePath> nodes;
    test::collect_records(session.root(), records, &nodes);
    std::vector<std::string> paths;
    for (const edit::NodePath& node : nodes) {
        if (!node.empty() && node.back().index < 12) {
            paths.push_back(session.path_of({node}));
        }
    }
    return paths;
}

/// Resets settings and views, so that a walk does not depend on earlier ones.
struct FirstStart {
    FirstStart() { test::forget_settings(); }
};

struct Walk {
    /// Opens the sample map, or a file with these bytes.
    explicit Walk(std::uint64_t seed, const Bytes& bytes = {}) : random(seed)
    {
        if (!bytes.empty()) {
            const Format* const format = edit::recognise(bytes);
            REQUIRE(format != nullptr);
            bench.file = bench.folder / ("Sample" + std::string(format->extension));
            REQUIRE(write_file(bench.file, bytes).has_value());
            REQUIRE(bench.frame->open_file(bench.file).has_value());
            process_events();
        }
        first = test::text_of(bench.frame->session()->document());
        if (const wxClipboardLocker locker; !!locker) {
            wxTheClipboard->Clear();  // content of another test
        }
        // These close the window, show another one or open a mod; they have their own tests.
        const std::set<std::string> left_out{"File, Close",
                                             "Help, Tour",
                                             "File, Quit",
                                             "Help, About",
                                             "Edit, Command Palette...",
                                             "View, Full Screen",
                                             "File, Mod, Open Mod...",
                                             "File, Plugin Conflicts...",
                                             "File, Mod, Install and Play",
                                             "View, Load Again"};  // and this one continues in the background
        for (const Action& action : actions()) {
            if (!left_out.contains(action_name(action))) {
                usable.push_back(&action);
            }
        }
    }

    std::string step()
    {
        wxKeyEvent key(wxEVT_KEY_DOWN);  // marks the message as read
        wxEvtHandler().ProcessEvent(key);
        bench.frame->SetStatusText("", 0);
        switch (random.below(13)) {
        case 0: return select(1);
        case 1: return select(1 + random.below(4));
        case 2: return set();
        case 3: return click();
        case 4:
        case 5: return press();
        case 6: return drag();
        default: {
            const Action& action = *random.pick(usable);
            bench.frame->run(action);
            process_events(1);
            return action_name(action);
        }
        }
    }

    std::string select(std::size_t count)
    {
        const std::vector<std::string> all = all_records(*bench.frame->session());
        std::vector<std::string> paths;
        for (; count > 0 && !all.empty(); --count) {
            paths.push_back(random.pick(all));
        }
        bench.frame->select(paths);
        process_events(1);
        return "select";
    }

    std::string set()
    {
        const PropertyRows rows = make_rows(*bench.frame->session(), bench.frame->session()->selection());
        if (rows.rows.empty()) {
            return "set nothing";
        }
        const PropertyRow& row = random.pick(rows.rows);
        static constexpr const char* values[] = {"0",      "1", "-1", "100",   "+7",         "*2",
                                                 "DOOR01", "",  "x",  "90deg", "99999999999"};
        const std::string value = random.pick(values);
        const bool done = bench.set(row.name, value);
        return "set " + row.name + " to \"" + value + "\"" + (done ? "" : ", rejected");
    }

    /// Presses a key in one of the panes.
    std::string press()
    {
        MainFrame& frame = *bench.frame;
        const std::pair<const char*, wxWindow*> panes[] = {{"outliner", &frame.outliner().tree()},
                                                           {"properties", &frame.properties().grid()},
                                                           {"table", &frame.table().grid()},
                                                           {"script", &frame.script().text()},
                                                           {"browser", &frame.browser().grid()},
                                                           {"view", frame.scene().canvas()}};
        const auto& [name, pane] = random.pick(panes);
        static constexpr int keys[] = {'G',       'R',        'S',          'X',        'Y',       'Z',      'H',
                                       'F',       'A',        'D',          'C',        'V',       '1',      '5',
                                       '-',       WXK_RETURN, WXK_ESCAPE,   WXK_DELETE, WXK_UP,    WXK_DOWN, WXK_LEFT,
                                       WXK_RIGHT, WXK_PAGEUP, WXK_PAGEDOWN, WXK_HOME,   WXK_END,   WXK_TAB,  WXK_F2,
                                       WXK_F3,    WXK_F8,     WXK_F9,       WXK_F10,    WXK_SPACE, WXK_BACK};
        const int key = random.pick(keys);
        const bool control = random.once_in(4);
        const bool shift = random.once_in(4);
        const std::string pressed = std::string(name) + ": " + (control ? "Ctrl+" : "") + (shift ? "Shift+" : "") +
                                    (key < WXK_START ? std::string(1, static_cast<char>(key)) : std::to_string(key));
        if (pane == nullptr || !pane->IsShownOnScreen()) {
            return pressed + ", not shown";
        }
        pane->SetFocus();
        process_events(1);
        wxKeyEvent event(wxEVT_CHAR_HOOK);
        event.m_keyCode = key;
        event.SetControlDown(control);
        event.SetShiftDown(shift);
        event.SetEventObject(pane);
        frame.GetEventHandler()->ProcessEvent(event);
        const bool skipped = event.GetSkipped();
        if (skipped && (pane == frame.scene().canvas() || pane == &frame.browser().grid())) {
            event.SetEventType(wxEVT_KEY_DOWN);
            pane->GetEventHandler()->ProcessEvent(event);
        }
        process_events(1);
        return pressed + (skipped ? ", passed on" : "");
    }

    /// Returns the position of a visible record in the view, or nullopt if there is none.
    std::optional<wxPoint> spot_in_view()
    {
        const SceneCanvas* const canvas = bench.frame->scene().canvas();
        const auto* const loaded = bench.frame->scene().scene();
        if (canvas == nullptr || !canvas->IsShownOnScreen() || loaded == nullptr || loaded->scene.markers.empty()) {
            return std::nullopt;
        }
        const scene::SceneMarker& marker = random.pick(loaded->scene.markers);
        const auto pixel = render::pixel_of(canvas->camera(), marker.position, canvas->extent());
        return pixel ? std::optional(wxPoint(static_cast<int>(pixel->x), static_cast<int>(pixel->y))) : std::nullopt;
    }

    /// Sends a mouse event to the view.
    void point(wxEventType type, const wxPoint& at, wxMouseButton held, int modifiers)
    {
        wxMouseEvent event(type);
        event.SetPosition(at);
        event.SetLeftDown(held == wxMOUSE_BTN_LEFT);
        event.SetMiddleDown(held == wxMOUSE_BTN_MIDDLE);
        event.SetRightDown(held == wxMOUSE_BTN_RIGHT);
        event.SetControlDown((modifiers & wxMOD_CONTROL) != 0);
        event.SetShiftDown((modifiers & wxMOD_SHIFT) != 0);
        SceneCanvas* const canvas = bench.frame->scene().canvas();
        event.SetEventObject(canvas);
        canvas->GetEventHandler()->ProcessEvent(event);
    }

    /// Clicks on a visible record.
    std::string click()
    {
        const std::optional<wxPoint> at = spot_in_view();
        const bool control = random.once_in(3);
        if (!at) {
            return "click nowhere";
        }
        const int modifiers = control ? wxMOD_CONTROL : wxMOD_NONE;
        point(wxEVT_MOTION, *at, wxMOUSE_BTN_NONE, modifiers);
        point(wxEVT_LEFT_DOWN, *at, wxMOUSE_BTN_LEFT, modifiers);
        point(wxEVT_LEFT_UP, *at, wxMOUSE_BTN_NONE, modifiers);
        process_events(1);
        return std::string(control ? "Ctrl+" : "") + "click";
    }

    /// Rotates or moves the camera by a drag.
    std::string drag()
    {
        const std::optional<wxPoint> from = spot_in_view();
        const bool middle = random.once_in(2);
        const bool shift = random.once_in(2);
        const int across = static_cast<int>(random.below(9)) * 20 - 70;  // never 0: a right click opens a menu
        const int down = static_cast<int>(random.below(5)) * 20 - 40;
        if (!from) {
            return "drag nowhere";
        }
        const wxMouseButton button = middle ? wxMOUSE_BTN_MIDDLE : wxMOUSE_BTN_RIGHT;
        const int modifiers = shift ? wxMOD_SHIFT : wxMOD_NONE;
        const wxPoint to = *from + wxPoint(across, down);
        point(wxEVT_MOTION, *from, wxMOUSE_BTN_NONE, modifiers);
        point(middle ? wxEVT_MIDDLE_DOWN : wxEVT_RIGHT_DOWN, *from, button, modifiers);
        point(wxEVT_MOTION, to, button, modifiers);
        point(middle ? wxEVT_MIDDLE_UP : wxEVT_RIGHT_UP, to, wxMOUSE_BTN_NONE, modifiers);
        process_events(1);
        return fmt::format("{}{} drag by {}, {}", shift ? "Shift+" : "", middle ? "middle" : "right", across, down);
    }

    /// Loads the scene and checks the document now, so that the steps do not depend on the speed of the machine.
    void wait()
    {
        for (int i = 0; bench.frame->scene().loading() && i < 400; ++i) {
            process_events(5);
        }
        bench.frame->part<ProblemActions>().run_checks();
    }

    /// Checks that all selected records exist.
    void check_selection() const
    {
        const Session& session = *bench.frame->session();
        for (const NodeRef& ref : session.selection()) {
            CHECK(session.find(ref).has_value());
        }
    }

    /// Checks that a saved copy is saved again with equal bytes, or that saving returns an error with a message. save()
    /// compares the contents: several texts can have one canonical form.
    void check_saved_copy() const
    {
        const edit::Document& document = bench.frame->session()->document();
        const std::filesystem::path copy = bench.folder / ("copy" + bench.file.extension().string());
        const Result<Written> saved =
            edit::save(document, copy, edit::Storage::binary, {.overwrite = Overwrite::allow});
        if (!saved) {
            CHECK_FALSE(saved.error().message.empty());
            return;
        }
        const Result<edit::Loaded> loaded = edit::load(copy);
        REQUIRE(loaded.has_value());
        const Result<SharedBytes> again = loaded->document.encode();
        REQUIRE(again.has_value());
        const Result<Bytes> bytes = read_file(copy);
        REQUIRE(bytes.has_value());
        CHECK(again->joined() == *bytes);
    }

    /// Checks that the document is unchanged after undoing and redoing all steps.
    void check_undo()
    {
        Session& session = *bench.frame->session();
        const std::string now = test::text_of(session.document());
        const std::size_t done = session.steps_done();
        REQUIRE(session.go_to_step(0).has_value());
        CHECK(test::text_of(session.document()) == first);
        REQUIRE(session.go_to_step(done).has_value());
        CHECK(test::text_of(session.document()) == now);
    }

    FirstStart first_start;
    Views bench;
    std::string first;  ///< the document at the beginning, as text
    test::Random random;
    std::vector<const Action*> usable;
};

/// Makes random steps. Fails if wxWidgets or GTK reports an error, or if the selection, the file or the history is
/// wrong.
void walk(int steps, std::uint64_t seed, const Bytes& bytes = {}, const wxSize& size = wxDefaultSize)
{
    Walk walk(seed, bytes);
    if (size != wxDefaultSize) {
        walk.bench.frame->SetSize(walk.bench.frame->FromDIP(size));
        process_events();
    }
    for (int i = 1; i <= steps; ++i) {
        INFO("step " << i << " of seed " << seed << ": " << walk.step());
        walk.wait();
        walk.check_selection();
        if (i % 20 == 0) {
            walk.check_saved_copy();
        }
    }
    walk.check_undo();
}

/// Walks through files of tests/fuzz/corpus.
void walk_corpus(std::initializer_list<const char*> names)
{
    for (const std::filesystem::path name : names) {
        INFO(name.string());
        walk(100, 1, read_file(redforge::test::source_folder() / "tests/fuzz/corpus" / name).value());
    }
}

}  // namespace

TEST_CASE("walk: random steps in a map keep the laws")
{
    walk(200, 1);
    walk(200, 2);
}

TEST_CASE("walk: random steps in a plugin keep the laws")
{
    walk(200, 1, test::sample_file("plugin"));
    walk(200, 2, test::sample_file("plugin"));
}

TEST_CASE("walk: random steps in a save keep the laws")
{
    walk(200, 1, test::sample_file("save"));
    walk(200, 2, test::sample_file("save"));
}

TEST_CASE("walk: random steps in small windows keep the laws")
{
    walk(100, 700, {}, wxSize(700, 800));
    walk(100, 1200, {}, wxSize(1200, 460));
    walk(100, 640, {}, wxSize(640, 480));
}

TEST_CASE("walk: random steps in models and pictures keep the laws")
{
    walk_corpus({"model/animated_v40", "rob/three_segments", "texture_bank/animated", "palette/greys", "font/two",
                 "picture_file/two"});
}

TEST_CASE("walk: random steps in sounds, texts and settings keep the laws")
{
    walk_corpus({"dialogue/two", "effects/two", "ini/worlds", "strings/plain", "visibility/small"});
}
