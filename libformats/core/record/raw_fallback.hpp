// Parts of a file that do not fit their layout and stay raw bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace redforge {

/// A part of a file that does not fit its layout and stays raw bytes.
struct RawFallback {
    std::string place;   ///< section tag, and the actor, record or table in it: "RAAN of BEAM00"
    std::string reason;  ///< the contradiction: "the entries end after 50 of 52 bytes"
    std::uint64_t size{};  ///< bytes
};

using RawFallbacks = std::vector<RawFallback>;

}  // namespace redforge
