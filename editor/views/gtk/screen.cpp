// Screen functions for GTK. wx loads the GTK library but does not provide its headers, so functions are looked up by
// name.
#include "editor/views/scene/screen.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include <dlfcn.h>
#include <fmt/format.h>
#include <wx/dataview.h>
#include <wx/filename.h>
#include <wx/menuitem.h>
#include <wx/stdpaths.h>
#include <wx/toplevel.h>
#include <wx/utils.h>

#include "editor/views/frame/text.hpp"

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

bool has_session_bus()
{
    return is_set("DBUS_SESSION_BUS_ADDRESS") ||
           (is_set("XDG_RUNTIME_DIR") && wxFileName(wxGetenv("XDG_RUNTIME_DIR"), "bus").Exists());
}

/// Returns true if a screen reader or another accessibility client is active. Also notifies GTK.
bool has_accessibility_client()
{
    constexpr int session_bus = 2;  // G_BUS_TYPE_SESSION
    constexpr int max_wait = 500;   // milliseconds
    auto* const bus_of = function_of<void*(int, void*, void*)>("g_bus_get_sync");
    auto* const call = function_of<void*(void*, const char*, const char*, const char*, const char*, void*, const void*,
                                         int, int, void*, void*)>("g_dbus_connection_call_sync");
    auto* const text = function_of<void*(const char*)>("g_variant_new_string");
    auto* const tuple = function_of<void*(void* const*, std::size_t)>("g_variant_new_tuple");
    auto* const child = function_of<void*(void*, std::size_t)>("g_variant_get_child_value");
    auto* const inside = function_of<void*(void*)>("g_variant_get_variant");
    auto* const is_true = function_of<int(void*)>("g_variant_get_boolean");
    if (wxString(wxGetenv("NO_AT_BRIDGE")) == "1" || !has_session_bus() || bus_of == nullptr || call == nullptr ||
        text == nullptr || tuple == nullptr || child == nullptr || inside == nullptr || is_true == nullptr) {
        return false;
    }
    void* const bus = bus_of(session_bus, nullptr, nullptr);
    if (bus == nullptr) {
        return false;
    }
    const std::array<void*, 2> property{text("org.a11y.Status"), text("IsEnabled")};
    void* const answer = call(bus, "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Get",
                              tuple(property.data(), property.size()), nullptr, 0, max_wait, nullptr, nullptr);
    return answer != nullptr && is_true(inside(child(answer, 0))) != 0;  // leaks a few bytes, once
}

/// GTK asks for the focus tracker once and keeps the first answer. Keep the class initialisation, because GTK looks up
/// its signals next.
void disable_focus_tracker()
{
    if (auto* const choose = function_of<void(void (*)())>("atk_focus_tracker_init")) {
        choose([] {
            auto* const type = function_of<std::size_t()>("gtk_widget_get_type");
            auto* const class_of = function_of<void*(std::size_t)>("g_type_class_ref");
            if (type != nullptr && class_of != nullptr) {
                class_of(type());
            }
        });
    }
}

}  // namespace

