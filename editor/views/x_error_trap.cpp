// GDK's traps for X errors. wx has the library loaded, but not its headers at hand.
#include "editor/views/x_error_trap.hpp"

#include <utility>

#include <dlfcn.h>

namespace redforge::editor {
namespace {

template <class Function>
Function* function_of(const char* name)
{
    return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));  // NOLINT: how functions are looked up by name
}

}  // namespace

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
