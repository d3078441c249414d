# Install rules: programs, manual pages, completions, schemas, and the CMake package of the modules.
include(CMakePackageConfigHelpers)

# The components cli, editor, library and dev are one package each (cmake/Package.cmake).
if(TARGET redforge)
  install(TARGETS redforge COMPONENT cli)
endif()
if(TARGET redforge-editor)
  install(TARGETS redforge-editor COMPONENT editor)
endif()

# The component library has what programs need at run time, dev what a build needs.
if(TARGET redforge_c)
  install(TARGETS redforge_c EXPORT redforge-targets
    RUNTIME COMPONENT library
    LIBRARY COMPONENT library NAMELINK_COMPONENT dev
    ARCHIVE COMPONENT dev
    PUBLIC_HEADER DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
endif()

# The target redforge_manual writes the pages. If it was not built, no page is installed.
foreach(section 1 5 7)
  install(DIRECTORY ${CMAKE_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} COMPONENT cli
    FILES_MATCHING PATTERN "*.${section}")
endforeach()
install(FILES ${CMAKE_BINARY_DIR}/completions/redforge.bash COMPONENT cli
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME redforge)
install(FILES ${CMAKE_BINARY_DIR}/completions/redforge.zsh COMPONENT cli
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _redforge)
install(FILES ${CMAKE_BINARY_DIR}/completions/redforge.fish COMPONENT cli
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(DIRECTORY schemas/ DESTINATION ${CMAKE_INSTALL_DATADIR}/redforge/schemas COMPONENT cli
  FILES_MATCHING PATTERN "*.xsd")
install(FILES LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/redforge COMPONENT cli)

# Desktop entry and AppStream metadata of the editor. The release date comes from CHANGELOG.md.
if(TARGET redforge-editor AND NOT WIN32)
  file(STRINGS CHANGELOG.md REDFORGE_RELEASE_DATE REGEX "^## ${PROJECT_VERSION}, ")
  string(REGEX REPLACE "^.*, " "" REDFORGE_RELEASE_DATE "${REDFORGE_RELEASE_DATE}")
  set(linux packages/linux)
  configure_file(${linux}/io.github.redforge.metainfo.xml.in ${CMAKE_BINARY_DIR}/io.github.redforge.metainfo.xml @ONLY)
  configure_file(${linux}/redforge-editor.1.in ${CMAKE_BINARY_DIR}/redforge-editor.1 @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/redforge-editor.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT editor)
  install(FILES ${CMAKE_BINARY_DIR}/io.github.redforge.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo
    COMPONENT editor)
  install(FILES ${linux}/redforge-editor.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT editor)
  install(FILES ${linux}/redforge.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT editor)
  install(FILES ${linux}/redforge.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT editor)
endif()

# The CMake package. The names of the libraries that the modules use determine its dependencies.
get_property(REDFORGE_MODULES GLOBAL PROPERTY REDFORGE_MODULES)
get_property(libraries GLOBAL PROPERTY REDFORGE_LIBRARIES)
list(FILTER libraries INCLUDE REGEX "::")
list(FILTER libraries EXCLUDE REGEX "^redforge::")
list(TRANSFORM libraries REPLACE "^tl::expected$" "tl-expected")
list(TRANSFORM libraries REPLACE "^Boost::(.*)$" "Boost COMPONENTS \\1")
list(TRANSFORM libraries REPLACE "::.*$" "")
list(REMOVE_DUPLICATES libraries)
list(TRANSFORM libraries PREPEND "find_dependency(")
list(TRANSFORM libraries APPEND ")")
list(JOIN libraries "\n" REDFORGE_DEPENDENCIES)

set(REDFORGE_C_MODULE "")
if(TARGET redforge_c)
  set(REDFORGE_C_MODULE c)
endif()
# Files with names in lower case are found by find_package(Redforge) and by find_package(redforge).
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/redforge)
set(config ${CMAKE_BINARY_DIR}/cmake/redforge-config)
configure_package_config_file(cmake/redforge-config.cmake.in ${config}.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${config}-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${config}.cmake ${config}-version.cmake DESTINATION ${package_folder} COMPONENT dev)
install(EXPORT redforge-targets NAMESPACE redforge:: DESTINATION ${package_folder} COMPONENT dev)

# Package file for pkg-config. The modules are one linker group, so that their order does not matter.
file(RELATIVE_PATH prefix_from_pc "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
list(TRANSFORM REDFORGE_MODULES PREPEND "-lredforge_" OUTPUT_VARIABLE pc_libraries)
if(TARGET GIF::GIF)
  list(APPEND pc_libraries -lgif)
endif()
list(JOIN pc_libraries " " pc_libraries)
get_property(pc_requires GLOBAL PROPERTY REDFORGE_LIBRARIES)
list(FILTER pc_requires EXCLUDE REGEX "^redforge|^Threads::|^tl::|^glm::|^GIF::")  # header-only libraries, and libraries without a .pc file
list(TRANSFORM pc_requires REPLACE "^PNG::.*" "libpng")
list(TRANSFORM pc_requires REPLACE "^ZLIB::.*" "zlib")
list(TRANSFORM pc_requires REPLACE "^lz4$" "liblz4")
list(TRANSFORM pc_requires REPLACE "::.*$" "")
list(REMOVE_DUPLICATES pc_requires)
list(JOIN pc_requires " " pc_requires)
configure_file(cmake/redforge.pc.in ${CMAKE_BINARY_DIR}/cmake/redforge.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/cmake/redforge.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
if(TARGET redforge_c)
  configure_file(cmake/redforge-c.pc.in ${CMAKE_BINARY_DIR}/cmake/redforge-c.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/cmake/redforge-c.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endif()
