// Fuzz target: any bytes as a PVO.
#include <span>

#include "rgm/visibility.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    fuzz::check_two_laws<rgm::Visibility, rgm::is_visibility, rgm::read_visibility, rgm::write_visibility>(
        std::as_bytes(std::span(data, size)));
    return 0;
}
