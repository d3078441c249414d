// What a random walk through the window's actions, fields and selections does is what tests/gui/layouts says, step by step.
#include "gui/views_bench.hpp"  // first, for its OpenGL headers

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <wx/clipbrd.h>

#include "core/bytes/fingerprint.hpp"
#include "edit/random_edits.hpp"
#include "editor/model/rows/property_rows.hpp"
#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/actions/problem_actions.hpp"
#include "editor/views/panes/browser.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/table_pane.hpp"
#include "editor/views/script/script_page.hpp"
#include "gui/layout_text.hpp"
#include "support/sample_file.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::process_events;
using test::Views;

/// All records but the root, as paths; of long lists of small ones the first.
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

std::string number_of(std::span<const std::byte> bytes)
{
    return std::to_string(fingerprint_of(bytes).first % 10000);
}

/// A line of the layout without ", at least 100 x 20" and ", 120 wide".
std::string without_sizes(std::string line)
{
    static constexpr std::string_view least = ", at least ";
    for (std::size_t at = line.find(least); at != std::string::npos; at = line.find(least)) {
        line.erase(at, std::min(line.find(',', at + least.size()), line.size()) - at);
    }
    for (std::size_t end = line.find(" wide"); end != std::string::npos; end = line.find(" wide", end + 1)) {
        const std::size_t before = line.find_last_not_of("0123456789", end - 1);
        if (before != std::string::npos && before + 1 < end && line[before] == ' ') {
            const std::size_t begin = before > 0 && line[before - 1] == ',' ? before - 1 : before;
            line.erase(begin, end + std::string_view(" wide").size() - begin);
            end = begin;
        }
    }
    return line;
}

/// A walk begins so, whatever the one before has done.
struct FirstStart {
    FirstStart() { test::forget_settings(); }
};

struct Walk {
    /// On the sample of a map; or on a file, once.
    Walk(std::string page_name, std::uint64_t number, const Bytes& bytes = {})
        : page(std::move(page_name)), seed(number), random(number)
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
            wxTheClipboard->Clear();  // of what another test copied
        }
        // These end the window, show another one, or open a mod, which has tests of its own.
        const std::set<std::string> left_out{"File, Quit",
                                             "Help, About",
                                             "Edit, Command Palette...",
                                             "View, Full Screen",
                                             "File, Mod, Open Mod...",
                                             "File, Mod, Take Original",
                                             "File, Mod, Show Conflicts",
                                             "File, Mod, Install and Play",
                                             "Record, Replace Sound...",
                                             "View, Load Again"};  // and this one goes on by itself
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
        return "set " + row.name + " to \"" + value + "\"" + (done ? "" : ", refused");
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

    /// Where something in the view is drawn; none where nothing is to be seen.
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

    /// Sends the view an event of the mouse.
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

    /// Clicks on something in the view.
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

    /// Turns or moves the camera by a drag.
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

    /// Returns the contents of all panes and the view settings.
    std::string seen()
    {
        MainFrame& frame = *bench.frame;
        for (int i = 0; frame.scene().loading() && i < 400; ++i) {
            process_events(5);
        }
        frame.part<ProblemActions>().run_checks();  // not when a moment has passed
        std::istringstream lines(test::layout_of(frame));
        std::string text = render::format_view_settings(frame.scene().looks());
        for (std::string line; std::getline(lines, line);) {
            // Removes unstable parts: the delayed use count, a playing animation, recent files in a random folder, and
            // font-dependent sizes.
            line = without_sizes(std::move(line));
            const bool varies = line.starts_with("  field \"") || line.find("Shift+F12 lists") != line.npos ||
                                line.find("Choose a line") != line.npos || line.find("redforge-gui-") != line.npos ||
                                line.find(": frame ") != line.npos;
            text += varies ? "" : line + '\n';
        }
        for (const SceneCanvas* canvas : frame.scene().canvases()) {
            text +=
                fmt::format("names {}, locations {}, balls {}, grips {}, handles {}, plays {}, animates {}\n",
                            canvas->names(), canvas->points().size(), canvas->balls().size(), canvas->grips().size(),
                            canvas->gizmo().has_value(), canvas->plays(), canvas->animates());
        }
        return text;
    }

    /// Returns the messages of the window after a step, and hashes of the window's and document's contents.
    /// REDFORGE_WALK names a folder that receives the hashed window texts, a file for each step.
    std::string state()
    {
        Session& session = *bench.frame->session();
        const Result<SharedBytes> bytes = session.document().encode();
        const std::string content = bytes ? number_of(bytes->joined()) : "not to be written";
        std::string said = test::of_any_machine(bench.status(), bench.folder.string());
        said.resize(std::min(said.size(), said.find("; what was there is in")));  // a backup, by the time
        const std::string window = seen();
        if (const char* const folder = std::getenv("REDFORGE_WALK"); folder != nullptr) {
            std::ofstream(std::filesystem::path(folder) / fmt::format("{}-{}-{:03}.txt", page, seed, ++steps))
                << window;
        }
        return said + " | " + bench.status(1) + " | " + session.undo_name() + " | " + session.redo_name() + " | " +
               bench.selected() + " | " + number_of(std::as_bytes(std::span(window))) + " | " + content;
    }

    /// All steps are taken back, then made again: the document is as it was.
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
    std::string page;
    std::uint64_t seed{};
    int steps{};
    std::string first;  ///< the document at the beginning, as text
    test::Random random;
    std::vector<const Action*> usable;
};

