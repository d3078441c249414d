// A short stand-in for a content, to see later whether it is still the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace redforge {

/// Length and 128 bits of a content. Equal contents have equal fingerprints; that different ones do by chance is as
/// unlikely as a fault of the memory. Not for secrets: who wants two equal ones can make them.
struct Fingerprint {
    std::uint64_t size{};  ///< bytes
    std::uint64_t first{};
    std::uint64_t second{};

    friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// Makes the fingerprint of a content that comes in pieces; how it is divided makes no difference.
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
