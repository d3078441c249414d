// Fuzz target: any bytes as a .BSI file.
#include <span>

#include "art/sky.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    static_cast<void>(
        fuzz::check_two_laws<art::SkyPicture, art::is_sky_picture, art::read_sky_picture, art::write_sky_picture>(
            std::as_bytes(std::span(data, size))));
    return 0;
}
