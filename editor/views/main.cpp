// The redforge-editor program: its command line, and the window.
#include <cstdio>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <wx/app.h>
#include <wx/cmdline.h>
#include <wx/init.h>
#include <wx/log.h>
#include <wx/timer.h>
#include <wx/utils.h>

#include "core/out_of_memory.hpp"
#include "editor/views/actions/actions.hpp"
#include "editor/views/actions/document_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/frame/assert_log.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/game_files.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/frame/window_log.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "editor/views/scene/screen.hpp"
#include "editor/views/scene/screenshot.hpp"

namespace redforge::editor {
namespace {

/// Delay between the end of loading and the screenshot, for layout and drawing.
constexpr int drawing_time = 900;  // milliseconds
constexpr int scene_pause = 50;    // milliseconds between two checks if the scene is loaded
constexpr int max_pauses = 1200;   // maximum number of checks: one minute

class EditorApp : public wxApp {
public:
    bool OnInit() override
    {
        SetAppName("redforge-editor");
        if (!wxApp::OnInit()) {
            return false;
        }
        log_input();
        Dialogs dialogs = real_dialogs();
        if (!picture_.empty()) {
            dialogs.ask_unsaved_steps = nullptr;  // there is no user to answer
            dialogs.ask_reopen = nullptr;
        }
        frame_ = new MainFrame(std::move(dialogs));
        frame_->Show();
        try {
            begin();
        } catch (const std::bad_alloc&) {
            show_out_of_memory();
        }
        return true;
    }

    void OnInitCmdLine(wxCmdLineParser& parser) override
    {
        parser.SetSwitchChars("-");  // on Windows, wx would parse a name that begins with / as an option
        parser.AddLongOption("select", "select this place; several are separated by commas: objects[4],objects[5]");
        parser.AddLongOption("game", "the game folder, which contains WORLD.INI");
        parser.AddLongOption("screenshot", "save a screenshot, centred on the selection, to this PNG file and exit");
        parser.AddParam("FILE", wxCMD_LINE_VAL_STRING, wxCMD_LINE_PARAM_OPTIONAL);
    }

    bool OnCmdLineParsed(wxCmdLineParser& parser) override
    {
        wxString places;
        parser.Found("screenshot", &picture_);
        parser.Found("game", &game_);
        parser.Found("select", &places);
        file_ = parser.GetParamCount() > 0 ? parser.GetParam(0) : wxString{};
        while (!places.empty()) {
            selection_.push_back(from_wx(places.BeforeFirst(',')));
            places = places.AfterFirst(',');
        }
        return true;
    }

    /// Handles a failed allocation: the document stays unchanged, and a message is shown.
    bool OnExceptionInMainLoop() override
    {
        try {
            throw;
        } catch (const std::bad_alloc&) {
            show_out_of_memory();
            return picture_.empty();
        }
    }

    /// Exceptions must not leave these functions: wx would pass them through GTK, which ends the program.
    void ProcessPendingEvents() override
    {
        try {
            wxApp::ProcessPendingEvents();
        } catch (const std::bad_alloc&) {
            show_out_of_memory();
        }
    }

    int OnRun() override
    {
        const int code = wxApp::OnRun();
        return exit_code_ != 0 ? exit_code_ : code;
    }

private:
    /// Runs the commands of the command line in the window.
    void begin()
    {
        if (!game_.empty()) {
            frame_->part<GameFiles>().use_game_folder(to_path(game_));
        }
        const Status opened =
            frame_->part<DocumentActions>().restore(file_.empty() ? std::filesystem::path{} : to_path(file_));
        if (!opened && !picture_.empty()) {
            leave(opened.error());
            return;
        }
        if (!selection_.empty()) {
            for (const Error& error : frame_->select(selection_)) {
                fmt::print(stderr, "redforge-editor: --select: {}\n", describe(error));
            }
        }
        if (!picture_.empty()) {
            timer_.Bind(wxEVT_TIMER, &EditorApp::take_picture, this);
            timer_.StartOnce(scene_pause);
        }
    }

    /// Ends without a picture.
    void leave(const Error& error)
    {
        fmt::print(stderr, "redforge-editor: {}\n", describe(error));
        exit_code_ = 2;
        frame_->Close(true);
    }

    void show_out_of_memory()
    {
        if (picture_.empty()) {
            wxLogError("%s", to_wx(describe(out_of_memory())));
        } else {
            leave(out_of_memory());
        }
    }

    void take_picture(wxTimerEvent&)
    {
        if (!ready_) {
            ready_ = frame_->scene().is_idle() || ++pauses_ > max_pauses;
            if (ready_ && !selection_.empty()) {
                frame_->part<ViewActions>().frame_selected();
            }
            timer_.StartOnce(ready_ ? drawing_time : scene_pause);
            return;
        }
        if (const Status status = write_screenshot(*frame_, to_path(picture_)); !status) {
            return leave(status.error());
        }
        frame_->Close(true);
    }

    MainFrame* frame_{};  // destroys itself when it is closed
    wxString file_;
    wxString picture_;
    wxString game_;
    bool ready_{};
    int pauses_{};
    Paths selection_;
    wxTimer timer_;
    int exit_code_{};
};

}  // namespace
}  // namespace redforge::editor

namespace {

constexpr const char* usage = R"(Usage: redforge-editor [options] [FILE]

Opens a file of the game, its XML or an unpacked folder in a window.

  --game FOLDER      the game's folder, the one that holds WORLD.INI
  --select PLACES    select these places: objects[4],objects[5]
  --screenshot FILE  save a screenshot, centred on the selection, to this PNG file and exit
  --keys             print all actions with their keys, as a table
  -h, --help         print this help
  --version          print the version
)";

/// Handles options that need no window. Returns the exit status, or nullopt if a window is needed.
std::optional<int> answer(std::span<char* const> arguments)
{
    for (const std::string_view argument : arguments) {
        if (argument == "--help" || argument == "-h") {
            fmt::print("{}", usage);
            return 0;
        }
        if (argument == "--keys") {
            fmt::print("{}", redforge::editor::key_table());
            return 0;
        }
        if (argument == "--version") {
            fmt::print("redforge-editor {}\n", REDFORGE_VERSION);
            return 0;
        }
        if (argument == "--") {
            break;
        }
    }
    return std::nullopt;
}

/// Starts wx on a screen. Returns the reason of a failure, or an empty text.
std::string start_screen(int& argc, char** argv)
{
    std::string obstacle = redforge::editor::screen_obstacle();
    const wxLogNull quiet;  // our message is more precise than that of wx
    if (obstacle.empty() && !wxInitialize(argc, argv)) {
        obstacle = fmt::format("cannot open the screen {}", redforge::editor::screen_name());
    }
    return obstacle;
}

}  // namespace

int main(int argc, char* argv[])
{
    redforge::editor::prepare_screen();
    if (const std::optional<int> status = answer({argv + 1, argv + argc})) {
        return *status;
    }
    wxApp::SetInstance(new redforge::editor::EditorApp);
    redforge::editor::log_assertions();
    try {
        if (const std::string obstacle = start_screen(argc, argv); !obstacle.empty()) {
            fmt::print(stderr, "redforge-editor: {}\n", obstacle);
            return 2;
        }
        const int status = wxEntry(argc, argv);
        wxUninitialize();
        return status;
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "redforge-editor: {}\n", redforge::describe(redforge::out_of_memory()));
        return 2;
    }
}
