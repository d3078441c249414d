// The file that REDFORGE_WINDOW_LOG names.
#include "editor/views/frame/window_log.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <memory>

#include <fmt/format.h>
#include <wx/app.h>
#include <wx/eventfilter.h>
#include <wx/utils.h>

#include "editor/views/actions/key_text.hpp"
#include "editor/views/frame/text.hpp"

namespace redforge::editor {
namespace {

struct LogFile {
    std::FILE* file{};
    std::chrono::steady_clock::time_point begin{std::chrono::steady_clock::now()};

    LogFile()
    {
        const wxString name = wxGetenv("REDFORGE_WINDOW_LOG");
        file = name.empty() ? nullptr : std::fopen(from_wx(name).c_str(), "ab");
    }
    LogFile(const LogFile&) = delete;
    LogFile& operator=(const LogFile&) = delete;
    ~LogFile()
    {
        if (file != nullptr) {
            std::fclose(file);
        }
    }
};

LogFile& log_file()
{
    static LogFile log;
    return log;
}

/// Counts all threads: drivers without a graphics card draw with several.
double seconds_worked()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::string name_of_key(const wxKeyEvent& event)
{
    const std::string name = key_text(event.GetModifiers(), event.GetKeyCode());
    return name.empty() ? fmt::format("key {}", event.GetKeyCode()) : name;
}

class InputLog : public wxEventFilter {
public:
    InputLog() { wxEvtHandler::AddFilter(this); }
    InputLog(const InputLog&) = delete;
    InputLog& operator=(const InputLog&) = delete;
    ~InputLog() override { wxEvtHandler::RemoveFilter(this); }

    int FilterEvent(wxEvent& event) override
    {
        const wxEventType kind = event.GetEventType();
        if (kind == wxEVT_CHAR_HOOK && !is_modifier(static_cast<wxKeyEvent&>(event).GetKeyCode())) {
            log_event("key", name_of_key(static_cast<wxKeyEvent&>(event)));
        } else if (kind == wxEVT_LEFT_DOWN || kind == wxEVT_MIDDLE_DOWN || kind == wxEVT_RIGHT_DOWN ||
                   kind == wxEVT_LEFT_DCLICK || kind == wxEVT_MIDDLE_DCLICK || kind == wxEVT_RIGHT_DCLICK) {
            log_event("press", "");
        } else if (kind == wxEVT_LEFT_UP || kind == wxEVT_MIDDLE_UP || kind == wxEVT_RIGHT_UP) {
            log_event("release", "");
        } else if (kind == wxEVT_IDLE && event.GetEventObject() == wxTheApp && busy_) {
            busy_ = false;
            log_window("idle", "");
        }
        return Event_Skip;
    }

private:
    void log_event(std::string_view what, const std::string& words)
    {
        busy_ = true;
        log_window(what, words);
    }

    bool busy_{};
};

}  // namespace

bool has_window_log()
{
    return log_file().file != nullptr;
}

void log_window(std::string_view what, std::string_view words)
{
    const LogFile& log = log_file();
    if (log.file == nullptr) {
        return;
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - log.begin;
    fmt::print(log.file, "{:.4f}\t{:.4f}\t{}\t{}\n", passed.count(), seconds_worked(), what, words);
    std::fflush(log.file);  // so that a script that reads the growing file sees complete lines
}

void log_input()
{
    if (has_window_log()) {
        static const InputLog filter;
    }
}

}  // namespace redforge::editor
