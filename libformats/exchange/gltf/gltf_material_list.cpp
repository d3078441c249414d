// Creates the materials of a glTF document.
#include "exchange/gltf/gltf_material_list.hpp"

#include "exchange/mesh/materials.hpp"
#include "exchange/mesh/surface.hpp"
#include "exchange/mesh/textures.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

using nlohmann::json;

std::size_t GltfMaterialList::index_of(const model::Texture& texture)
{
    const std::string name = surface_name(texture);
    const auto [place, added] = places_.try_emplace(name, materials_.size());
    if (!added) {
        return place->second;
    }
    json pbr{{"metallicFactor", 0}};
    json material{{"name", name}};
    if (const Picture* const picture = textures_ != nullptr ? textures_->find(texture) : nullptr) {
        pbr["baseColorTexture"] = {{"index", add_picture(name, picture->png)}};
        if (picture->holes) {
            material["alphaMode"] = "MASK";
        }
    } else if (!texture.code.stored && texture.colour >= 0) {
        const art::Colour colour = colour_of(static_cast<std::size_t>(texture.colour));
        pbr["baseColorFactor"] = {to_linear(colour.r / 255.0), to_linear(colour.g / 255.0), to_linear(colour.b / 255.0),
                                  1.0};
    }
    material["pbrMetallicRoughness"] = std::move(pbr);
    materials_.push_back(std::move(material));
    return place->second;
}

std::size_t GltfMaterialList::index_of_unknown()
{
    const auto [place, added] = places_.try_emplace("unknown", materials_.size());
    if (added) {
        materials_.push_back({{"name", place->first}, {"pbrMetallicRoughness", {{"metallicFactor", 0}}}});
    }
    return place->second;
}

std::size_t GltfMaterialList::add_picture(const std::string& name, ByteView png)
{
    images_.push_back({{"name", name}, {"mimeType", "image/png"}, {"bufferView", writer_.view(png)}});
    shown_.push_back({{"name", name}, {"sampler", 0}, {"source", images_.size() - 1}});
    return shown_.size() - 1;
}

void GltfMaterialList::keep(ByteView png)
{
    const std::size_t kept = add_picture("redforge", png);
    for (json& material : materials_) {
        material["occlusionTexture"] = {{"index", kept}};
    }
}

void GltfMaterialList::finish(json& document)
{
    constexpr int repeat = 10497;
    if (!materials_.empty()) {
        document["materials"] = std::move(materials_);
    }
    if (!images_.empty()) {
        document["images"] = std::move(images_);
        document["textures"] = std::move(shown_);
        document["samplers"] = json::array({{{"wrapS", repeat}, {"wrapT", repeat}}});
    }
}

art::Colour GltfMaterialList::colour_of(std::size_t index) const
{
    if (textures_ != nullptr && index < textures_->colours.size()) {
        return textures_->colours[index];
    }
    return art::grey_colours()[index % art::palette_colours];
}

}  // namespace redforge::exchange
