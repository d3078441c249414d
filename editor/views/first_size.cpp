// A widget's allocation. wx has the library loaded, but not its headers at hand.
#include "editor/views/first_size.hpp"

#include <array>

#include <dlfcn.h>
#include <wx/toplevel.h>

namespace redforge::editor {

void tell_first_size(wxTopLevelWindow& window)
{
    using SetAllocation = void(void* widget, const int* x_y_width_height);
    auto* const set = reinterpret_cast<SetAllocation*>(  // NOLINT: how functions are looked up by name
        dlsym(RTLD_DEFAULT, "gtk_widget_set_allocation"));
    if (set != nullptr && window.GetHandle() != nullptr && !window.IsShown()) {
        const std::array<int, 4> place{0, 0, window.GetSize().x, window.GetSize().y};
        set(window.GetHandle(), place.data());
    }
}

}  // namespace redforge::editor
