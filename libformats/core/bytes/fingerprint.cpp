// Fingerprints of contents: two independent 64-bit mixes, eight bytes at a time.
#include "core/bytes/fingerprint.hpp"

#include <bit>

#include "core/bytes/bytes.hpp"

namespace redforge {

void Fingerprinter::mix(std::uint64_t word)
{
    // Odd constants with well-spread bits, as multiplicative hashes use them.
    constexpr std::uint64_t a = 0x9E3779B97F4A7C15;
    constexpr std::uint64_t b = 0xC2B2AE3D27D4EB4F;
    first_ = (first_ ^ word) * a;
    first_ ^= first_ >> 29U;
    second_ = std::rotl(second_ + word * b, 31) * a;
}

void Fingerprinter::add(std::span<const std::byte> bytes)
{
    std::size_t filled = size_ % rest_.size();
    size_ += bytes.size();
    if (filled != 0) {
        while (filled < rest_.size() && !bytes.empty()) {
            rest_.at(filled++) = bytes.front();
            bytes = bytes.subspan(1);
        }
        if (filled < rest_.size()) {
            return;
        }
        mix(load_le<std::uint64_t>(rest_.data()));
        rest_ = {};
    }
    for (; bytes.size() >= rest_.size(); bytes = bytes.subspan(rest_.size())) {
        mix(load_le<std::uint64_t>(bytes.data()));
    }
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        rest_.at(i) = bytes[i];
    }
}

Fingerprint Fingerprinter::result() const
{
    Fingerprinter last = *this;
    last.mix(load_le<std::uint64_t>(rest_.data()));
    last.mix(size_);
    return {size_, last.first_ ^ last.first_ >> 32U, last.second_ ^ last.second_ >> 32U};
}

Fingerprint fingerprint_of(std::span<const std::span<const std::byte>> pieces)
{
    Fingerprinter all;
    for (const auto piece : pieces) {
        all.add(piece);
    }
    return all.result();
}

Fingerprint fingerprint_of(std::span<const std::byte> bytes)
{
    Fingerprinter all;
    all.add(bytes);
    return all.result();
}

}  // namespace redforge
