// Fuzz target: any bytes as a log.
#include <span>

#include "state/log.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    static_cast<void>(fuzz::check_two_laws<state::Log, state::is_log, state::read_log, state::write_log>(
        std::as_bytes(std::span(data, size))));
    return 0;
}
