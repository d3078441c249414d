// Collecting the binary chunk of a glTF.
#include "exchange/gltf_writer.hpp"

#include <algorithm>
#include <bit>
#include <span>

namespace redforge::exchange {
namespace {

constexpr int vertex_target = 34962;
constexpr int index_target = 34963;
constexpr int no_target = 0;
constexpr int unsigned_short = 5123;
constexpr int unsigned_int = 5125;
constexpr int float_32 = 5126;

template <std::size_t N>
Bytes bytes_of(const std::vector<std::array<float, N>>& values)
{
    Bytes bytes(values.size() * N * sizeof(float));
    std::size_t at = 0;
    for (const auto& value : values) {
        for (const float part : value) {
            store_le(bytes.data() + at, std::bit_cast<std::uint32_t>(part));
            at += sizeof(float);
        }
    }
    return bytes;
}

}  // namespace

std::size_t GltfWriter::vertex_view(ByteView content, int target)
{
    bytes_.resize((bytes_.size() + 3) / 4 * 4);
    nlohmann::json view{{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", content.size()}};
    if (target != no_target) {
        view["target"] = target;
    }
    append(bytes_, content);
    views_.push_back(std::move(view));
    return views_.size() - 1;
}

std::size_t GltfWriter::accessor(std::size_t view, int component, std::size_t count, const char* type)
{
    accessors_.push_back({{"bufferView", view}, {"componentType", component}, {"count", count}, {"type", type}});
    return accessors_.size() - 1;
}

template <std::size_t N>
void GltfWriter::add_bounds(std::size_t accessor, const std::vector<std::array<float, N>>& values)
{
    std::array<float, N> least = values.front();
    std::array<float, N> most = values.front();
    for (const auto& value : values) {
        for (std::size_t i = 0; i < N; ++i) {
            least[i] = std::min(least[i], value[i]);
            most[i] = std::max(most[i], value[i]);
        }
    }
    accessors_[accessor]["min"] = least;
    accessors_[accessor]["max"] = most;
}

std::size_t GltfWriter::triples(const std::vector<Triple>& values, Bounds bounds)
{
    const std::size_t made = accessor(vertex_view(bytes_of(values), vertex_target), float_32, values.size(), "VEC3");
    if (bounds != Bounds::none) {
        add_bounds(made, values);
    }
    return made;
}

std::size_t GltfWriter::pairs(const std::vector<std::array<float, 2>>& values)
{
    return accessor(vertex_view(bytes_of(values), vertex_target), float_32, values.size(), "VEC2");
}

std::size_t GltfWriter::scalars(const std::vector<float>& values, Bounds bounds)
{
    std::vector<std::array<float, 1>> ones(values.size());
    std::ranges::transform(values, ones.begin(), [](float value) { return std::array{value}; });
    const std::size_t made = accessor(vertex_view(bytes_of(ones), no_target), float_32, values.size(), "SCALAR");
    if (bounds != Bounds::none) {
        add_bounds(made, ones);
    }
    return made;
}

std::size_t GltfWriter::indices(const std::vector<std::uint32_t>& values)
{
    constexpr std::uint32_t kept_free = 0xFFFF;
    const bool narrow = std::ranges::all_of(values, [](std::uint32_t value) { return value < kept_free; });
    Bytes bytes;
    for (const std::uint32_t value : values) {
        if (narrow) {
            append_le(bytes, static_cast<std::uint16_t>(value));
        } else {
            append_le(bytes, value);
        }
    }
    return accessor(vertex_view(bytes, index_target), narrow ? unsigned_short : unsigned_int, values.size(), "SCALAR");
}

std::size_t GltfWriter::view(ByteView content)
{
    return vertex_view(content, no_target);
}

Bytes GltfWriter::finish(nlohmann::json& document)
{
    bytes_.resize((bytes_.size() + 3) / 4 * 4);
    document["buffers"] = nlohmann::json::array({{{"byteLength", bytes_.size()}}});
    document["bufferViews"] = std::move(views_);
    document["accessors"] = std::move(accessors_);
    return std::move(bytes_);
}

}  // namespace redforge::exchange
