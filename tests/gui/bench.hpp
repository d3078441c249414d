// A window on a map in a temporary folder, with simulated user input.
#pragma once

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <utility>

#include <wx/app.h>
#include <wx/eventfilter.h>
#include <wx/evtloop.h>
#include <wx/stopwatch.h>
#include <wx/timer.h>
#include <wx/uiaction.h>
#include <wx/utils.h>

#include "core/files/files.hpp"
#include "editor/model/session/mod_project.hpp"
#include "editor/views/dialogs/rename_dialog.hpp"
#include "editor/views/dialogs/replace_dialog.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/grid.hpp"
#include "editor/views/panes/history_pane.hpp"
#include "rgm/map.hpp"
#include "support/values.hpp"

namespace redforge::test {

using namespace redforge::editor;

/// Returns conflicts for the merge dialog: a number and a script that both sides changed.
inline std::vector<edit::Conflict> sample_conflicts()
{
    edit::Conflict place{.path = "objects[4]",
                         .label = "5 DOOR01",
                         .field = "position.x",
                         .what = "base 1, ours 2, theirs 3"};
    place.base = "1";
    place.ours = "2";
    place.theirs = "3";
    edit::Conflict script{.path = "actors[0]", .label = "DOOR01", .field = "script", .what = "both change it"};
    script.base = "x\n";
    script.ours = "x\ny\n";
    script.theirs = "x\nz\n";
    return {place, script};
}

/// Processes pending events for `milliseconds`.
inline void process_events(long milliseconds = 60)
{
    wxEventLoopBase* const present = wxEventLoopBase::GetActive();
    wxEventLoop own;
    const wxEventLoopActivator active(present == nullptr ? &own : present);
    wxEventLoopBase* const loop = wxEventLoopBase::GetActive();
    for (const wxStopWatch watch; watch.Time() < milliseconds;) {
        while (loop->Pending()) {
            loop->Dispatch();
        }
        wxTheApp->ProcessPendingEvents();
        loop->ProcessIdle();
        wxMilliSleep(5);
    }
}

/// Runs a function while a menu is open: its event loop handles only timers.
class Later : public wxTimer {
public:
    Later(int milliseconds, std::function<void()> call) : call_(std::move(call)) { StartOnce(milliseconds); }
    void Notify() override { call_(); }

private:
    std::function<void()> call_;
};

/// Presses a key in the menus that a window opens, again and again until the menu closes: a menu that is not ready yet
/// loses the key, and would stay open without end.
class MenuKey : public wxTimer {
public:
    MenuKey(wxWindow& window, int key) : key_(key)
    {
        window.Bind(wxEVT_MENU_OPEN, [this](wxMenuEvent&) {
            ++opened_;
            presses_ = 0;
            Start(250);
        });
        window.Bind(wxEVT_MENU_CLOSE, [this](wxMenuEvent&) { Stop(); });
    }
    void Notify() override
    {
        constexpr int max_presses = 40;
        wxUIActionSimulator().Char(++presses_ < max_presses ? key_ : WXK_ESCAPE);
    }
    /// Returns the number of opened menus.
    [[nodiscard]] int opened() const { return opened_; }

private:
    int key_;
    int opened_{};
    int presses_{};
};

/// Moves the pointer, then presses `held` again: Wine forgets a held key if the pointer moves (docs/windows.md).
inline void move_to(const wxPoint& at, int held = WXK_NONE)
{
    wxUIActionSimulator person;
    person.MouseMove(at);
    process_events();
    if (held != WXK_NONE) {
        person.KeyDown(held);
        process_events();
    }
}

inline void release_key(int held)
{
    if (held != WXK_NONE) {
        wxUIActionSimulator().KeyUp(held);
        process_events();
    }
}

inline void click(const wxPoint& at, int held = WXK_NONE)
{
    move_to(at, held);
    wxUIActionSimulator().MouseClick();
    process_events(120);
    release_key(held);
}

/// Calls a function while the release of a mouse button is handled. GTK warns about a menu that no input opens.
inline void call_at_click(const std::function<void()>& call)
{
    struct ReleaseFilter : wxEventFilter {
        explicit ReleaseFilter(const std::function<void()>& wanted) : call(&wanted) { wxEvtHandler::AddFilter(this); }
        ReleaseFilter(const ReleaseFilter&) = delete;
        ReleaseFilter& operator=(const ReleaseFilter&) = delete;
        ~ReleaseFilter() override { wxEvtHandler::RemoveFilter(this); }
        int FilterEvent(wxEvent& event) override
        {
            if (event.GetEventType() == wxEVT_RIGHT_UP && call != nullptr) {
                (*std::exchange(call, nullptr))();
                return Event_Processed;
            }
            return event.GetEventType() == wxEVT_RIGHT_DOWN ? Event_Processed : Event_Skip;
        }
        const std::function<void()>* call;
    };
    for (const wxWindow* const window : wxTopLevelWindows) {
        if (window->IsShown()) {
            move_to(window->GetScreenPosition() + window->GetSize() / 2);
        }
    }
    const ReleaseFilter filter(call);
    wxUIActionSimulator().MouseClick(wxMOUSE_BTN_RIGHT);
    for (int i = 0; i < 20 && filter.call != nullptr; ++i) {
        process_events();
    }
    REQUIRE(filter.call == nullptr);  // the pointer is over a window
}

inline void drag(wxMouseButton button, const wxPoint& from, const wxPoint& to, int held = WXK_NONE)
{
    wxUIActionSimulator person;
    move_to(from, held);
    person.MouseDown(button);
    process_events();
    move_to(from + (to - from) / 2, held);  // an intermediate position, as a hand moves continuously
    move_to(to, held);
    person.MouseUp(button);
    process_events();
    release_key(held);
}

/// Deletes the stored settings, like before the first start of the program. Windows must be closed.
inline void forget_settings()
{
    std::error_code ignored;  // usually there are no settings
    std::filesystem::remove(settings_file(), ignored);
}

/// A temporary folder with the sample map, and a window that shows the map.
struct Bench {
    std::filesystem::path folder;
    std::filesystem::path file;
    Bytes original;
    SaveChoice answer{SaveChoice::discard};
    std::vector<ExternalChangeChoice> outside_answers;  ///< answers in their order; then Later
    std::optional<OutsideQuestion> outside_question;
    std::vector<DifferenceRow> differences;  ///< last shown differences
    Differences shown_differences;           ///< details of the last shown differences
    std::optional<std::string> go_to;        ///< the record that the user chooses in them
    std::vector<edit::Conflict> conflicts;   ///< last asked about
    /// The user's choice of sides; without it, all conflicts stay and are listed.
    std::function<std::optional<std::vector<edit::MergeFavor>>(const std::vector<edit::Conflict>&)> sides;
    int asked{};
    std::vector<DraftAnswer> draft_answers;    ///< answers in their order; then Discard
    std::vector<std::string> asked_of_drafts;  ///< last asked about
    std::optional<std::filesystem::path> other_path;
    std::optional<KeyMap> new_keys;
    std::string layer;                                    ///< layer that the user types or chooses
    std::optional<std::string> new_name;                  ///< name that the user types in the rename dialog
    edit::EditLog renaming;                               ///< changes that the rename dialog showed
    int asked_to_replace{};                               ///< number of replace dialogs
    std::optional<ReplaceWords> replace_words;            ///< the user's answer in the replace dialog
    std::optional<PictureQuestion> picture_question;      ///< last question
    std::optional<std::filesystem::path> picture_file;    ///< to export to, or to replace with
    std::optional<std::filesystem::path> picture_folder;  ///< to export to
    std::vector<std::filesystem::path> picture_files;     ///< to import
    std::string asked_sound;                              ///< last sound to export
    std::optional<std::filesystem::path> sound_file;      ///< to export to, or to replace with
    std::vector<std::string> started;                     ///< command that started the game
    MainFrame* frame{};

