// Reads variable-size model records: one face or one cluster.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/model.hpp"

namespace redforge::model {

/// Returns the size of a face before its corners, which have 8 bytes each.
[[nodiscard]] constexpr std::size_t face_head_size(bool v2)
{
    return v2 ? 8 : 10;
}

/// Returns the size of a cluster before its references, which have 6 bytes each. Their number is at offset 16.
[[nodiscard]] constexpr std::size_t cluster_head_size(bool v5)
{
    return v5 ? 30 : 18;
}

/// Reads a face. Precondition: all of it is in the buffer.
void read_face(const std::byte* at, bool v2, Face& face);

/// Reads a cluster and returns its size. Precondition: all of it is in the buffer. References that do not match
/// `face_offsets` are kept as bytes.
std::size_t read_cluster(const std::byte* at, bool v5, std::span<const std::uint32_t> face_offsets, Cluster& cluster);

}  // namespace redforge::model
