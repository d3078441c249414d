// Collects the materials and pictures of a new glTF document.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "art/colour.hpp"
#include "core/bytes/bytes.hpp"
#include "exchange/gltf/gltf_writer.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

struct Textures;

/// Creates one material, with its pictures, for each name.
class GltfMaterialList {
public:
    /// If `textures` is null, materials have no pictures, and colours are greys.
    GltfMaterialList(GltfWriter& writer, const Textures* textures) : writer_(writer), textures_(textures) {}

    /// Returns the index of the material for a surface.
    std::size_t index_of(const model::Texture& texture);
    /// Returns the index of the material for faces with an unknown surface.
    std::size_t index_of_unknown();

    /// Stores a PNG of picture_of_bytes() as the occlusion map of all materials. It does not change the shading.
    void keep(ByteView png);

    /// Moves the materials and pictures into a document.
    void finish(nlohmann::json& document);

private:
    [[nodiscard]] art::Colour colour_of(std::size_t index) const;
    /// Adds a texture with a PNG. Returns its index.
    std::size_t add_picture(const std::string& name, ByteView png);

    GltfWriter& writer_;
    const Textures* textures_;
    std::map<std::string, std::size_t> places_;
    nlohmann::json materials_ = nlohmann::json::array();
    nlohmann::json images_ = nlohmann::json::array();
    nlohmann::json shown_ = nlohmann::json::array();
};

}  // namespace redforge::exchange
