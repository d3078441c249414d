// Fuzz target: any bytes as a BMP, and its picture.
#include <span>

#include "art/bmp.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const auto picture = fuzz::check_two_laws<art::Bmp, art::is_bmp, art::read_bmp, art::write_bmp>(
        std::as_bytes(std::span(data, size)));
    if (picture) {
        static_cast<void>(art::decode(*picture));
    }
    return 0;
}
