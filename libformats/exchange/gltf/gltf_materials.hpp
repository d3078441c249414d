// Converts the materials of a glTF document to textures of the game.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "exchange/gltf/gltf_reader.hpp"

namespace redforge::exchange {

struct ImportOptions;
struct Surface;

/// Returns the surface of a material. Without a material, returns the surface for white, the default of glTF.
[[nodiscard]] Result<Surface> gltf_surface(const GltfReader& reader, std::optional<std::uint32_t> material,
                                           const ImportOptions& options);

/// Picture of a material, if the game does not have it as a texture.
struct ForeignPicture {
    std::string material{};  ///< its name, else that of the picture
    ByteView bytes{};        ///< empty if it is in a separate file
};
/// Returns the picture of a material, or nullopt if it has none, or if the material or the picture has the name of a
/// texture.
[[nodiscard]] std::optional<ForeignPicture> foreign_picture(const GltfReader& reader, std::uint32_t material);

/// Returns the bytes of a material's occlusion map. Returns an empty view if there is none or it is in a separate file.
[[nodiscard]] ByteView gltf_occlusion(const GltfReader& reader, std::uint32_t material);

/// Returns the width and height of a material's picture, or unknown_side.
[[nodiscard]] std::array<double, 2> gltf_sides(const GltfReader& reader, std::optional<std::uint32_t> material);

}  // namespace redforge::exchange
