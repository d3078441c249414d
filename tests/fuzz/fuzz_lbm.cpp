// Fuzz target: any bytes as an LBM, and its picture.
#include <span>

#include "art/lbm.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const auto picture = fuzz::check_two_laws<art::Lbm, art::is_lbm, art::read_lbm, art::write_lbm>(
        std::as_bytes(std::span(data, size)));
    if (picture) {
        static_cast<void>(art::decode(*picture));
    }
    return 0;
}
