// The context of EGL's surfaceless platform.
#include "render/opengl/offscreen.hpp"

#include <array>
#include <mutex>
#include <string>
#include <utility>

#include <dlfcn.h>

#include <epoxy/egl.h>
#include <epoxy/gl.h>

namespace redforge::render {
namespace {

tl::unexpected<Error> no_graphics(std::string what)
{
    return fail({.code = ErrorCode::unsupported,
                 .message = "cannot draw: " + std::move(what),
                 .hint = "install libegl1 and libgl1-mesa-dri; a plan (-o x.svg) needs no graphics"});
}

/// epoxy ends the program when a library is missing, so look for it first.
bool has_library(const char* name)
{
    void* const library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) {
        return false;
    }
    dlclose(library);
    return true;
}

/// Terminates EGL after the last context is destroyed, because all threads share one display.
class DisplayUsers {
public:
    static DisplayUsers& all()
    {
        static DisplayUsers users;
        return users;
    }
    void come()
    {
        const std::lock_guard alone(access_);
        ++count_;
    }
    void go(EGLDisplay display)
    {
        const std::lock_guard alone(access_);
        if (--count_ == 0) {
            eglTerminate(display);
        }
    }

private:
    std::mutex access_;
    int count_{};
};

}  // namespace

Result<Offscreen> Offscreen::create()
{
    if (!has_library("libEGL.so.1")) {
        return no_graphics("there is no libEGL.so.1");
    }
    if (!has_library("libOpenGL.so.0") && !has_library("libGL.so.1")) {
        return no_graphics("there is neither libOpenGL.so.0 nor libGL.so.1");
    }
    if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless") ||
        !epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base")) {
        return no_graphics("EGL has no surfaceless platform");
    }
    EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
    if (display == EGL_NO_DISPLAY) {
        return no_graphics("EGL does not start");
    }
    DisplayUsers::all().come();
    if (eglInitialize(display, nullptr, nullptr) == EGL_FALSE) {
        DisplayUsers::all().go(display);
        return no_graphics("EGL does not start");
    }
    constexpr std::array<EGLint, 5> wanted{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                           EGL_NONE};
    constexpr std::array<EGLint, 7> version{EGL_CONTEXT_MAJOR_VERSION_KHR,
                                            3,
                                            EGL_CONTEXT_MINOR_VERSION_KHR,
                                            3,
                                            EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR,
                                            EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT_KHR,
                                            EGL_NONE};
    EGLConfig config{};
    EGLint count{};
    EGLContext context = EGL_NO_CONTEXT;
    if (eglBindAPI(EGL_OPENGL_API) == EGL_TRUE &&
        eglChooseConfig(display, wanted.data(), &config, 1, &count) == EGL_TRUE && count > 0) {
        context = eglCreateContext(display, config, EGL_NO_CONTEXT, version.data());
    }
    Offscreen made(display, context);
    if (context == EGL_NO_CONTEXT || eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_FALSE) {
        return no_graphics("there is no driver with OpenGL 3.3");
    }
    return made;
}

Offscreen::~Offscreen()
{
    if (screen_ == nullptr) {
        return;
    }
    eglMakeCurrent(screen_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context_ != nullptr) {
        eglDestroyContext(screen_, context_);
    }
    DisplayUsers::all().go(screen_);
}

}  // namespace redforge::render
