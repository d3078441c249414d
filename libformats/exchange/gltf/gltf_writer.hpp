// Builds the binary chunk of a glTF document, with its views and accessors.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "exchange/mesh/triple.hpp"

namespace redforge::exchange {

class GltfWriter {
public:
    /// Bounds to write for an accessor: none, or the minimum and maximum of each component. glTF requires bounds for
    /// positions and their morph targets.
    enum class Bounds : std::uint8_t { none, of_each_component };

    std::size_t triples(const std::vector<Triple>& values, Bounds bounds);
    std::size_t pairs(const std::vector<std::array<float, 2>>& values);
    std::size_t scalars(const std::vector<float>& values, Bounds bounds);
    /// Adds indices with two bytes each if all are below 65,535, which glTF reserves; else with four bytes.
    std::size_t indices(const std::vector<std::uint32_t>& values);
    /// Adds a view of bytes without an accessor: a picture.
    std::size_t view(ByteView content);

    /// Reserves memory for the binary chunk, in bytes.
    void reserve(std::size_t bytes) { bytes_.reserve(bytes); }

    /// JSON items as text, because a map has thousands of similar items.
    struct Collected {
        std::string
            members{};  ///< "buffers", "bufferViews" and "accessors", each after a comma; empty members are omitted
        Bytes binary{};
    };
    [[nodiscard]] Collected finish();

private:
    /// Adds a view of `size` bytes, which the caller fills in.
    std::byte* begin_view(std::size_t size, int target);
    template <std::size_t N>
    void floats_view(const std::vector<std::array<float, N>>& values, int target);
    /// Adds an accessor for the last view. `bounds`: further members as text.
    std::size_t accessor(int component, std::size_t count, const char* type, const std::string& bounds = {});

    Bytes bytes_;
    std::string views_;
    std::string accessors_;
    std::size_t view_count_{};
    std::size_t accessor_count_{};
};

}  // namespace redforge::exchange
