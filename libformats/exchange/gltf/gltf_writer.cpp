// Builds the binary chunk of a glTF document.
#include "exchange/gltf/gltf_writer.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace redforge::exchange {
namespace {

constexpr int vertex_target = 34962;
constexpr int index_target = 34963;
constexpr int no_target = 0;
constexpr int unsigned_short = 5123;
constexpr int unsigned_int = 5125;
constexpr int float_32 = 5126;

/// Formats the minimum and maximum of each component; empty if there are no values.
template <std::size_t N>
std::string bounds_of(const std::vector<std::array<float, N>>& values)
{
    if (values.empty()) {
        return {};
    }
    std::array<float, N> least = values.front();
    std::array<float, N> most = values.front();
    for (const auto& value : values) {
        for (std::size_t i = 0; i < N; ++i) {
            least[i] = std::min(least[i], value[i]);
            most[i] = std::max(most[i], value[i]);
        }
    }
    return fmt::format(R"(,"min":[{}],"max":[{}])", fmt::join(least, ","), fmt::join(most, ","));
}

}  // namespace

std::byte* GltfWriter::begin_view(std::size_t size, int target)
{
    const std::size_t offset = (bytes_.size() + 3) / 4 * 4;
    bytes_.resize(offset + size);
    fmt::format_to(std::back_inserter(views_), R"({}{{"buffer":0,"byteOffset":{},"byteLength":{})",
                   view_count_ > 0 ? "," : "", offset, size);
    if (target != no_target) {
        fmt::format_to(std::back_inserter(views_), R"(,"target":{})", target);
    }
    views_ += '}';
    ++view_count_;
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

std::size_t GltfWriter::accessor(int component, std::size_t count, const char* type, const std::string& bounds)
{
    fmt::format_to(std::back_inserter(accessors_),
                   R"({}{{"bufferView":{},"componentType":{},"count":{},"type":"{}"{}}})",
                   accessor_count_ > 0 ? "," : "", view_count_ - 1, component, count, type, bounds);
    return accessor_count_++;
}

std::size_t GltfWriter::triples(const std::vector<Triple>& values, Bounds bounds)
{
    floats_view(values, vertex_target);
    return accessor(float_32, values.size(), "VEC3", bounds == Bounds::none ? std::string() : bounds_of(values));
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
    return accessor(float_32, values.size(), "SCALAR", bounds == Bounds::none ? std::string() : bounds_of(ones));
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
    return view_count_ - 1;
}

GltfWriter::Collected GltfWriter::finish()
{
    bytes_.resize((bytes_.size() + 3) / 4 * 4);
    Collected made;
    if (view_count_ > 0) {
        made.members = fmt::format(R"(,"buffers":[{{"byteLength":{}}}],"bufferViews":[{}])", bytes_.size(), views_);
    }
    if (accessor_count_ > 0) {
        made.members += ",\"accessors\":[" + accessors_ + ']';
    }
    made.binary = std::move(bytes_);
    return made;
}

}  // namespace redforge::exchange
