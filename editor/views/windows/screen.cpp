// The screen functions for Windows, where a screen is always available.
#include "editor/views/scene/screen.hpp"

#include <cstdio>

#include <wx/control.h>
#include <wx/event.h>
#include <wx/eventfilter.h>
#include <wx/stdpaths.h>
#include <wx/utils.h>

#include <windows.h>

#include "editor/views/actions/key_text.hpp"

namespace redforge::editor {
namespace {

/// Windows opens the menu bar when Alt is released, unless its window procedure has seen another key meanwhile. It does
/// not see keys that the program handles, such as Alt+3, so send it a key that does nothing.
class OtherKeyWithAlt : public wxEventFilter {
public:
    OtherKeyWithAlt() { wxEvtHandler::AddFilter(this); }
    OtherKeyWithAlt(const OtherKeyWithAlt&) = delete;
    OtherKeyWithAlt& operator=(const OtherKeyWithAlt&) = delete;
    ~OtherKeyWithAlt() override { wxEvtHandler::RemoveFilter(this); }

    int FilterEvent(wxEvent& event) override
    {
        if (event.GetEventType() == wxEVT_CHAR_HOOK) {
            const auto& key = static_cast<const wxKeyEvent&>(event);
            if (key.AltDown() && !is_modifier(key.GetKeyCode())) {
                constexpr LPARAM with_alt = KF_ALTDOWN << 16;
                DefWindowProcW(GetActiveWindow(), WM_SYSKEYDOWN, 0, with_alt);
            }
        }
        return Event_Skip;
    }
};

}  // namespace

void prepare_screen()
{
    // A program with a window has no console of its own: --help and errors go to the one that it was started from.
    if (GetStdHandle(STD_OUTPUT_HANDLE) == nullptr && AttachConsole(ATTACH_PARENT_PROCESS) != 0) {
        static_cast<void>(std::freopen("CONOUT$", "w", stdout));
        static_cast<void>(std::freopen("CONOUT$", "w", stderr));
    }
}

std::string screen_obstacle()
{
    return {};
}

std::string screen_name()
{
    return "of this session";
}

bool screen_takes_opengl()
{
    return true;
}

bool screen_follows_drags()
{
    return false;
}

bool screen_lacks_opengl()
{
    return GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != nullptr;
}

std::string opengl_hint()
{
    return "install the driver of the graphics card; everything else of this program works without it";
}

wxString settings_folder()
{
    wxString named;
    return wxGetEnv("XDG_CONFIG_HOME", &named) && !named.empty()
               ? named
               : wxStandardPaths::Get().GetUserConfigDir() + "\\redforge";
}

void set_initial_size(wxTopLevelWindow& /*window*/)
{
}

void fix_toolkit()
{
    static const OtherKeyWithAlt filter;
}

void set_accessible_name(wxWindow& window, const wxString& name)
{
    if (dynamic_cast<wxControl*>(&window) == nullptr) {  // the label of a control is visible
        window.SetLabel(name);
    }
}

bool show_menu_key(wxMenuItem& /*item*/, const wxString& /*key*/)
{
    return false;
}

void align_first_row(wxDataViewCtrl& /*tree*/)
{
}

XErrorTrap::XErrorTrap() = default;
XErrorTrap::~XErrorTrap() = default;

bool XErrorTrap::failed()
{
    return set_;
}

}  // namespace redforge::editor
