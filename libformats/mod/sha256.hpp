// SHA-256 for packages and for identifying the original files of a game. Source: FIPS 180-4.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/bytes/bytes.hpp"
#include "core/bytes/shared_bytes.hpp"

namespace redforge::mod {

/// Computes the sum of content that is added in pieces.
class Sha256 {
public:
    void add(ByteView bytes);
    /// Returns the sum in 64 lower-case hexadecimal digits. Nothing can be added afterwards.
    [[nodiscard]] std::string finish();

private:
    void block(const std::byte* data);

    std::array<std::uint32_t, 8> state_{0x6a09e667U, 0xbb67ae85U, 0x3c6ef372U, 0xa54ff53aU,
                                        0x510e527fU, 0x9b05688cU, 0x1f83d9abU, 0x5be0cd19U};
    std::array<std::byte, 64> rest_{};  ///< bytes that do not fill a block yet
    std::uint64_t size_{};              ///< number of bytes so far
};

[[nodiscard]] std::string sha256_of(ByteView bytes);
[[nodiscard]] std::string sha256_of(const SharedBytes& bytes);

}  // namespace redforge::mod
