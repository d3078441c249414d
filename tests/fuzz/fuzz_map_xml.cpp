// Any text: refused with words, or packed into a map whose text says the same.
#include <cstdio>
#include <cstdlib>

#include "support/laws.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace redforge;
    const std::string breach = test::law_2_violation(as_text(std::as_bytes(std::span(data, size))));
    if (!breach.empty()) {
        std::fprintf(stderr, "law 2 is broken: %s\n", breach.c_str());
        std::abort();
    }
    return 0;
}
