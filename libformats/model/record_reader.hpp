// Reading the records of a model whose size stands in them: one face, one cluster.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/model.hpp"

namespace redforge::model {

/// Bytes of a face before its corners of 8 bytes each.
[[nodiscard]] constexpr std::size_t face_head_size(bool v2)
{
    return v2 ? 8 : 10;
}

/// Bytes of a cluster before its references of 6 bytes each; how many stands at 16.
[[nodiscard]] constexpr std::size_t cluster_head_size(bool v5)
{
    return v5 ? 30 : 18;
}

/// Reads a face. The caller has checked that all of it is there.
void read_face(const std::byte* at, bool v2, Face& face);

/// Reads a cluster and returns its size. The caller has checked that all of it is there. References that are not those
/// of the faces at `face_offsets` stay as bytes.
std::size_t read_cluster(const std::byte* at, bool v5, std::span<const std::uint32_t> face_offsets, Cluster& cluster);

}  // namespace redforge::model
