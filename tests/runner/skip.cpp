// Prints the line by which a skipped test case is counted.
#include "runner/skip.hpp"

#include <iostream>

#include <catch2/catch.hpp>

namespace redforge::test {

void skip(std::string_view reason)
{
    std::cout << "SKIPPED: " << Catch::getResultCapture().getCurrentTestName() << ": " << reason << std::endl;
}

}  // namespace redforge::test
