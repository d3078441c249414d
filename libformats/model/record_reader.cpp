// Reads one face or one cluster.
#include "model/record_reader.hpp"

#include <cstring>

#include "core/record/binary.hpp"
#include "model/layout.hpp"
#include "model/model.hpp"
#include "model/texture_code.hpp"

namespace redforge::model {

void read_face(const std::byte* at, bool v2, Face& face)
{
    const auto corners = std::to_integer<std::size_t>(at[0]);
    face.shade = std::to_integer<std::uint8_t>(at[1]);
    at += 2;
    if (v2) {
        face.texture = decode_texture_v2(load_le<std::uint16_t>(at));
        at += 2;
    } else {
        face.texture = decode_texture(load_le<std::uint32_t>(at));
        at += 4;
    }
    face.reserved = load_le<std::uint32_t>(at);
    at += 4;
    face.vertices.resize(corners);
    face.u.resize(corners);
    face.v.resize(corners);
    std::uint32_t* const vertices = face.vertices.data();
    std::int16_t* const u = face.u.data();
    std::int16_t* const v = face.v.data();
    for (std::size_t i = 0; i < corners; ++i, at += 8) {
        vertices[i] = load_le<std::uint32_t>(at);
        u[i] = load_le<std::int16_t>(at + 4);
        v[i] = load_le<std::int16_t>(at + 6);
    }
    if (!v2) {
        return;
    }
    bool even = true;
    for (std::size_t i = 0; i < corners; ++i) {
        even = even && vertices[i] % vector_size == 0;
    }
    if (!even) {
        face.remainders.resize(corners);
    }
    for (std::size_t i = 0; i < corners; ++i) {
        if (!even) {
            face.remainders[i] = static_cast<std::uint8_t>(vertices[i] % vector_size);
        }
        vertices[i] /= static_cast<std::uint32_t>(vector_size);
    }
}

std::size_t read_cluster(const std::byte* at, bool v5, std::span<const std::uint32_t> face_offsets, Cluster& cluster)
{
    const std::size_t head = cluster_head_size(v5);
    cluster.x = load_le<std::int32_t>(at);
    cluster.y = load_le<std::int32_t>(at + 4);
    cluster.z = load_le<std::int32_t>(at + 8);
    cluster.radius = load_le<std::uint32_t>(at + 12);
    const std::size_t count = load_le<std::uint16_t>(at + 16);
    if (v5) {
        for (std::size_t i = 0; i < 3; ++i) {
            std::memcpy(&cluster.extent[i].value, at + 18 + 4 * i, sizeof(float));
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        const auto offset = load_le<std::uint32_t>(at + head + 6 * i);
        const auto index = load_le<std::uint16_t>(at + head + 6 * i + 4);
        const auto face = static_cast<std::uint16_t>(index / 4);
        if (index % 4 != 0 || face >= face_offsets.size() || face_offsets[face] != offset) {
            cluster.faces = {};
            cluster.references.assign(at + head, at + head + 6 * count);
            break;
        }
        cluster.faces.push_back(face);
    }
    return head + 6 * count;
}

}  // namespace redforge::model
