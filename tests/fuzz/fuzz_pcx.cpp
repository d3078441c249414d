// Fuzz target: any bytes as a PCX, and its picture.
#include <span>

#include "art/pcx.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const auto picture = fuzz::check_two_laws<art::Pcx, art::is_pcx, art::read_pcx, art::write_pcx>(
        std::as_bytes(std::span(data, size)));
    if (picture) {
        static_cast<void>(art::decode(*picture));
    }
    return 0;
}
