// Fuzz target: any bytes as a plugin.
#include <span>

#include "tes/plugin/plugin.hpp"
#include "two_laws.hpp"

using namespace redforge;

namespace {

Result<tes::Plugin> read_bytes(ByteView bytes, RawFallbacks* kept)
{
    return tes::read_plugin(bytes, kept);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    fuzz::check_two_laws<tes::Plugin, tes::is_plugin, read_bytes, tes::write_plugin>(
        std::as_bytes(std::span(data, size)));
    return 0;
}
