// Differences of window systems: one header, with a source for GTK (gtk/screen.cpp) and one for Windows.
#pragma once

#include <string>

#include <wx/string.h>

class wxDataViewCtrl;
class wxMenuItem;
class wxTopLevelWindow;
class wxWindow;

namespace redforge::editor {

/// Prepares the program before wx starts. Without a screen reader, disables the focus tracker of GTK, because it
/// aborts if the pointer passes two menu items quickly ("gail_focus_notify_when_idle: code should
/// not be reached").
void prepare_screen();

/// Returns the reason why no window can be opened on this screen. If it is empty, opening a window can still fail.
[[nodiscard]] std::string screen_obstacle();
/// Returns the name of the screen, for a message that it cannot be opened.
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

/// Returns the folder for settings: $XDG_CONFIG_HOME, ~/.config if that is not set, and %APPDATA%\redforge on
/// Windows.
[[nodiscard]] wxString settings_folder();

/// Sets the initial size of a window in GTK. Otherwise wx creates the X window with 2 x 1 pixels, and GTK lays its
/// menu bar out in this size, with warnings about negative space on stderr.
void set_initial_size(wxTopLevelWindow& window);

/// Works around toolkit errors after which a window receives no keys. On Windows, the menu bar takes the keys after
/// Alt and a key that the program has handled. In GTK:
/// Keys: GTK sends keys to a focused widget that was never shown, and they are lost. Such a widget loses the focus
/// first. Without a focused widget, the top window gets wxEVT_SET_FOCUS for itself before a key is sent, and gives
/// the focus to one of its parts.
/// Menus: no menu can open while another program grabs the pointer (a window manager that moves a window). GTK then
/// sends all input to the unopened menu. Menus are created in advance, and Esc closes them.
/// Scrollbars: GTK warns about a slider without room, so sliders may be short.
void fix_toolkit();

/// Sets the name of a window that screen readers read. wx sets none for windows that it draws itself. On Windows, texts
/// and lists of choices are named by the text before them.
void set_accessible_name(wxWindow& window, const wxString& name);

/// Shows a key, such as "End", at the right of a menu item that has no accelerator; an empty one removes it. Returns
/// false if the window system cannot do this.
bool show_menu_key(wxMenuItem& item, const wxString& key);

/// Scrolls a tree by a part of a row if its first visible row is cut off. Its current row stays visible. A tree of
/// Windows begins with a whole row always.
void align_first_row(wxDataViewCtrl& tree);

/// While an object exists, an error of the X server is recorded and does not end the program. Does
/// nothing without X.
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
