// Computes SHA-256.
#include "mod/sha256.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace redforge::mod {
namespace {

constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98U, 0x71374491U, 0xb5c0fbcfU, 0xe9b5dba5U, 0x3956c25bU, 0x59f111f1U, 0x923f82a4U, 0xab1c5ed5U,
    0xd807aa98U, 0x12835b01U, 0x243185beU, 0x550c7dc3U, 0x72be5d74U, 0x80deb1feU, 0x9bdc06a7U, 0xc19bf174U,
    0xe49b69c1U, 0xefbe4786U, 0x0fc19dc6U, 0x240ca1ccU, 0x2de92c6fU, 0x4a7484aaU, 0x5cb0a9dcU, 0x76f988daU,
    0x983e5152U, 0xa831c66dU, 0xb00327c8U, 0xbf597fc7U, 0xc6e00bf3U, 0xd5a79147U, 0x06ca6351U, 0x14292967U,
    0x27b70a85U, 0x2e1b2138U, 0x4d2c6dfcU, 0x53380d13U, 0x650a7354U, 0x766a0abbU, 0x81c2c92eU, 0x92722c85U,
    0xa2bfe8a1U, 0xa81a664bU, 0xc24b8b70U, 0xc76c51a3U, 0xd192e819U, 0xd6990624U, 0xf40e3585U, 0x106aa070U,
    0x19a4c116U, 0x1e376c08U, 0x2748774cU, 0x34b0bcb5U, 0x391c0cb3U, 0x4ed8aa4aU, 0x5b9cca4fU, 0x682e6ff3U,
    0x748f82eeU, 0x78a5636fU, 0x84c87814U, 0x8cc70208U, 0x90befffaU, 0xa4506cebU, 0xbef9a3f7U, 0xc67178f2U};

}  // namespace

void Sha256::block(const std::byte* data)
{
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i) {
        w[i] = load_be32(data + 4 * i);
    }
    for (std::size_t i = 16; i < w.size(); ++i) {
        const std::uint32_t a = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3U);
        const std::uint32_t b = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10U);
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (std::size_t i = 0; i < w.size(); ++i) {
        const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const std::uint32_t first = h + s1 + ((e & f) ^ (~e & g)) + round_constants[i] + w[i];
        const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const std::uint32_t second = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const std::array<std::uint32_t, 8> sum{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < sum.size(); ++i) {
        state_[i] += sum[i];
    }
}

void Sha256::add(ByteView bytes)
{
    std::size_t used = size_ % rest_.size();
    size_ += bytes.size();
    while (!bytes.empty()) {
        if (used == 0 && bytes.size() >= rest_.size()) {
            block(bytes.data());
            bytes = bytes.subspan(rest_.size());
            continue;
        }
        const std::size_t count = std::min(rest_.size() - used, bytes.size());
        std::ranges::copy(bytes.first(count), rest_.begin() + static_cast<std::ptrdiff_t>(used));
        bytes = bytes.subspan(count);
        used += count;
        if (used == rest_.size()) {
            block(rest_.data());
            used = 0;
        }
    }
}

std::string Sha256::finish()
{
    const std::uint64_t bits = size_ * 8;
    Bytes tail{std::byte{0x80}};
    while ((size_ + tail.size()) % rest_.size() != rest_.size() - 8) {
        tail.push_back(std::byte{});
    }
    for (unsigned i = 0; i < 8; ++i) {
        tail.push_back(static_cast<std::byte>(bits >> (56 - 8 * i)));
    }
    add(tail);
    std::string text;
    for (const std::uint32_t word : state_) {
        text += fmt::format("{:08x}", word);
    }
    return text;
}

std::string sha256_of(ByteView bytes)
{
    Sha256 sum;
    sum.add(bytes);
    return sum.finish();
}

std::string sha256_of(const SharedBytes& bytes)
{
    Sha256 sum;
    for (const ByteView piece : bytes.pieces()) {
        sum.add(piece);
    }
    return sum.finish();
}

}  // namespace redforge::mod
