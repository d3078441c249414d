// What a reader could not lay out and therefore kept as bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace redforge {

/// One part of a file that fell back from its layout to bytes.
struct RawFallback {
    std::string place;   ///< section tag, and the actor, record or table in it: "RAAN of BEAM00"
    std::string reason;  ///< what did not fit: "the entries end after 50 of 52 bytes"
    std::uint64_t size{};  ///< bytes
};

using RawFallbacks = std::vector<RawFallback>;

}  // namespace redforge
