// How a test reports that it cannot run here.
#pragma once

#include <string_view>

namespace redforge::test {

/// Prints "SKIPPED: test case: reason" for the running test case, once for each reason. `./dev test` and ctest count the case as
/// skipped. The caller returns from the test case afterwards.
void skip(std::string_view reason);

}  // namespace redforge::test
