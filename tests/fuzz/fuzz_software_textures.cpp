// Fuzz target: any bytes as a TEXTURE.nnn.
#include <span>

#include "art/software_textures.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    static_cast<void>(
        fuzz::check_two_laws<art::SoftwareTextures, art::is_software_textures, art::read_software_textures,
                             art::write_software_textures>(std::as_bytes(std::span(data, size))));
    return 0;
}
