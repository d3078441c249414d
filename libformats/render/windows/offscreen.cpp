// WGL context of a hidden window.
#include "render/opengl/offscreen.hpp"

#include <array>
#include <string>
#include <utility>

#include <windows.h>

#include <epoxy/gl.h>
#include <epoxy/wgl.h>

namespace redforge::render {
namespace {

tl::unexpected<Error> no_graphics(std::string what)
{
    return fail({.code = ErrorCode::unsupported,
                 .message = "cannot draw: " + std::move(what),
                 .hint = "install the driver of the graphics card; a plan (-o x.svg) needs no graphics"});
}

/// Creates a hidden window with its own device context. Returns null if the system has none available.
HWND make_window()
{
    static const ATOM kind = [] {
        WNDCLASSEXW wanted{};
        wanted.cbSize = sizeof wanted;
        wanted.style = CS_OWNDC;
        wanted.lpfnWndProc = DefWindowProcW;
        wanted.hInstance = GetModuleHandleW(nullptr);
        wanted.lpszClassName = L"redforge-offscreen";
        return RegisterClassExW(&wanted);
    }();
    return kind == 0 ? nullptr
                     : CreateWindowExW(0, L"redforge-offscreen", L"", WS_POPUP, 0, 0, 16, 16, nullptr, nullptr,
                                       GetModuleHandleW(nullptr), nullptr);
}

bool take_pixel_format(HDC device)
{
    PIXELFORMATDESCRIPTOR wanted{};
    wanted.nSize = sizeof wanted;
    wanted.nVersion = 1;
    wanted.dwFlags = PFD_DRAW_TO_WINDOW | PFD_SUPPORT_OPENGL;
    wanted.iPixelType = PFD_TYPE_RGBA;
    wanted.cColorBits = 32;
    wanted.cDepthBits = 24;
    const int number = ChoosePixelFormat(device, &wanted);
    return number != 0 && SetPixelFormat(device, number, &wanted) != FALSE;
}

/// Creates a current context of OpenGL 3.3 core, or returns null without such a driver.
HGLRC make_context(HDC device)
{
    // The function that creates a context of a given version is available only with a current context.
    HGLRC const first = wglCreateContext(device);
    HGLRC made = nullptr;
    if (first != nullptr && wglMakeCurrent(device, first) != FALSE &&
        epoxy_has_wgl_extension(device, "WGL_ARB_create_context_profile")) {
        constexpr std::array<int, 7> version{
            WGL_CONTEXT_MAJOR_VERSION_ARB,    3, WGL_CONTEXT_MINOR_VERSION_ARB, 3, WGL_CONTEXT_PROFILE_MASK_ARB,
            WGL_CONTEXT_CORE_PROFILE_BIT_ARB, 0};
        made = wglCreateContextAttribsARB(device, nullptr, version.data());
    }
    wglMakeCurrent(nullptr, nullptr);
    if (first != nullptr) {
        wglDeleteContext(first);
    }
    if (made != nullptr && wglMakeCurrent(device, made) == FALSE) {
        wglDeleteContext(std::exchange(made, nullptr));
    }
    return made;
}

}  // namespace

Result<Offscreen> Offscreen::create()
{
    HWND const window = make_window();
    if (window == nullptr) {
        return no_graphics("the system gives no window to draw in");
    }
    HDC const device = GetDC(window);
    HGLRC const context = take_pixel_format(device) ? make_context(device) : nullptr;
    Offscreen made(window, context);
    if (context == nullptr) {
        return no_graphics("no driver supports OpenGL 3.3");
    }
    return made;
}

Offscreen::~Offscreen()
{
    if (screen_ == nullptr) {
        return;
    }
    wglMakeCurrent(nullptr, nullptr);
    if (context_ != nullptr) {
        wglDeleteContext(static_cast<HGLRC>(context_));
    }
    DestroyWindow(static_cast<HWND>(screen_));
}

}  // namespace redforge::render
