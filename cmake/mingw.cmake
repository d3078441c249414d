# Toolchain that builds 64-bit Windows programs on Debian with g++-mingw-w64-x86-64-posix. REDFORGE_WINDOWS_ROOT is the folder
# with the libraries that scripts/windows-libraries builds.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES REDFORGE_WINDOWS_ROOT)

# Find libraries only in that folder, and programs only on the build machine.
set(CMAKE_FIND_ROOT_PATH ${REDFORGE_WINDOWS_ROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR wine)

# Link the compiler's runtime libraries statically, so that the program needs no DLL.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -Wl,--gc-sections")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-static -Wl,--gc-sections")

# Find wxWidgets by the CMake package that it installs: CMake's find module needs a script. Find epoxy by pkg-config, but not
# among the packages of the build machine.
set(CMAKE_FIND_PACKAGE_PREFER_CONFIG ON)
set(ENV{PKG_CONFIG_LIBDIR} ${REDFORGE_WINDOWS_ROOT}/lib/pkgconfig)
set(BOOST_ROOT ${REDFORGE_WINDOWS_ROOT})
set(Boost_USE_STATIC_LIBS ON)