void prepare_screen()
{
    if (wxGetenv("GDK_BACKEND") == nullptr) {
        wxSetEnv("GDK_BACKEND", "x11,*");  // wx uses GLX, which needs X11
    }
    if (wxGetenv("GTK_OVERLAY_SCROLLING") == nullptr) {
        // Overlay scrollbars continue to fade after a dialog was closed, and GTK warns about it. Normal scrollbars are
        // also visible without the pointer.
        wxSetEnv("GTK_OVERLAY_SCROLLING", "0");
    }
    if (!has_accessibility_client()) {
        disable_focus_tracker();
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

bool screen_follows_drags()
{
    return true;
}

bool screen_lacks_opengl()
{
    return false;
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

void set_initial_size(wxTopLevelWindow& window)
{
    auto* const set = function_of<void(void* widget, const int* x_y_width_height)>("gtk_widget_set_allocation");
    if (set != nullptr && window.GetHandle() != nullptr && !window.IsShown()) {
        const std::array<int, 4> place{0, 0, window.GetSize().x, window.GetSize().y};
        set(window.GetHandle(), place.data());
    }
}

namespace {

/// GLib's hook, called before a signal is handled. `values`: the first one is the widget.
using SignalHook = int(void* hint, unsigned count, const void* values, void* data);
constexpr int hook_stays = 1;

/// A GList.
struct Node {
    void* data;
    Node* next;
    Node* previous;
};

/// Functions of GTK and GLib that the hooks call; wx has loaded the libraries.
struct Toolkit {
    void* (*object_of)(const void* value){function_of<void*(const void*)>("g_value_get_object")};
    int (*is_a)(void* object, std::size_t type){function_of<int(void*, std::size_t)>("g_type_check_instance_is_a")};
    std::size_t (*type_named)(const char* name){function_of<std::size_t(const char*)>("g_type_from_name")};
    unsigned (*signal_of)(const char* name,
                          std::size_t type){function_of<unsigned(const char*, std::size_t)>("g_signal_lookup")};
    unsigned long (*add_hook)(unsigned signal, std::uint32_t detail, SignalHook* hook, void* data,
                              void (*destroy)(void*)){
        function_of<unsigned long(unsigned, std::uint32_t, SignalHook*, void*, void (*)(void*))>(
            "g_signal_add_emission_hook")};
    int (*is_realized)(void* widget){function_of<int(void*)>("gtk_widget_get_realized")};
    void (*realize)(void* widget){function_of<void(void*)>("gtk_widget_realize")};
    void* (*parent_of)(void* widget){function_of<void*(void*)>("gtk_widget_get_parent")};
    int (*can_focus)(void* widget){function_of<int(void*)>("gtk_widget_get_can_focus")};
    void* (*focus_of)(void* window){function_of<void*(void*)>("gtk_window_get_focus")};
    void (*set_focus)(void* window, void* widget){function_of<void(void*, void*)>("gtk_window_set_focus")};
    void* (*submenu_of)(void* item){function_of<void*(void*)>("gtk_menu_item_get_submenu")};
    void* (*selected_of)(void* menu){function_of<void*(void*)>("gtk_menu_shell_get_selected_item")};
    void* (*grab)(){function_of<void*()>("gtk_grab_get_current")};
    Node* (*menus_of)(void* widget){function_of<Node*(void*)>("gtk_menu_get_for_attach_widget")};

    [[nodiscard]] bool is_whole() const
    {
        return object_of != nullptr && is_a != nullptr && type_named != nullptr && signal_of != nullptr &&
               add_hook != nullptr && is_realized != nullptr && realize != nullptr && parent_of != nullptr &&
               can_focus != nullptr && focus_of != nullptr && set_focus != nullptr && submenu_of != nullptr &&
               selected_of != nullptr && grab != nullptr && menus_of != nullptr;
    }
};

const Toolkit& toolkit()
{
    static const Toolkit functions;
    return functions;
}

/// Returns the widget in `values` if it has this GTK type, else null.
void* widget_of(const void* values, const char* type)
{
    void* const widget = toolkit().object_of(values);
    const std::size_t number = toolkit().type_named(type);  // 0 if no widget of this type was created yet
    return widget != nullptr && number != 0 && toolkit().is_a(widget, number) != 0 ? widget : nullptr;
}

bool is_made(void* widget)
{
    return toolkit().is_realized(widget) != 0;
}

/// Keys: "gdk_window_get_device_position: assertion 'GDK_IS_WINDOW (window)' failed", and the window takes no keys.
int focus_realized_parent(void* /*hint*/, unsigned /*count*/, const void* values, void* /*data*/)
{
    void* const window = widget_of(values, "GtkWindow");
    void* widget = window == nullptr ? nullptr : toolkit().focus_of(window);
    if (widget == nullptr || is_made(widget)) {
        return hook_stays;
    }
    while (widget != nullptr && (!is_made(widget) || toolkit().can_focus(widget) == 0)) {
        widget = toolkit().parent_of(widget);
    }
    toolkit().set_focus(window, widget == window ? nullptr : widget);
    return hook_stays;
}

/// If the focused widget was hidden, nothing has the focus, wx receives no keys, and the window seems frozen.
int offer_focus(void* /*hint*/, unsigned /*count*/, const void* values, void* /*data*/)
{
    void* const window = widget_of(values, "GtkWindow");
    if (window == nullptr || toolkit().focus_of(window) != nullptr || toolkit().grab() != nullptr) {
        return hook_stays;
    }
    for (wxWindow* const each : wxTopLevelWindows) {
        if (each->GetHandle() == window) {
            wxFocusEvent event(wxEVT_SET_FOCUS, each->GetId());
            event.SetEventObject(each);
            event.SetWindow(each);
            each->HandleWindowEvent(event);
            break;
        }
    }
    return hook_stays;
}

/// Creates a menu of the menu bar before a mnemonic or an arrow key opens it. See fix_toolkit().
int realize_opening_menu(void* /*hint*/, unsigned /*count*/, const void* values, void* /*data*/)
{
    void* item = widget_of(values, "GtkMenuItem");
    if (void* const menu = widget_of(values, "GtkMenuShell")) {
        item = toolkit().selected_of(menu);
    }
    if (void* const menu = item == nullptr ? nullptr : toolkit().submenu_of(item); menu != nullptr && !is_made(menu)) {
        toolkit().realize(menu);
    }
    return hook_stays;
}

/// Creates the menu of a combo box before it opens. See fix_toolkit().
int realize_combo_menu(void* /*hint*/, unsigned /*count*/, const void* values, void* /*data*/)
{
    void* const list = widget_of(values, "GtkComboBox");
    for (Node* node = list == nullptr ? nullptr : toolkit().menus_of(list); node != nullptr; node = node->next) {
        if (!is_made(node->data)) {
            toolkit().realize(node->data);
        }
    }
    return hook_stays;
}

/// GTK creates the context menu of a text field each time, and emits a signal before it opens.
int realize_text_menu(void* /*hint*/, unsigned count, const void* values, void* /*data*/)
{
    constexpr std::size_t gvalue_size = 24;  // size of a GValue: its type and two words of 8 bytes
    void* const menu =
        count < 2 ? nullptr : widget_of(static_cast<const std::byte*>(values) + gvalue_size, "GtkMenuShell");
    if (menu != nullptr && !is_made(menu)) {
        toolkit().realize(menu);
    }
    return hook_stays;
}

void add_hook(const char* type, const char* signal, SignalHook* hook)
{
    const std::size_t number = toolkit().type_named(type);
    const unsigned found = number == 0 ? 0 : toolkit().signal_of(signal, number);
    if (found != 0) {
        toolkit().add_hook(found, 0, hook, nullptr, nullptr);
    }
}

/// Allows short sliders: while panes are resized, a list can be smaller than its scrollbar's slider.
void shorten_sliders()
{
    constexpr unsigned application_priority = 600;  // GTK_STYLE_PROVIDER_PRIORITY_APPLICATION
    constexpr const char* style = "scrollbar.vertical slider { min-height: 16px; }"
                                  "scrollbar.horizontal slider { min-width: 16px; }";
    auto* const make = function_of<void*()>("gtk_css_provider_new");
    auto* const load = function_of<int(void*, const char*, std::ptrdiff_t, void*)>("gtk_css_provider_load_from_data");
    auto* const screen = function_of<void*()>("gdk_screen_get_default");
    auto* const add = function_of<void(void*, void*, unsigned)>("gtk_style_context_add_provider_for_screen");
    if (make != nullptr && load != nullptr && screen != nullptr && add != nullptr) {
        void* const provider = make();
        load(provider, style, -1, nullptr);
        add(screen(), provider, application_priority);
    }
}

}  // namespace

void fix_toolkit()
{
    static bool done = false;
    if (std::exchange(done, true) || !toolkit().is_whole()) {
        return;
    }
    shorten_sliders();
    for (const char* const signal : {"key-press-event", "key-release-event", "focus-in-event"}) {
        add_hook("GtkWidget", signal, &focus_realized_parent);
    }
    add_hook("GtkWidget", "key-press-event", &offer_focus);
    add_hook("GtkWidget", "mnemonic-activate", &realize_opening_menu);
    add_hook("GtkMenuShell", "move-current", &realize_opening_menu);
    add_hook("GtkWidget", "map", &realize_combo_menu);
    add_hook("GtkEntry", "populate-popup", &realize_text_menu);
}

namespace {

/// Names a widget and the widget in it, as a list is in a scrolled window.
void name_widget(void* widget, const char* name)
{
    auto* const accessible_of = function_of<void*(void*)>("gtk_widget_get_accessible");
    auto* const set_name = function_of<void(void*, const char*)>("atk_object_set_name");
    auto* const child_of = function_of<void*(void*)>("gtk_bin_get_child");
    if (accessible_of == nullptr || set_name == nullptr || child_of == nullptr || !toolkit().is_whole()) {
        return;
    }
    while (widget != nullptr) {
        if (void* const accessible = accessible_of(widget)) {
            set_name(accessible, name);
        }
        const std::size_t bin = toolkit().type_named("GtkScrolledWindow");
        widget = bin != 0 && toolkit().is_a(widget, bin) != 0 ? child_of(widget) : nullptr;
    }
}

}  // namespace

void set_accessible_name(wxWindow& window, const wxString& name)
{
    const wxScopedCharBuffer text = name.utf8_str();
    name_widget(window.GetHandle(), text.data());
    name_widget(window.m_wxwindow, text.data());
}

namespace {

/// Returns GDK's number of a key, such as "End" or "PgUp"; 0 if it is unknown.
unsigned key_number(const wxString& name)
{
    static const std::map<wxString, const char*> other_names{{"PgUp", "Page_Up"}, {"PgDn", "Page_Down"},
                                                             {"Del", "Delete"},   {"Back", "BackSpace"},
                                                             {"Ins", "Insert"},   {"Enter", "Return"},
                                                             {"Space", "space"},  {"Esc", "Escape"}};
    auto* const number_of = function_of<unsigned(const char*)>("gdk_keyval_from_name");
    auto* const number_of_letter = function_of<unsigned(std::uint32_t)>("gdk_unicode_to_keyval");
    if (number_of == nullptr || number_of_letter == nullptr) {
        return 0;
    }
    if (name.length() == 1) {
        return number_of_letter(wxString(name).MakeLower()[0].GetValue());
    }
    constexpr unsigned unknown = 0xFFFFFF;  // GDK_KEY_VoidSymbol
    const auto other = other_names.find(name);
    const unsigned number = number_of(other == other_names.end() ? name.utf8_str().data() : other->second);
    return number == unknown ? 0 : number;
}

}  // namespace

bool show_menu_key(wxMenuItem& item, const wxString& key)
{
    auto* const label_of = function_of<void*(void*)>("gtk_bin_get_child");
    auto* const set_key = function_of<void(void*, unsigned key, unsigned modifiers)>("gtk_accel_label_set_accel");
    const std::size_t type = toolkit().is_whole() ? toolkit().type_named("GtkAccelLabel") : 0;
    void* const label = label_of == nullptr || item.GetMenuItem() == nullptr ? nullptr : label_of(item.GetMenuItem());
    if (set_key == nullptr || type == 0 || label == nullptr || toolkit().is_a(label, type) == 0) {
        return false;
    }
    unsigned modifiers = 0;
    wxString rest = key;
    for (const auto& [word, bit] : {std::pair{"Ctrl+", 1U << 2U}, {"Alt+", 1U << 3U}, {"Shift+", 1U}}) {
        modifiers |= rest.Replace(word, "") > 0 ? bit : 0;
    }
    const unsigned number = rest.empty() ? 0 : key_number(rest);
    set_key(label, number, modifiers);
    return number != 0 || key.empty();
}

void align_first_row(wxDataViewCtrl& tree)
{
    struct Rectangle {
        int x;
        int y;
        int width;
        int height;
    };
    auto* const range_of = function_of<int(void* tree, void** first, void** last)>("gtk_tree_view_get_visible_range");
    auto* const area_of =
        function_of<void(void* tree, void* path, void* column, Rectangle* area)>("gtk_tree_view_get_background_area");
    auto* const free_path = function_of<void(void*)>("gtk_tree_path_free");
    auto* const scroll_of = function_of<void*(void*)>("gtk_scrollable_get_vadjustment");
    auto* const position = function_of<double(void*)>("gtk_adjustment_get_value");
    auto* const cursor_of = function_of<void(void* tree, void** path, void** column)>("gtk_tree_view_get_cursor");
    auto* const page_of = function_of<double(void*)>("gtk_adjustment_get_page_size");
    auto* const scroll_to = function_of<void(void*, double)>("gtk_adjustment_set_value");
    if (range_of == nullptr || area_of == nullptr || free_path == nullptr || scroll_of == nullptr ||
        position == nullptr || cursor_of == nullptr || page_of == nullptr || scroll_to == nullptr) {
        return;
    }
    void* const view = tree.GtkGetTreeView();
    const auto area = [&](void* path) {
        Rectangle row{};
        if (path != nullptr) {
            area_of(view, path, nullptr, &row);
            free_path(path);
        }
        return row;
    };
    void* path = nullptr;
    if (range_of(view, &path, nullptr) == 0) {
        return;
    }
    const Rectangle first = area(path);
    if (first.y >= 0) {
        return;
    }
    path = nullptr;
    cursor_of(view, &path, nullptr);
    const Rectangle current = area(path);
    void* const scroll = scroll_of(view);
    const bool has_room = current.y + current.height - first.y <= page_of(scroll);
    scroll_to(scroll, position(scroll) + first.y + (has_room ? 0 : first.height));
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
