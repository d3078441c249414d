// What a random walk through the window's actions, fields and selections does is what tests/gui/layouts says, step by step.
#include "gui/views_bench.hpp"  // first, for its OpenGL headers

#include <set>
#include <string>
#include <vector>

#include <wx/clipbrd.h>

#include "core/fingerprint.hpp"
#include "edit/random_edits.hpp"
#include "editor/model/property_rows.hpp"
#include "editor/views/browser.hpp"
#include "editor/views/edit_actions.hpp"
#include "editor/views/outliner.hpp"
#include "editor/views/script_page.hpp"
#include "editor/views/table_pane.hpp"
#include "gui/layout_text.hpp"
#include "support/sample_file.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::settle;
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

struct Walk {
    /// On the sample of a format.
    Walk(const char* root, std::uint64_t seed) : random(seed)
    {
        if (std::string_view(root) != "map") {
            bench.file = bench.folder / ("Sample" + std::string(edit::find_format(root)->extension));
            REQUIRE(write_file(bench.file, test::sample_file(root)).has_value());
            REQUIRE(bench.frame->open_file(bench.file).has_value());
            settle();
        }
        first = test::text_of(bench.frame->session()->document());
        if (const wxClipboardLocker locker; !!locker) {
            wxTheClipboard->Clear();  // of what another test copied
        }
        // These end the window, or show another one.
        const std::set<std::string> left_out{"File, Quit", "Help, About", "Edit, Command Palette...",
                                             "View, Full Screen",
                                             "View, Load Again"};  // and this one goes on by itself
        for (const Action& action : actions()) {
            if (!left_out.contains(action_name(action))) {
                usable.push_back(&action);
            }
        }
    }

    std::string step()
    {
        wxKeyEvent key(wxEVT_KEY_DOWN);  // what was said has been read
        wxEvtHandler().ProcessEvent(key);
        bench.frame->SetStatusText("", 0);
        switch (random.below(12)) {
        case 0: return select(1);
        case 1: return select(1 + random.below(4));
        case 2: return set();
        case 3: return click();
        case 4:
        case 5: return press();
        default: {
            const Action& action = *random.pick(usable);
            bench.frame->run(action);
            settle(1);
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
        settle(1);
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
        settle(1);
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
        settle(1);
        return pressed + (skipped ? ", passed on" : "");
    }

    /// Clicks on something in the view.
    std::string click()
    {
        SceneCanvas* const canvas = bench.frame->scene().canvas();
        const auto* const loaded = bench.frame->scene().scene();
        if (canvas == nullptr || !canvas->IsShownOnScreen() || loaded == nullptr || loaded->scene.spots.empty()) {
            return "click nowhere";
        }
        const scene::SceneMarker& spot = random.pick(loaded->scene.spots);
        const bool control = random.once_in(3);
        const auto pixel = render::pixel_of(canvas->camera(), spot.position, canvas->extent());
        if (!pixel) {
            return "click behind the camera";
        }
        for (const wxEventType type : {wxEVT_MOTION, wxEVT_LEFT_DOWN, wxEVT_LEFT_UP}) {
            wxMouseEvent event(type);
            event.SetPosition(wxPoint(static_cast<int>(pixel->x), static_cast<int>(pixel->y)));
            event.SetLeftDown(type == wxEVT_LEFT_DOWN);
            event.SetControlDown(control);
            event.SetEventObject(canvas);
            canvas->GetEventHandler()->ProcessEvent(event);
        }
        settle(1);
        return std::string(control ? "Ctrl+" : "") + "click";
    }

    /// What the window says after a step, and what the document is like.
    std::string state()
    {
        Session& session = *bench.frame->session();
        const Result<SharedBytes> bytes = session.document().encode();
        const std::string content =
            bytes ? std::to_string(fingerprint_of(bytes->joined()).first % 10000) : "not to be written";
        std::string said = test::of_any_machine(bench.status(), bench.folder.string());
        said.resize(std::min(said.size(), said.find("; what was there is in")));  // a backup, by the time
        return said + " | " + bench.status(1) + " | " + session.undo_name() + " | " + session.redo_name() + " | " +
               bench.selected() + " | " + content;
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

    Views bench;
    std::string first;  ///< the document at the beginning, as text
    test::Random random;
    std::vector<const Action*> usable;
};

void check_walk(const char* root)
{
    std::string text;
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        Walk walk(root, seed);
        text += "seed " + std::to_string(seed) + "\n";
        for (int i = 0; i < 200; ++i) {
            const std::string done = walk.step();
            text += done + ": " + walk.state() + "\n";
        }
        walk.check_undo();
    }
    test::check_layout_text(std::string("walk-") + root, text);
}

}  // namespace

TEST_CASE("walk: what actions, fields and selections in any order do to a map")
{
    check_walk("map");
}

TEST_CASE("walk: what they do to a plugin")
{
    check_walk("plugin");
}

TEST_CASE("walk: what they do to a save")
{
    check_walk("save");
}
