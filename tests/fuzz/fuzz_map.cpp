// Any bytes: refused with words, or read and written back the same, by themselves and some through their text.
#include <cstdio>
#include <cstdlib>

#include "support/laws.hpp"
#include "two_laws.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace redforge;
    const ByteView bytes = std::as_bytes(std::span(data, size));
    const auto ways = fuzz::goes_through_text(bytes) ? test::Ways::bytes_and_text : test::Ways::bytes;
    const std::string breach = test::breach_of_law_1(bytes, nullptr, ways);
    if (!breach.empty()) {
        std::fprintf(stderr, "law 1 is broken: %s\n", breach.c_str());
        std::abort();
    }
    return 0;
}
