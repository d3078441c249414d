# Runs the example of C in a folder of its own and compares what it says.
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
execute_process(COMMAND "${PROGRAM}" "${WORK}" OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
file(READ "${EXPECTED}" expected)
if(NOT said STREQUAL expected)
  message(FATAL_ERROR "the example said\n${said}and not\n${expected}")
endif()
