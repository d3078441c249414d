// Any bytes: refused with words, or read and written back the same, by themselves and some through their text.
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
    // Fewer than of other formats: reading and writing are quick here, so as many a second go through text all the same.
    if (!fuzz::goes_through_text(bytes, 32)) {
        // Not write_map(), which reads once more what it wrote: here that is the input itself.
        Result<rgm::Map> map = rgm::read_map(bytes);
        if (!map) {
            fuzz::require(!map.error().message.empty());
            return 0;
        }
        const Result<Bytes> written = rgm::assemble(*map);
        fuzz::require(written && as_text(*written) == as_text(bytes));
        return 0;
    }
    RawFallbacks kept;  // its words are made only where they are asked for
    (void)rgm::read_map(bytes, &kept);
    const std::string breach = test::law_1_violation(bytes);
    if (!breach.empty()) {
        std::fprintf(stderr, "law 1 is broken: %s\n", breach.c_str());
        std::abort();
    }
    return 0;
}
