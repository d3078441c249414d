// A program's test cases in parts, so that ctest can run some at once.
#pragma once

namespace redforge::test {

/// Catch2's session with two options more, --part and --parts; its exit status.
int run_part(int argc, char* argv[]);

}  // namespace redforge::test
