// The binary chunk of a glTF being made, with the views and accessors that name its parts.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/bytes.hpp"
#include "exchange/drawn.hpp"

namespace redforge::exchange {

class GltfWriter {
public:
    /// Positions and their morph targets need their bounds in the document.
    enum class Bounds : std::uint8_t { none, of_each_component };

    std::size_t triples(const std::vector<Triple>& values, Bounds bounds);
    std::size_t pairs(const std::vector<std::array<float, 2>>& values);
    std::size_t scalars(const std::vector<float>& values, Bounds bounds);
    /// Two bytes each when they fit below 65,535, which glTF keeps free.
    std::size_t indices(const std::vector<std::uint32_t>& values);
    /// A view of bytes that no accessor reads: a picture.
    std::size_t view(ByteView content);

    /// Moves what was collected into a document.
    Bytes finish(nlohmann::json& document);

private:
    std::size_t vertex_view(ByteView content, int target);
    std::size_t accessor(std::size_t view, int component, std::size_t count, const char* type);
    template <std::size_t N>
    void add_bounds(std::size_t accessor, const std::vector<std::array<float, N>>& values);

    Bytes bytes_;
    nlohmann::json views_ = nlohmann::json::array();
    nlohmann::json accessors_ = nlohmann::json::array();
};

}  // namespace redforge::exchange
