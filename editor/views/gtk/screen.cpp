// The screen by GTK. wx has its library loaded, but not its headers at hand: functions are looked up by name.
#include "editor/views/screen.hpp"

#include <array>
#include <utility>

#include <dlfcn.h>
#include <fmt/format.h>
#include <wx/toplevel.h>
#include <wx/utils.h>

#include "editor/views/text.hpp"

namespace redforge::editor {
namespace {

template <class Function>
Function* function_of(const char* name)
{
    return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));  // NOLINT: how functions are looked up by name
}

bool is_set(const char* variable)
{
    return !wxString(wxGetenv(variable)).empty();
}

}  // namespace

void prepare_screen()
{
    if (wxGetenv("GDK_BACKEND") == nullptr) {
        wxSetEnv("GDK_BACKEND", "x11,*");  // wx draws by GLX
    }
}

std::string screen_obstacle()
{
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") ? "" : "there is no screen: DISPLAY is not set";
}

std::string screen_name()
{
    return from_wx(wxGetenv("DISPLAY"));
}

bool screen_takes_opengl()
{
    return is_set("DISPLAY");
}

std::string opengl_hint()
{
    return "install libgl1-mesa-dri; everything else of this program works without it";
}

void tell_first_size(wxTopLevelWindow& window)
{
    auto* const set = function_of<void(void* widget, const int* x_y_width_height)>("gtk_widget_set_allocation");
    if (set != nullptr && window.GetHandle() != nullptr && !window.IsShown()) {
        const std::array<int, 4> place{0, 0, window.GetSize().x, window.GetSize().y};
        set(window.GetHandle(), place.data());
    }
}

XErrorTrap::XErrorTrap()
{
    auto* const push = function_of<void()>("gdk_error_trap_push");
    set_ = push != nullptr && function_of<int()>("gdk_error_trap_pop") != nullptr;
    if (set_) {
        push();
    }
}

XErrorTrap::~XErrorTrap()
{
    static_cast<void>(failed());
}

bool XErrorTrap::failed()
{
    return std::exchange(set_, false) && function_of<int()>("gdk_error_trap_pop")() != 0;
}

}  // namespace redforge::editor
