// Fuzz target: any bytes as a file of strings.
#include <span>

#include "tes/strings/strings.hpp"
#include "two_laws.hpp"

using namespace redforge;

namespace {

Result<tes::StringTable> from_bytes(ByteView bytes, RawFallbacks* kept)
{
    return tes::read_string_table(bytes, kept);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    fuzz::check_two_laws<tes::StringTable, tes::is_string_table, from_bytes, tes::write_string_table>(
        std::as_bytes(std::span(data, size)));
    return 0;
}
