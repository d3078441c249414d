# Toolchain that builds 64-bit Windows programs with clang and the headers and libraries of g++-mingw-w64-x86-64-posix. The tests
# use it, because clang needs a third of the time of g++. Release builds use mingw.cmake.
include(${CMAKE_CURRENT_LIST_DIR}/mingw.cmake)
execute_process(COMMAND x86_64-w64-mingw32-g++-posix -print-libgcc-file-name OUTPUT_VARIABLE gcc_folder
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
get_filename_component(gcc_folder ${gcc_folder} DIRECTORY)
set(CMAKE_C_COMPILER clang)
set(CMAKE_CXX_COMPILER clang++)
set(CMAKE_C_COMPILER_TARGET x86_64-w64-mingw32)
set(CMAKE_CXX_COMPILER_TARGET x86_64-w64-mingw32)
# Use the C++ library of g++, which was built with emulated TLS. The library also contains functions that its headers
# define inline, so the linker must accept duplicates.
set(CMAKE_CXX_FLAGS_INIT "-femulated-tls -nostdinc++ -isystem ${gcc_folder}/include/c++ -isystem ${gcc_folder}/include/c++/x86_64-w64-mingw32 -isystem ${gcc_folder}/include/c++/backward")
foreach(kind EXE SHARED)
  string(APPEND CMAKE_${kind}_LINKER_FLAGS_INIT " -Wno-unused-command-line-argument -fuse-ld=lld -Wl,--allow-multiple-definition -L${gcc_folder}")
endforeach()
set(CMAKE_CXX_STANDARD_LIBRARIES_INIT "-lpthread")