    /// `where`: path of the file in the folder.
    explicit Bench(const std::filesystem::path& where = "SAMPLE.RGM", const rgm::Map& map = rgm::sample_map())
    {
        std::string name = (std::filesystem::temp_directory_path() / "redforge-gui-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        folder = name;
        file = folder / where;
        std::filesystem::create_directories(file.parent_path());
        original = rgm::write_map(map).value();
        REQUIRE(write_file(file, original).has_value());
        Dialogs dialogs;
        dialogs.ask_open_path = [this](wxWindow&) { return other_path; };
        dialogs.ask_new_map_path = [this](wxWindow&, const std::filesystem::path&) { return other_path; };
        dialogs.where_to_export_sound = [this](wxWindow&, const std::string& name) {
            asked_sound = name;
            return sound_file;
        };
        dialogs.which_sound = [this](wxWindow&, const std::string&) { return sound_file; };
        dialogs.start_program = [this](const GameStarter& starter) {
            started = starter.command;
            return true;
        };
        dialogs.ask_save_path = [this](wxWindow&, const Session&) { return other_path; };
        dialogs.ask_save_changes = [this](wxWindow&, const std::string&, const std::vector<std::string>&) {
            ++asked;
            return answer;
        };
        dialogs.ask_keep_drafts = [this](wxWindow&, const std::vector<std::string>& drafts) {
            asked_of_drafts = drafts;
            const DraftAnswer now = draft_answers.empty() ? DraftAnswer::discard : draft_answers.front();
            draft_answers.erase(draft_answers.begin(), draft_answers.begin() + (draft_answers.empty() ? 0 : 1));
            return now;
        };
        dialogs.ask_disk_change = [this](wxWindow&, const OutsideQuestion& question) {
            ++asked;
            outside_question = question;
            const ExternalChangeChoice now =
                outside_answers.empty() ? ExternalChangeChoice::later : outside_answers.front();
            outside_answers.erase(outside_answers.begin(), outside_answers.begin() + (outside_answers.empty() ? 0 : 1));
            return now;
        };
        dialogs.show_difference = [this](wxWindow&, Differences shown) {
            differences = shown.rows;
            shown_differences = std::move(shown);
            return go_to;
        };
        dialogs.ask_conflict_sides =
            [this](wxWindow&, const std::string&,
                   const std::vector<edit::Conflict>& found) -> std::optional<std::vector<edit::MergeFavor>> {
            conflicts = found;
            return sides ? sides(found) : std::vector<edit::MergeFavor>(found.size(), edit::MergeFavor::none);
        };
        dialogs.ask_compare_path = [this](wxWindow&) { return other_path; };
        dialogs.new_name = [this](wxWindow&, const RenameQuestion& question) {
            renaming = question.look(new_name.value_or("")).value_or(edit::EditLog{});
            return new_name;
        };
        dialogs.ask_replace = [this](wxWindow&, const ReplaceQuestion&) {
            ++asked_to_replace;
            return replace_words;
        };
        dialogs.where_to_export = dialogs.which_picture = [this](wxWindow&, const PictureQuestion& question) {
            picture_question = question;
            return picture_file;
        };
        dialogs.which_picture_folder = [this](wxWindow&) { return picture_folder; };
        dialogs.which_pictures = [this](wxWindow&) { return picture_files; };
        dialogs.layer_name = [this](wxWindow&, const char*, const std::string&) { return std::optional(layer); };
        dialogs.which_layer = [this](wxWindow&, const std::vector<std::string>&) { return std::optional(layer); };
        dialogs.which_keys = [this](wxWindow&, const KeyMap&) { return new_keys; };
        save_view_settings({});  // independent of the previous test
        store_grouping(Grouping::kind);
        frame = new MainFrame(std::move(dialogs));
        frame->Show();
        REQUIRE(frame->open_file(file).has_value());
        process_events();
    }
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;
    ~Bench()
    {
        if (frame != nullptr) {
            frame->Close(true);
            process_events();
        }
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }

    /// Types a value into a field's line and leaves it pending.
    void begin_to_type(std::string_view field, const wxString& text)
    {
        wxPropertyGrid& grid = frame->properties().grid();
        wxPGProperty* const line = frame->properties().line(field);
        REQUIRE(line != nullptr);
        grid.EnsureVisible(line);
        REQUIRE(grid.SelectProperty(line, true));
        process_events();
        type_over(text);
    }
    /// Replaces the text of the focused line by typing.
    static void type_over(const wxString& text)
    {
        wxUIActionSimulator person;
        person.Char('a', wxMOD_CONTROL);
        process_events();
        person.Text(text.utf8_str());
        process_events();
    }
    void type(std::string_view field, const wxString& text)
    {
        begin_to_type(field, text);
        press(WXK_RETURN);
    }
    /// Returns a value of the document by its path.
    [[nodiscard]] std::string value(std::string_view path) const
    {
        return test::value(frame->session()->document(), path);
    }
    /// Returns a value of the map file on disk.
    [[nodiscard]] std::string saved_value(std::string_view path) const
    {
        return test::value(rgm::read_map(on_disk()).value(), path);
    }
    /// Sets a field of the selection, as the grid does.
    bool set(const std::string& field, const std::string& text)
    {
        const bool done = frame->set_value({frame->session()->selection(), field, text}).has_value();
        process_events();
        return done;
    }
    void press(int key, int modifiers = wxMOD_NONE)
    {
        wxUIActionSimulator().Char(key, modifiers);
        process_events(120);
    }
    std::string shown(std::string_view field) { return from_wx(frame->properties().line(field)->GetValueAsString()); }
    /// Returns a field of the status bar: 0 the last result, 1 the selection.
    [[nodiscard]] std::string status(int number = 0) const
    {
        return from_wx(frame->GetStatusBar()->GetStatusText(number));
    }
    [[nodiscard]] Bytes on_disk() const { return read_file(file).value(); }
};

}  // namespace redforge::test
