// The screen of Windows, which is always there.
#include "editor/views/screen.hpp"

#include <cstdio>

#include <wx/stdpaths.h>
#include <wx/utils.h>

#include <windows.h>

namespace redforge::editor {

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

void tell_first_size(wxTopLevelWindow& /*window*/)
{
}

void mend_toolkit()
{
}

XErrorTrap::XErrorTrap() = default;
XErrorTrap::~XErrorTrap() = default;

bool XErrorTrap::failed()
{
    return set_;
}

}  // namespace redforge::editor
