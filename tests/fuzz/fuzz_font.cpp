// Fuzz target: any bytes as a font.
#include <span>

#include "art/font.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    fuzz::check_two_laws<art::Font, art::is_font, art::read_font, art::write_font>(
        std::as_bytes(std::span(data, size)));
    return 0;
}
