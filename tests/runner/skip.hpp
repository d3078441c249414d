// Lets a test report that it cannot run on this machine.
#pragma once

#include <string_view>

namespace redforge::test {

/// Prints "SKIPPED: test case: reason" for the running test case, once for each reason. `./dev test` and ctest count
/// the case as skipped. The caller returns from the test case afterwards.
void skip(std::string_view reason);

}  // namespace redforge::test
