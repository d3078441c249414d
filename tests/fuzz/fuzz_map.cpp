// Any bytes: refused with words, or read and written back the same, by themselves and through their text.
#include <cstdio>
#include <cstdlib>

#include "support/laws.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace redforge;
    const std::string breach = test::breach_of_law_1(std::as_bytes(std::span(data, size)));
    if (!breach.empty()) {
        std::fprintf(stderr, "law 1 is broken: %s\n", breach.c_str());
        std::abort();
    }
    return 0;
}
