# One place for the warnings, code generation, sanitizers and fuzzing counters that every target of the project is built with.
add_library(redforge_flags INTERFACE)
if(WIN32)
  target_compile_definitions(redforge_flags INTERFACE _WIN32_WINNT=0x0A00 WIN32_LEAN_AND_MEAN NOMINMAX)  # Windows 10
endif()
if(MSVC)
  target_compile_options(redforge_flags INTERFACE /W4 /permissive- /utf-8 /bigobj)
else()
  # Where sources are compiled together, a parameter may be called like a constant of another source.
  set(shadow $<$<NOT:$<BOOL:${REDFORGE_UNITY}>>:-Wshadow>)
  target_compile_options(redforge_flags INTERFACE
    -Wall -Wextra -Wpedantic ${shadow} -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast)
  # g++ 12 sees an overlap in `"literal" + std::string` that is not there (GCC bug 105651), and uninitialized values in a
  # std::optional that is empty.
  target_compile_options(redforge_flags INTERFACE
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-maybe-uninitialized>)
  # Compiled together, sources look like headers to this warning: a type of an anonymous namespace inside another type.
  if(REDFORGE_UNITY)
    target_compile_options(redforge_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
  # Calls of small functions of shared libraries, without the detour that lets each be looked up when it is first called.
  if(NOT WIN32)
    target_compile_options(redforge_flags INTERFACE -fno-plt)
  else()
    target_compile_options(redforge_flags INTERFACE -Wa,-mbig-obj)
    # g++ takes the copy of a template function that it has just compiled for the one that is linked, which on Windows may be
    # that of another source, compiled with other options: it relied on registers that the other copy uses.
    target_compile_options(redforge_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fno-ipa-ra>)
  endif()
endif()
if(REDFORGE_WERROR)
  target_compile_options(redforge_flags INTERFACE $<IF:$<CXX_COMPILER_ID:MSVC>,/WX,-Werror>)
endif()
if(REDFORGE_SANITIZE)
  # g++ 12 sees uninitialised values in instrumented standard headers where there are none.
  target_compile_options(redforge_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_compile_options(redforge_flags INTERFACE
    -fsanitize=${REDFORGE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(redforge_flags INTERFACE -fsanitize=${REDFORGE_SANITIZE})
endif()
# Counters that guide the fuzzer are in what its targets call; tests and the window compile and run faster without.
add_library(redforge_counters INTERFACE)
if(REDFORGE_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "REDFORGE_FUZZ needs clang++ as CMAKE_CXX_COMPILER: libFuzzer is part of clang")
  endif()
  target_compile_options(redforge_counters INTERFACE -fsanitize=fuzzer-no-link)
  # Programs and tests link these modules too; the fuzz targets bring the fuzzer's main.
  target_link_options(redforge_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
# Sanitized programs are large: this linker needs a fifth of the time. Without it the usual one serves.
find_program(REDFORGE_LLD NAMES ld.lld)
if(REDFORGE_SANITIZE AND REDFORGE_LLD AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_link_options(redforge_flags INTERFACE -fuse-ld=lld)
endif()
