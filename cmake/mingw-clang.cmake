# Toolchain for programs of 64-bit Windows by clang, with the headers and libraries of g++-mingw-w64-x86-64-posix: for tests,
# which it compiles in a third of the time. Release builds use mingw.cmake.
include(${CMAKE_CURRENT_LIST_DIR}/mingw.cmake)
execute_process(COMMAND x86_64-w64-mingw32-g++-posix -print-libgcc-file-name OUTPUT_VARIABLE gcc_folder
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
get_filename_component(gcc_folder ${gcc_folder} DIRECTORY)
set(CMAKE_C_COMPILER clang)
set(CMAKE_CXX_COMPILER clang++)
set(CMAKE_C_COMPILER_TARGET x86_64-w64-mingw32)
set(CMAKE_CXX_COMPILER_TARGET x86_64-w64-mingw32)
# As the C++ library of g++ was compiled, which also has functions that its headers define inline.
set(CMAKE_CXX_FLAGS_INIT "-femulated-tls -nostdinc++ -isystem ${gcc_folder}/include/c++ -isystem ${gcc_folder}/include/c++/x86_64-w64-mingw32 -isystem ${gcc_folder}/include/c++/backward")
foreach(kind EXE SHARED)
  string(APPEND CMAKE_${kind}_LINKER_FLAGS_INIT " -Wno-unused-command-line-argument -fuse-ld=lld -Wl,--allow-multiple-definition -L${gcc_folder}")
endforeach()
set(CMAKE_CXX_STANDARD_LIBRARIES_INIT "-lpthread")