/// Some steps, as lines.
std::string walked(Walk& walk, int steps)
{
    std::string text = "seed " + std::to_string(walk.seed) + "\n";
    for (int i = 0; i < steps; ++i) {
        const std::string done = walk.step();
        text += done + ": " + walk.state() + "\n";
    }
    walk.check_undo();
    return text;
}

void check_walk(const std::string& page, const Bytes& bytes = {})
{
    std::string text;
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        Walk walk(page, seed, bytes);
        text += walked(walk, 200);
    }
    test::check_layout_text(page, text);
}

/// On a file of tests/fuzz/corpus.
void check_short_walk(const std::filesystem::path& name)
{
    INFO(name.string());
    const Bytes bytes = read_file(std::filesystem::path(REDFORGE_SOURCE) / "tests/fuzz/corpus" / name).value();
    const std::string page = "walk-" + name.parent_path().string();
    Walk walk(page, 1, bytes);
    test::check_layout_text(page, walked(walk, 100));
}

}  // namespace

TEST_CASE("walk: random actions, edits and selections in a map")
{
    check_walk("walk-map");
}

TEST_CASE("walk: random steps in a plugin")
{
    check_walk("walk-plugin", test::sample_file("plugin"));
}

TEST_CASE("walk: random steps in a save")
{
    check_walk("walk-save", test::sample_file("save"));
}

TEST_CASE("walk: random steps in a small window")
{
    std::string text;
    for (const wxSize size : {wxSize(700, 800), wxSize(1200, 460), wxSize(640, 480)}) {
        Walk walk("walk-small", static_cast<std::uint64_t>(size.x));
        walk.bench.frame->SetSize(walk.bench.frame->FromDIP(size));
        process_events();
        text += walked(walk, 100);
    }
    test::check_layout_text("walk-small", text);
}

TEST_CASE("walk: random steps in models and pictures")
{
    for (const char* const name : {"model/animated_v40", "rob/three_segments", "texture_bank/animated", "palette/greys",
                                   "font/two", "picture_file/two"}) {
        check_short_walk(name);
    }
}

TEST_CASE("walk: random steps in sounds, texts and settings")
{
    for (const char* const name : {"dialogue/two", "effects/two", "ini/worlds", "strings/plain", "visibility/small"}) {
        check_short_walk(name);
    }
}
