// Fuzz target: any text as a map is rejected with a message, or packs into a map with an equal text.
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
