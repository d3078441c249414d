// Access to the parts of a glTF document by index, with checks.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "exchange/gltf/glb.hpp"

namespace redforge::exchange {

/// Returns a member as an index or count, or nullopt if it is missing. check_gltf() rejects other values.
[[nodiscard]] std::optional<std::uint32_t> index_in(const nlohmann::json& object, const char* member);
/// Returns a member of an object as text. Returns an empty text if it is missing or not a text.
[[nodiscard]] std::string text_in(const nlohmann::json& object, const char* member);

class GltfReader {
public:
    /// Maximum number of elements of an accessor, and limit of all numbers of a document. Four times the need of a
    /// model; protects against malicious files.
    static constexpr std::uint32_t max_elements = 1U << 20U;
    static constexpr std::uint64_t max_numbers = std::uint64_t{1} << 26U;

    /// `glb` must outlive the reader.
    explicit GltfReader(const Glb& glb) : glb_(glb) {}

    [[nodiscard]] const nlohmann::json& document() const { return glb_.document; }
    /// Returns an element of one of the document's top-level lists, or null.
    [[nodiscard]] const nlohmann::json* find(const char* list, std::uint32_t index) const;
    [[nodiscard]] std::size_t count(const char* list) const;

    /// Returns the numbers of an accessor, `width` per element, cached. Normalised integers become fractions. Errors:
    /// malformed, truncated, unsupported (too many).
    [[nodiscard]] Result<const std::vector<double>*> accessor(std::uint32_t index, std::uint32_t width);

    /// Returns the bytes of a view of the binary chunk.
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
