// A program's test cases in parts, so that ctest can run some at once.
#pragma once

namespace redforge::test {

/// Runs a Catch2 session with two more options, --part and --parts. Returns its exit status.
int run_part(int argc, char* argv[]);

}  // namespace redforge::test
