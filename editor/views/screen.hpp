// Differences of window systems: one header, with a source for GTK (gtk/screen.cpp) and one for Windows.
#pragma once

#include <string>

#include <wx/string.h>

class wxTopLevelWindow;

namespace redforge::editor {

/// Prepares the program before wx starts. Where no screen reader listens, GTK is kept from following the focus for one: in that it
/// ends the program when two items of a menu are passed before it has time for the first ("gail_focus_notify_when_idle: code should
/// not be reached").
void prepare_screen();

/// Returns the reason why no window can be opened on this screen. Empty if only an attempt can show it.
[[nodiscard]] std::string screen_obstacle();
/// The screen that could not be opened, for a message.
[[nodiscard]] std::string screen_name();
/// Returns true if wx can use OpenGL on this screen.
[[nodiscard]] bool screen_takes_opengl();
/// Returns true if OpenGL cannot present a part of a window on the screen, as with Wine 8: docs/windows.md.
[[nodiscard]] bool screen_lacks_opengl();
/// Returns true if a window captures the mouse while a button is pressed. GTK does this by itself; Windows needs a
/// call.
[[nodiscard]] bool screen_follows_drags();
/// Returns the package to install for OpenGL on this system.
[[nodiscard]] std::string opengl_hint();

/// The folder of the window's settings: $XDG_CONFIG_HOME, where that is not set ~/.config, and %APPDATA%\redforge on
/// Windows.
[[nodiscard]] wxString settings_folder();

/// Tells GTK how large a window is that has not been shown yet. wx makes the window of the X server before that with
/// 2 x 1 pixels, and then GTK lays its menu bar out in those, with complaints about negative space on stderr.
void set_initial_size(wxTopLevelWindow& window);

/// Works around faults of the toolkit, which end with a window that takes no keys: of GTK those below, of Windows that its menu bar
/// takes them after Alt and a key that the program has used.
/// Keys: GTK sends them to the widget that has the focus even where that was never shown, and they are lost. Such a one loses the
/// focus first. Where nothing has it, a top window gets wxEVT_SET_FOCUS with itself as the event's window before a key is sent: it gives
/// the focus to one of its parts.
/// Menus: while another program has the mouse, as a window manager does that moves a window, no menu can be opened. GTK then gives
/// all input to the menu that it did not make, and the window takes none any more. Menus are made first, and Esc closes them.
/// Scrollbars: GTK complains of a slider that has no room; sliders may be short.
void fix_toolkit();

/// As long as it lives, an error of the X server, which would end the program, is noted and the program goes on. Does
/// nothing where there is no X.
class XErrorTrap {
public:
    XErrorTrap();
    XErrorTrap(const XErrorTrap&) = delete;
    XErrorTrap& operator=(const XErrorTrap&) = delete;
    ~XErrorTrap();

    /// Waits for the server's replies and ends the trap. Returns true if a request failed.
    [[nodiscard]] bool failed();

private:
    bool set_{};
};

}  // namespace redforge::editor
