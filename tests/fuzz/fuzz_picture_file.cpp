// Fuzz target: any bytes as a GXA.
#include <span>

#include "art/picture_file.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    fuzz::check_two_laws<art::PictureFile, art::is_picture_file, art::read_picture_file, art::write_picture_file>(
        std::as_bytes(std::span(data, size)));
    return 0;
}
