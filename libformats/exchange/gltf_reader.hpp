// The parts of a glTF document that others name by index, checked as they are looked up.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "exchange/glb.hpp"

namespace redforge::exchange {

/// Returns a member as an index or count, or nullopt if it is missing. check_gltf() rejects other values.
[[nodiscard]] std::optional<std::uint32_t> index_in(const nlohmann::json& object, const char* member);
/// An object's member as text, empty when it is missing or no text.
[[nodiscard]] std::string text_in(const nlohmann::json& object, const char* member);

class GltfReader {
public:
    /// Most elements of one accessor, and most numbers that are read of a document in all: four times what a model of
    /// the game can need, and little enough for a file made to fill the memory.
    static constexpr std::uint32_t max_elements = 1U << 20U;
    static constexpr std::uint64_t max_numbers = std::uint64_t{1} << 26U;

    /// `glb` outlives the reader.
    explicit GltfReader(const Glb& glb) : glb_(glb) {}

    [[nodiscard]] const nlohmann::json& document() const { return glb_.document; }
    /// An element of one of the document's top-level lists, or null.
    [[nodiscard]] const nlohmann::json* find(const char* list, std::uint32_t index) const;
    [[nodiscard]] std::size_t count(const char* list) const;

    /// The numbers of an accessor, `width` an element: floats as they are, normalized integers as fractions. Read once.
    /// Errors: malformed, truncated, unsupported (too many).
    [[nodiscard]] Result<const std::vector<double>*> accessor(std::uint32_t index, std::uint32_t width);

    /// The bytes of a view of the binary chunk.
    [[nodiscard]] Result<ByteView> view(std::uint32_t index) const;

private:
    [[nodiscard]] Result<std::vector<double>> read(std::uint32_t index, std::uint32_t width);
    [[nodiscard]] Status add_sparse(const nlohmann::json& sparse, std::string_view where, int component,
                                    bool normalized, std::uint32_t width, std::vector<double>& values) const;

    const Glb& glb_;
    std::map<std::uint32_t, std::vector<double>> accessors_;
    std::uint64_t numbers_{};
};

}  // namespace redforge::exchange
