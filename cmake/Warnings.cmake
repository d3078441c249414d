# The target redforge_flags has the compiler options of all targets: warnings, code generation, sanitizers and fuzzing counters.
add_library(redforge_flags INTERFACE)
if(WIN32)
  target_compile_definitions(redforge_flags INTERFACE _WIN32_WINNT=0x0A00 WIN32_LEAN_AND_MEAN NOMINMAX)  # Windows 10
endif()
if(MSVC)
  target_compile_options(redforge_flags INTERFACE /W4 /permissive- /utf-8 /bigobj)
else()
  # In a unity build, a parameter can have the name of a constant of another source.
  set(shadow $<$<NOT:$<BOOL:${REDFORGE_UNITY}>>:-Wshadow>)
  target_compile_options(redforge_flags INTERFACE
    -Wall -Wextra -Wpedantic ${shadow} -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast)
  # False warnings of g++ 12: an overlap in `"literal" + std::string` (GCC bug 105651), and uninitialized values in an empty
  # std::optional.
  target_compile_options(redforge_flags INTERFACE
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-maybe-uninitialized>)
  # In a unity build, g++ takes sources for headers and warns of members whose type is in an anonymous namespace.
  if(REDFORGE_UNITY)
    target_compile_options(redforge_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
  # Calls of functions in shared libraries skip the procedure linkage table.
  if(NOT WIN32)
    target_compile_options(redforge_flags INTERFACE -fno-plt)
  else()
    target_compile_options(redforge_flags INTERFACE -Wa,-mbig-obj)
    # With -fipa-ra, g++ assumes that the linker keeps the copy of a template function that it just compiled. On Windows, the
    # linker can keep the copy of another source, which uses other registers.
    target_compile_options(redforge_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fno-ipa-ra>)
  endif()
endif()
if(REDFORGE_WERROR)
  target_compile_options(redforge_flags INTERFACE $<IF:$<CXX_COMPILER_ID:MSVC>,/WX,-Werror>)
endif()
if(REDFORGE_SANITIZE)
  # g++ 12 gives false warnings in instrumented standard headers.
  target_compile_options(redforge_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_compile_options(redforge_flags INTERFACE
    -fsanitize=${REDFORGE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(redforge_flags INTERFACE -fsanitize=${REDFORGE_SANITIZE})
endif()
# Only the modules that fuzz targets call have the fuzzer's counters. Tests and the editor build and run faster without them.
add_library(redforge_counters INTERFACE)
if(REDFORGE_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "REDFORGE_FUZZ needs clang++ as CMAKE_CXX_COMPILER: libFuzzer is part of clang")
  endif()
  target_compile_options(redforge_counters INTERFACE -fsanitize=fuzzer-no-link)
  # Programs and tests link these modules too, but only fuzz targets link the fuzzer's main function.
  target_link_options(redforge_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
# Optional: lld links the large sanitized programs in a fifth of the time.
find_program(REDFORGE_LLD NAMES ld.lld)
if(REDFORGE_SANITIZE AND REDFORGE_LLD AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_link_options(redforge_flags INTERFACE -fuse-ld=lld)
endif()
