// Fuzz target: any bytes as an INI file.
#include <span>

#include "config/ini.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    fuzz::check_two_laws<config::Ini, config::is_ini, config::read_ini, config::write_ini>(
        std::as_bytes(std::span(data, size)));
    return 0;
}
