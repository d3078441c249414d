// The screen by GTK. wx has its library loaded, but not its headers at hand: functions are looked up by name.
#include "editor/views/screen.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <dlfcn.h>
#include <fmt/format.h>
#include <wx/stdpaths.h>
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

wxString settings_folder()
{
    wxStandardPaths& places = wxStandardPaths::Get();
    places.SetFileLayout(wxStandardPaths::FileLayout_XDG);
    return places.GetUserConfigDir();
}

void tell_first_size(wxTopLevelWindow& window)
{
    auto* const set = function_of<void(void* widget, const int* x_y_width_height)>("gtk_widget_set_allocation");
    if (set != nullptr && window.GetHandle() != nullptr && !window.IsShown()) {
        const std::array<int, 4> place{0, 0, window.GetSize().x, window.GetSize().y};
        set(window.GetHandle(), place.data());
    }
}

namespace {

/// What GLib calls before anything is done about a signal. `values`: the first is the widget that it is sent to.
using SignalHook = int(void* hint, unsigned count, const void* values, void* data);
constexpr int hook_stays = 1;

/// The widget, when it is of that type; else null.
void* widget_of(const void* values, const char* type)
{
    static auto* const object_of = function_of<void*(const void* value)>("g_value_get_object");
    static auto* const is_a = function_of<int(void* object, std::size_t type)>("g_type_check_instance_is_a");
    static auto* const type_named = function_of<std::size_t(const char* name)>("g_type_from_name");
    void* const widget = object_of(values);
    const std::size_t number = type_named(type);  // 0: there is no such widget yet
    return widget != nullptr && number != 0 && is_a(widget, number) != 0 ? widget : nullptr;
}

bool is_made(void* widget)
{
    static auto* const is_realized = function_of<int(void* widget)>("gtk_widget_get_realized");
    return is_realized(widget) != 0;
}

int give_focus_to_what_is_made(void* /*hint*/, unsigned /*count*/, const void* values, void* /*data*/)
{
    static auto* const focus_of = function_of<void*(void* window)>("gtk_window_get_focus");
    static auto* const set_focus = function_of<void(void* window, void* widget)>("gtk_window_set_focus");
    static auto* const takes_focus = function_of<int(void* widget)>("gtk_widget_get_can_focus");
    static auto* const parent_of = function_of<void*(void* widget)>("gtk_widget_get_parent");
    void* const window = widget_of(values, "GtkWindow");
    void* widget = window == nullptr ? nullptr : focus_of(window);
    if (widget == nullptr || is_made(widget)) {
        return hook_stays;
    }
    while (widget != nullptr && (!is_made(widget) || takes_focus(widget) == 0)) {
        widget = parent_of(widget);
    }
    set_focus(window, widget == window ? nullptr : widget);
    return hook_stays;
}

int make_menu_that_opens(void* /*hint*/, unsigned /*count*/, const void* values, void* /*data*/)
{
    static auto* const menu_of = function_of<void*(void* item)>("gtk_menu_item_get_submenu");
    static auto* const selected_of = function_of<void*(void* menu)>("gtk_menu_shell_get_selected_item");
    static auto* const make = function_of<void(void* widget)>("gtk_widget_realize");
    void* item = widget_of(values, "GtkMenuItem");
    if (void* const menu = widget_of(values, "GtkMenuShell")) {
        item = selected_of(menu);
    }
    if (void* const menu = item == nullptr ? nullptr : menu_of(item); menu != nullptr && !is_made(menu)) {
        make(menu);
    }
    return hook_stays;
}

/// A list to choose from has a menu of its own.
int make_menu_of_list(void* /*hint*/, unsigned /*count*/, const void* values, void* /*data*/)
{
    struct Node {  // GList
        void* menu;
        Node* next;
        Node* previous;
    };
    static auto* const menus_of = function_of<Node*(void* widget)>("gtk_menu_get_for_attach_widget");
    static auto* const make = function_of<void(void* widget)>("gtk_widget_realize");
    void* const list = widget_of(values, "GtkComboBox");
    for (Node* node = list == nullptr ? nullptr : menus_of(list); node != nullptr; node = node->next) {
        if (!is_made(node->menu)) {
            make(node->menu);
        }
    }
    return hook_stays;
}

void hook(const char* type, const char* signal, SignalHook* hook)
{
    auto* const add = function_of<unsigned long(unsigned signal, std::uint32_t detail, SignalHook* hook, void* data,
                                                void (*destroy)(void*))>("g_signal_add_emission_hook");
    auto* const signal_of = function_of<unsigned(const char* name, std::size_t type)>("g_signal_lookup");
    auto* const type_named = function_of<std::size_t(const char* name)>("g_type_from_name");
    const std::size_t number = type_named == nullptr ? 0 : type_named(type);
    if (add != nullptr && signal_of != nullptr && number != 0) {
        add(signal_of(signal, number), 0, hook, nullptr, nullptr);
    }
}

}  // namespace

void mend_toolkit()
{
    static bool done = false;
    if (std::exchange(done, true)) {
        return;
    }
    for (const char* const signal : {"key-press-event", "key-release-event", "focus-in-event"}) {
        hook("GtkWidget", signal, &give_focus_to_what_is_made);
    }
    hook("GtkWidget", "mnemonic-activate", &make_menu_that_opens);
    hook("GtkMenuShell", "move-current", &make_menu_that_opens);
    hook("GtkWidget", "map", &make_menu_of_list);
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
