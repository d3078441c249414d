# Runs the C example in its own folder and compares its output.
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
execute_process(COMMAND "${PROGRAM}" "${WORK}" OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
file(READ "${EXPECTED}" expected)
if(NOT said STREQUAL expected)
  message(FATAL_ERROR "the example printed\n${said}instead of\n${expected}")
endif()
