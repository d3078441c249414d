// A fingerprint of a file's content, to detect changes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace redforge {

/// Length and 128-bit hash of a content. Accidental collisions are as unlikely as memory errors. Not cryptographic:
/// collisions can be constructed.
struct Fingerprint {
    std::uint64_t size{};  ///< bytes
    std::uint64_t first{};
    std::uint64_t second{};

    friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// Computes the fingerprint of a content in pieces. The division into pieces does not matter.
class Fingerprinter {
public:
    void add(std::span<const std::byte> bytes);
    [[nodiscard]] Fingerprint result() const;

private:
    void mix(std::uint64_t word);

    std::uint64_t size_{};
    std::uint64_t first_{0x243F6A8885A308D3};  // digits of pi: any numbers without a pattern do
    std::uint64_t second_{0x13198A2E03707344};
    std::array<std::byte, 8> rest_{};  ///< bytes that do not fill a word yet, followed by zeros
};

[[nodiscard]] Fingerprint fingerprint_of(std::span<const std::span<const std::byte>> pieces);
[[nodiscard]] Fingerprint fingerprint_of(std::span<const std::byte> bytes);

}  // namespace redforge
