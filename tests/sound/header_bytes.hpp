// The bytes of a sound's header, for tests.
#pragma once

#include <cstdint>

#include "art/bank_builder.hpp"
#include "support/make_bytes.hpp"

namespace redforge::sound::test {

/// Returns the header of a sound with volume 100 and without a loop. `bits` and `type` are the codes of the file.
inline Bytes sound_header(std::uint32_t type, std::uint32_t bits, std::uint32_t rate, std::uint32_t length)
{
    using art::test::u32;
    using redforge::test::make_bytes;
    return art::test::join(
        {u32(type), u32(bits), u32(rate), make_bytes({100, 0}), u32(0), u32(0xFFFFFFFF), u32(length), make_bytes({0})});
}

}  // namespace redforge::sound::test
