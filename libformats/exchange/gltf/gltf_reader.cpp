// Reads accessors and views of a glTF document.
#include "exchange/gltf/gltf_reader.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "exchange/gltf/gltf_check.hpp"
#include "exchange/gltf/gltf_error.hpp"

namespace redforge::exchange {
namespace {

using nlohmann::json;

std::size_t size_of(int component)
{
    switch (component) {
    case 5120:
    case 5121: return 1;
    case 5122:
    case 5123: return 2;
    case 5125:
    case 5126: return 4;
    default: return 0;
    }
}

double number_at(const std::byte* at, int component, bool normalized)
{
    switch (component) {
    case 5120: {
        const double value = load_le<std::int8_t>(at);
        return normalized ? std::max(value / 127, -1.0) : value;
    }
    case 5121: {
        const double value = load_le<std::uint8_t>(at);
        return normalized ? value / 255 : value;
    }
    case 5122: {
        const double value = load_le<std::int16_t>(at);
        return normalized ? std::max(value / 32767, -1.0) : value;
    }
    case 5123: {
        const double value = load_le<std::uint16_t>(at);
        return normalized ? value / 65535 : value;
    }
    case 5125: return load_le<std::uint32_t>(at);
    default: return static_cast<double>(std::bit_cast<float>(load_le<std::uint32_t>(at)));
    }
}

bool flag_in(const json& object, const char* member)
{
    const auto found = object.find(member);
    return found != object.end() && found->is_boolean() && found->get<bool>();
}

/// Fills `values` from bytes that begin at `offset` of a view.
Status fill(ByteView view, std::size_t offset, std::size_t stride, std::uint32_t width, int component, bool normalized,
            std::string_view where, std::vector<double>& values)
{
    const std::size_t size = size_of(component);
    const std::size_t count = values.size() / width;
    if (count > 0 && (offset > view.size() || view.size() - offset < (count - 1) * stride + size * width)) {
        return make_error(where, fmt::format("{} elements do not fit its view of {} bytes", count, view.size()),
                          "is the file damaged?", ErrorCode::truncated);
    }
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t part = 0; part < width; ++part) {
            values[i * width + part] =
                number_at(view.data() + offset + i * stride + part * size, component, normalized);
        }
    }
    return {};
}

}  // namespace

std::optional<std::uint32_t> index_in(const json& object, const char* member)
{
    if (!object.is_object()) {
        return std::nullopt;
    }
    const auto found = object.find(member);
    return found != object.end() ? whole_number(*found) : std::nullopt;
}

std::string text_in(const json& object, const char* member)
{
    if (!object.is_object()) {
        return {};
    }
    const auto found = object.find(member);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

const json* GltfReader::find(const char* list, std::uint32_t index) const
{
    const auto found = glb_.document.find(list);
    if (found == glb_.document.end() || !found->is_array() || index >= found->size() || !(*found)[index].is_object()) {
        return nullptr;
    }
    return &(*found)[index];
}

std::size_t GltfReader::count(const char* list) const
{
    const auto found = glb_.document.find(list);
    return found != glb_.document.end() && found->is_array() ? found->size() : 0;
}

Result<ByteView> GltfReader::view(std::uint32_t index) const
{
    const std::string where = fmt::format("bufferViews[{}]", index);
    const json* const view = find("bufferViews", index);
    const std::optional<std::uint32_t> buffer = view != nullptr ? index_in(*view, "buffer") : std::nullopt;
    const std::optional<std::uint32_t> length = view != nullptr ? index_in(*view, "byteLength") : std::nullopt;
    if (!buffer || !length) {
        return make_error(where, "does not exist, or has no buffer or length", "is the file damaged?");
    }
    const json* const content = find("buffers", *buffer);
    if (*buffer != 0 || content == nullptr || content->contains("uri")) {
        return make_error(where, "is in another file", "save the model as one .glb", ErrorCode::unsupported);
    }
    if (const std::size_t whole = index_in(*content, "byteLength").value_or(0); whole > glb_.binary.size()) {
        return make_error("buffers[0].byteLength", fmt::format("is {}", whole),
                          fmt::format("at most {}, the size of the binary chunk", glb_.binary.size()),
                          ErrorCode::truncated);
    }
    const std::size_t offset = index_in(*view, "byteOffset").value_or(0);
    if (offset > glb_.binary.size() || *length > glb_.binary.size() - offset) {
        return make_error(where, fmt::format("ends after the {} bytes of the binary chunk", glb_.binary.size()),
                          "is the file damaged?", ErrorCode::truncated);
    }
    return glb_.binary.subspan(offset, *length);
}

Status GltfReader::add_sparse(const json& sparse, std::string_view where, int component, bool normalized,
                              std::uint32_t width, std::vector<double>& values) const
{
    const std::optional<std::uint32_t> count = index_in(sparse, "count");
    const auto indices = sparse.is_object() ? sparse.find("indices") : sparse.end();
    const auto replaced = sparse.is_object() ? sparse.find("values") : sparse.end();
    if (!count || *count > values.size() / width || indices == sparse.end() || replaced == sparse.end()) {
        return make_error(where, "has a sparse part without count, indices or values", "is the file damaged?");
    }
    const std::optional<std::uint32_t> index_view = index_in(*indices, "bufferView");
    const std::optional<std::uint32_t> index_type = index_in(*indices, "componentType");
    const std::optional<std::uint32_t> value_view = index_in(*replaced, "bufferView");
    if (!index_view || !index_type || size_of(static_cast<int>(*index_type)) == 0 || !value_view) {
        return make_error(where, "has a sparse part without views", "is the file damaged?");
    }
    const Result<ByteView> index_bytes = view(*index_view);
    const Result<ByteView> value_bytes = view(*value_view);
    if (!index_bytes || !value_bytes) {
        return fail(index_bytes ? value_bytes.error() : index_bytes.error());
    }
    std::vector<double> places(*count);
    std::vector<double> numbers(std::size_t{*count} * width);
    const int type = static_cast<int>(*index_type);
    Status filled =
        fill(*index_bytes, index_in(*indices, "byteOffset").value_or(0), size_of(type), 1, type, false, where, places);
    if (filled) {
        filled = fill(*value_bytes, index_in(*replaced, "byteOffset").value_or(0), size_of(component) * width, width,
                      component, normalized, where, numbers);
    }
    for (std::size_t i = 0; filled && i < places.size(); ++i) {
        if (!(places[i] >= 0 && places[i] < static_cast<double>(values.size() / width))) {
            return make_error(where, fmt::format("has a sparse index of {}", places[i]), "below its count");
        }
        std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                    values.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(places[i]) * width));
    }
    return filled;
}

