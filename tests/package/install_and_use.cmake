# Test: install, move the folder, then configure, build and run the consumer. The first failing step ends the test.
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Move the folder after the installation, to find absolute paths in the package.
file(REMOVE_RECURSE "${WORK}")
run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${WORK}/first")
file(RENAME "${WORK}/first" "${WORK}/moved")

foreach(program ${PROGRAMS})
  if(NOT EXISTS "${WORK}/moved/bin/${program}")
    message(FATAL_ERROR "cmake --install did not install ${program}")
  endif()
endforeach()

run("${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}/consumer" -B "${WORK}/build" -G "${GENERATOR}"
  "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}"
  "-DCMAKE_PREFIX_PATH=${WORK}/moved" "-DMODULES=${MODULES}" "-DEXAMPLES=${EXAMPLES}")
run("${CMAKE_COMMAND}" --build "${WORK}/build")
run("${WORK}/build/consumer")

# Also build an example with pkg-config only, and compare the results of both.
execute_process(COMMAND "${CMAKE_COMMAND}" -E env "PKG_CONFIG_PATH=${WORK}/moved/${LIBDIR}/pkgconfig"
  pkg-config --cflags --libs redforge OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
run("${COMPILER}" -std=c++20 "${EXAMPLES}/move_doors.cpp" -o "${WORK}/move_doors" ${flags})
run("${WORK}/moved/bin/redforge" new map --sample -o "${WORK}/MAP.RGM")
foreach(program build/move_doors move_doors)
  execute_process(COMMAND "${WORK}/${program}" "${WORK}/MAP.RGM" "${WORK}/HIGHER.RGM" OUTPUT_VARIABLE said
    COMMAND_ERROR_IS_FATAL ANY)
  if(NOT said STREQUAL "objects[4].position.y = 0\nobjects[5].position.y = 0\n")
    message(FATAL_ERROR "${program} printed ${said}")
  endif()
  execute_process(COMMAND "${WORK}/moved/bin/redforge" get "${WORK}/HIGHER.RGM" "objects[4:6].position.y"
    OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
  if(NOT said STREQUAL "objects[4].position.y=-100\nobjects[5].position.y=-100\n")
    message(FATAL_ERROR "after ${program}, the map contains ${said}")
  endif()
endforeach()

# The steps of the README's quick start, in each language.
function(do_five_things name)
  file(READ "${EXPECTED}" expected)
  file(MAKE_DIRECTORY "${WORK}/${name}")
  execute_process(COMMAND ${ARGN} "${WORK}/${name}" OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
  if(NOT said STREQUAL expected)
    message(FATAL_ERROR "five_things, ${name}: unexpected output\n${said}")
  endif()
endfunction()
do_five_things(cpp "${WORK}/build/five_things")

# The shared library for C: with its CMake package, and with pkg-config only.
if(HAS_C)
  execute_process(COMMAND "${CMAKE_COMMAND}" -E env "PKG_CONFIG_PATH=${WORK}/moved/${LIBDIR}/pkgconfig"
    pkg-config --cflags --libs redforge-c OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run("${C_COMPILER}" -std=c11 "${EXAMPLES}/five_things.c" -o "${WORK}/five_things" ${flags} "-Wl,-rpath,${WORK}/moved/${LIBDIR}")
  run("${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}/c_consumer" -B "${WORK}/build_c" -G "${GENERATOR}"
    "-DCMAKE_C_COMPILER=${C_COMPILER}" "-DCMAKE_PREFIX_PATH=${WORK}/moved" "-DEXAMPLE=${EXAMPLES}/five_things.c")
  run("${CMAKE_COMMAND}" --build "${WORK}/build_c")
  do_five_things(c_by_cmake "${WORK}/build_c/five_things")
  do_five_things(c_by_pkg_config "${WORK}/five_things")
  if(PYTHON)
    do_five_things(python "${CMAKE_COMMAND}" -E env "PYTHONPATH=${PYTHON_PACKAGE}" PYTHONDONTWRITEBYTECODE=1
      "LD_LIBRARY_PATH=${WORK}/moved/${LIBDIR}" "${PYTHON}" "${EXAMPLES}/five_things.py")
  else()
    message("SKIPPED: five_things in Python: there is no Python 3")
  endif()
endif()
