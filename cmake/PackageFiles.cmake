# CPack runs this before it makes the packages. It adds the files that Debian requires, and compresses manual pages.
set(packages "cli:redforge" "editor:redforge-editor" "library:libredforge1" "dev:libredforge-dev")
file(STRINGS ${CPACK_REDFORGE_SOURCE}/CHANGELOG.md heading REGEX "^## ${CPACK_PACKAGE_VERSION}, ")
if(NOT heading)
  message(FATAL_ERROR "CHANGELOG.md has no section \"## ${CPACK_PACKAGE_VERSION}, YEAR-MONTH-DAY\"")
endif()
string(REGEX REPLACE "^.*, " "" day "${heading}")
execute_process(COMMAND date --date=${day} --utc -R OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
file(READ ${CPACK_REDFORGE_SOURCE}/LICENSE licence)
string(REGEX MATCH "Copyright [^\n]*" holder "${licence}")
string(REGEX REPLACE "^Copyright (\\([cC]\\) )?" "" holder "${holder}")
string(REGEX REPLACE "^.*\n(Permission is hereby)" "\\1" terms "${licence}")
string(STRIP "${terms}" terms)
string(REPLACE "\n\n" "\n.\n" terms "${terms}")
string(REPLACE "\n" "\n " terms "${terms}")

foreach(pair ${packages})
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 component)
  list(GET pair 1 package)
  set(root ${CPACK_TEMPORARY_DIRECTORY}/${component}${CPACK_PACKAGING_INSTALL_PREFIX})
  if(NOT EXISTS ${root})
    continue()
  endif()
  if(EXISTS ${root}/share/zsh/site-functions)  # Debian reserves site-functions for the administrator
    file(RENAME ${root}/share/zsh/site-functions ${root}/share/zsh/vendor-completions)
  endif()
  set(doc ${root}/share/doc/${package})
  file(REMOVE ${doc}/LICENSE)
  file(WRITE ${doc}/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Redforge

Files: *
Copyright: ${holder}
License: Expat

License: Expat
 ${terms}
")
  file(WRITE ${doc}/changelog "${package} (${CPACK_PACKAGE_VERSION}) bookworm; urgency=medium

  * Release ${CPACK_PACKAGE_VERSION}; see CHANGELOG.md.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
  if(component STREQUAL "library")
    # CPack also writes maintainer scripts that call ldconfig. It has no option against that.
    file(WRITE ${root}/share/lintian/overrides/${package} "${package}: maintscript-calls-ldconfig\n")
  endif()
  file(GLOB_RECURSE pages ${root}/share/man/*.[157])
  foreach(file ${doc}/changelog ${doc}/CHANGELOG.md ${pages})
    if(EXISTS ${file})
      execute_process(COMMAND gzip -9nf ${file} COMMAND_ERROR_IS_FATAL ANY)
    endif()
  endforeach()
  # Set the permissions, because the umask of the build can restrict them.
  file(GLOB_RECURSE all LIST_DIRECTORIES true ${CPACK_TEMPORARY_DIRECTORY}/${component}/*)
  foreach(file ${all})
    if(IS_SYMLINK ${file})  # the link libredforge.so leads into another package
      continue()
    endif()
    if(IS_DIRECTORY ${file} OR file MATCHES "/bin/[^/]*$")
      file(CHMOD ${file} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    else()
      file(CHMOD ${file} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
    endif()
  endforeach()
endforeach()