Result<std::vector<double>> GltfReader::read(std::uint32_t index, std::uint32_t width)
{
    constexpr std::array<std::string_view, 5> types{"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    constexpr std::uint32_t max_stride = 252;
    const std::string where = fmt::format("accessors[{}]", index);
    const json* const accessor = find("accessors", index);
    if (accessor == nullptr) {
        return make_error(where, "does not exist", fmt::format("there are {}", count("accessors")));
    }
    const std::optional<std::uint32_t> elements = index_in(*accessor, "count");
    const int component = static_cast<int>(index_in(*accessor, "componentType").value_or(0));
    if (!elements || size_of(component) == 0 || text_in(*accessor, "type") != types[width]) {
        return make_error(where, "has a type or count that is not expected here", std::string(types[width]));
    }
    if (*elements > max_elements || numbers_ + std::uint64_t{*elements} * width > max_numbers) {
        return make_error(where, fmt::format("has {} elements", *elements),
                          fmt::format("at most {}, and {} numbers in all", max_elements, max_numbers),
                          ErrorCode::unsupported);
    }
    numbers_ += std::uint64_t{*elements} * width;
    std::vector<double> values(std::size_t{*elements} * width);
    const bool normalized = flag_in(*accessor, "normalized");
    if (const std::optional<std::uint32_t> from = index_in(*accessor, "bufferView")) {
        const Result<ByteView> bytes = view(*from);
        if (!bytes) {
            return fail(bytes.error());
        }
        const std::uint32_t element = static_cast<std::uint32_t>(size_of(component)) * width;
        const std::uint32_t stride = index_in(*find("bufferViews", *from), "byteStride").value_or(element);
        if (stride < element || stride > max_stride) {
            return make_error(where, fmt::format("has a stride of {}", stride),
                              fmt::format("{} to {}", element, max_stride));
        }
        if (const Status filled = fill(*bytes, index_in(*accessor, "byteOffset").value_or(0), stride, width, component,
                                       normalized, where, values);
            !filled) {
            return fail(filled.error());
        }
    }
    if (const auto sparse = accessor->find("sparse"); sparse != accessor->end()) {
        if (const Status added = add_sparse(*sparse, where, component, normalized, width, values); !added) {
            return fail(added.error());
        }
    }
    return values;
}

Result<const std::vector<double>*> GltfReader::accessor(std::uint32_t index, std::uint32_t width)
{
    auto found = accessors_.find(index);
    if (found == accessors_.end()) {
        Result<std::vector<double>> values = read(index, width);
        if (!values) {
            return fail(values.error());
        }
        found = accessors_.emplace(index, std::move(*values)).first;
    } else if (const json* const again = find("accessors", index);
               found->second.size() != std::size_t{index_in(*again, "count").value_or(0)} * width) {
        return make_error(fmt::format("accessors[{}]", index), "is used for two kinds of values", "one for each");
    }
    return &found->second;
}

}  // namespace redforge::exchange
