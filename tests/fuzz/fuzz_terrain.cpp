// Fuzz target: any bytes in the header and at the end of a WLD file.
#include <algorithm>
#include <iterator>
#include <span>

#include "art/terrain.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    // A terrain is larger than the inputs that the fuzzer makes: they stand in the header and at the end of one.
    const ByteView input = std::as_bytes(std::span(data, size));
    const ByteView head = input.first(std::min<std::size_t>(size, 1300));
    Bytes bytes(263432);
    std::ranges::copy(head, bytes.begin());
    std::ranges::copy(input.subspan(head.size()), std::back_inserter(bytes));
    (void)fuzz::hold_two_laws<art::Terrain, art::is_terrain, art::read_terrain, art::write_terrain>(bytes);
    return 0;
}
