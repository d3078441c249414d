// Fuzz target: any bytes as a map are rejected with a message, or round-trip, some of them through text.
#include <cstdio>
#include <cstdlib>

#include "rgm/assemble.hpp"
#include "rgm/map.hpp"
#include "support/laws.hpp"
#include "two_laws.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace redforge;
    const ByteView bytes = std::as_bytes(std::span(data, size));
    // A smaller share than for other formats: reading and writing are faster, so the number per second is similar.
    if (!fuzz::goes_through_text(bytes, 32)) {
        // write_map() would read its output again, which is the input here.
        Result<rgm::Map> map = rgm::read_map(bytes);
        if (!map) {
            fuzz::require(!map.error().message.empty());
            return 0;
        }
        const Result<Bytes> written = rgm::assemble(*map);
        fuzz::require(written && as_text(*written) == as_text(bytes));
        return 0;
    }
    RawFallbacks kept;  // texts are built only on request
    (void)rgm::read_map(bytes, &kept);
    const std::string breach = test::law_1_violation(bytes);
    if (!breach.empty()) {
        std::fprintf(stderr, "law 1 is broken: %s\n", breach.c_str());
        std::abort();
    }
    return 0;
}
