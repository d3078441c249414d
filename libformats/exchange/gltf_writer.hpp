// The binary chunk of a glTF being made, with the views and accessors that name its parts.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/bytes.hpp"
#include "exchange/triple.hpp"

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

    /// Makes room for so many bytes of the binary chunk at once.
    void reserve(std::size_t bytes) { bytes_.reserve(bytes); }

    /// Collected JSON items as text: a map has thousands of similar items.
    struct Collected {
        std::string members{};  ///< "buffers", "bufferViews" and "accessors", each behind a comma; empty ones left out
        Bytes binary{};
    };
    [[nodiscard]] Collected finish();

private:
    /// Begins a view of `size` bytes, to be filled in.
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
