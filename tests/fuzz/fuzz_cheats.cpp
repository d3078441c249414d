// Fuzz target: any bytes as a file of cheats.
#include <span>

#include "config/cheats.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    fuzz::check_two_laws<config::Cheats, config::is_cheats, config::read_cheats, config::write_cheats>(
        std::as_bytes(std::span(data, size)));
    return 0;
}
