# Debian packages by CPack, from the components of cmake/Install.cmake. `./dev package` builds them.
if(WIN32 OR NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Redforge developers <redforge@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Redforge built using CMake")  # CPack's default; the description of each component begins with its own summary
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_SET_DESTDIR OFF)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL cli)
if(TARGET redforge-editor)
  list(APPEND CPACK_COMPONENTS_ALL editor)
endif()
if(TARGET redforge_c)
  list(APPEND CPACK_COMPONENTS_ALL library)
endif()
list(APPEND CPACK_COMPONENTS_ALL dev)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_CLI_PACKAGE_NAME redforge)
set(CPACK_DEBIAN_CLI_PACKAGE_SECTION utils)
set(CPACK_COMPONENT_CLI_DESCRIPTION "game files of Redguard, Oblivion and Skyrim as text
Turns maps, models and scripts of Redguard, plugins of Oblivion and Skyrim and
saves of Oblivion into text that people read, compare and edit, and back, byte
for byte. This is the command line.")
set(CPACK_DEBIAN_CLI_PACKAGE_SUGGESTS "redforge-editor, git, libegl1")
set(CPACK_DEBIAN_EDITOR_PACKAGE_NAME redforge-editor)
set(CPACK_DEBIAN_EDITOR_PACKAGE_SECTION graphics)
set(CPACK_COMPONENT_EDITOR_DESCRIPTION "map editor for Redguard with a 3D view
Shows a map with the models and textures of its game, and every record and
field of maps, models, plugins and saves. Things are selected, moved, rotated
and duplicated by mouse and keys; every change can be undone.")
set(CPACK_DEBIAN_EDITOR_PACKAGE_RECOMMENDS "redforge, libgl1-mesa-dri")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libredforge1)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SUGGESTS "libegl1")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
# This trigger runs ldconfig after the installation.
set(library_control ${PROJECT_BINARY_DIR}/debian-library)
file(WRITE ${library_control}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${library_control}/triggers)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "library that reads and writes game files, for C
What programs in C and other languages need at run time to read, change,
compare and write the file formats that Redforge knows. libredforge-dev has the
header.")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libredforge-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS OFF)
# The development package depends on the packages of the libraries that the modules use. The symbols of fmt contain its major
# version, so the next major version does not fit.
get_property(libraries GLOBAL PROPERTY REDFORGE_LIBRARIES)
list(FILTER libraries EXCLUDE REGEX "^redforge|^Threads::")
list(TRANSFORM libraries REPLACE "^tl::expected$" "tl-expected")
list(TRANSFORM libraries REPLACE "::.*$" "")
list(REMOVE_DUPLICATES libraries)
set(needed "")
find_program(REDFORGE_DPKG_QUERY dpkg-query)
foreach(library ${libraries})
  if(NOT REDFORGE_DPKG_QUERY)
    break()
  endif()
  set(found "${${library}_DIR}${${library}_LIBRARY_RELEASE}")  # the folder of a CMake package, or the file that a find module found
  if(NOT found)
    set(found "${${library}_LIBRARY}")
  endif()
  execute_process(COMMAND ${REDFORGE_DPKG_QUERY} --search "${found}" OUTPUT_VARIABLE package ERROR_QUIET)
  string(REGEX REPLACE "[:,].*" "" package "${package}")
  if(package)
    execute_process(COMMAND ${REDFORGE_DPKG_QUERY} --show "--showformat=\${Version}" ${package}
      OUTPUT_VARIABLE version)
    string(REGEX REPLACE "-[^-]*$" "" version "${version}")  # without the Debian revision
    list(APPEND needed "${package} (>= ${version})")
    if(library STREQUAL fmt)
      math(EXPR next "${fmt_VERSION_MAJOR} + 1")
      list(APPEND needed "${package} (<< ${next})")
    endif()
  endif()
endforeach()
if(TARGET redforge_c)
  list(PREPEND needed "libredforge1 (= ${PROJECT_VERSION})")
endif()
list(JOIN needed ", " CPACK_DEBIAN_DEV_PACKAGE_DEPENDS)
set(CPACK_COMPONENT_DEV_DESCRIPTION "library that reads and writes game files
Readers, writers and edits of the file formats that Redforge knows: static
libraries for C++ and the header of the shared library for C, with a CMake
package and pkg-config files.")

# Additional files of a Debian package: compressed manual pages, a changelog and the copyright.
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/PackageFiles.cmake)
set(CPACK_REDFORGE_SOURCE ${PROJECT_SOURCE_DIR})
include(CPack)
