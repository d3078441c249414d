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

}  // namespace

std::byte* GltfWriter::begin_view(std::size_t size, int target)
{
    const std::size_t offset = (bytes_.size() + 3) / 4 * 4;
    bytes_.resize(offset + size);
    nlohmann::json view{{"buffer", 0}, {"byteOffset", offset}, {"byteLength", size}};
    if (target != no_target) {
        view["target"] = target;
    }
    views_.push_back(std::move(view));
    return bytes_.data() + offset;
}

template <std::size_t N>
void GltfWriter::floats_view(const std::vector<std::array<float, N>>& values, int target)
{
    std::byte* to = begin_view(values.size() * N * sizeof(float), target);
    for (const auto& value : values) {
        for (const float part : value) {
            store_le(to, std::bit_cast<std::uint32_t>(part));
            to += sizeof(float);
        }
    }
}

std::size_t GltfWriter::accessor(int component, std::size_t count, const char* type)
{
    accessors_.push_back(
        {{"bufferView", views_.size() - 1}, {"componentType", component}, {"count", count}, {"type", type}});
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
    floats_view(values, vertex_target);
    const std::size_t made = accessor(float_32, values.size(), "VEC3");
    if (bounds != Bounds::none) {
        add_bounds(made, values);
    }
    return made;
}

std::size_t GltfWriter::pairs(const std::vector<std::array<float, 2>>& values)
{
    floats_view(values, vertex_target);
    return accessor(float_32, values.size(), "VEC2");
}

std::size_t GltfWriter::scalars(const std::vector<float>& values, Bounds bounds)
{
    std::vector<std::array<float, 1>> ones(values.size());
    std::ranges::transform(values, ones.begin(), [](float value) { return std::array{value}; });
    floats_view(ones, no_target);
    const std::size_t made = accessor(float_32, values.size(), "SCALAR");
    if (bounds != Bounds::none) {
        add_bounds(made, ones);
    }
    return made;
}

std::size_t GltfWriter::indices(const std::vector<std::uint32_t>& values)
{
    constexpr std::uint32_t kept_free = 0xFFFF;
    const bool narrow = std::ranges::all_of(values, [](std::uint32_t value) { return value < kept_free; });
    const std::size_t width = narrow ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
    std::byte* to = begin_view(values.size() * width, index_target);
    for (const std::uint32_t value : values) {
        if (narrow) {
            store_le(to, static_cast<std::uint16_t>(value));
        } else {
            store_le(to, value);
        }
        to += width;
    }
    return accessor(narrow ? unsigned_short : unsigned_int, values.size(), "SCALAR");
}

std::size_t GltfWriter::view(ByteView content)
{
    std::ranges::copy(content, begin_view(content.size(), no_target));
    return views_.size() - 1;
}

Bytes GltfWriter::finish(nlohmann::json& document)
{
    bytes_.resize((bytes_.size() + 3) / 4 * 4);
    if (!bytes_.empty()) {
        document["buffers"] = nlohmann::json::array({{{"byteLength", bytes_.size()}}});
        document["bufferViews"] = std::move(views_);
    }
    if (!accessors_.empty()) {
        document["accessors"] = std::move(accessors_);
    }
    return std::move(bytes_);
}

}  // namespace redforge::exchange
