// Looks up a glTF material, its picture and its colour.
#include "exchange/gltf/gltf_materials.hpp"

#include "exchange/mesh/import.hpp"
#include "exchange/mesh/materials.hpp"
#include "exchange/mesh/surface.hpp"

namespace redforge::exchange {
namespace {

using nlohmann::json;

const json* object_in(const json* object, const char* member)
{
    if (object == nullptr) {
        return nullptr;
    }
    const auto found = object->find(member);
    return found != object->end() && found->is_object() ? &*found : nullptr;
}

const json* material_of(const GltfReader& reader, std::optional<std::uint32_t> material)
{
    return material ? reader.find("materials", *material) : nullptr;
}

/// Returns the image of the texture that a material refers to, or null.
const json* image_of(const GltfReader& reader, const json* named)
{
    const std::optional<std::uint32_t> texture = named != nullptr ? index_in(*named, "index") : std::nullopt;
    const json* const shown = texture ? reader.find("textures", *texture) : nullptr;
    const std::optional<std::uint32_t> source = shown != nullptr ? index_in(*shown, "source") : std::nullopt;
    return source ? reader.find("images", *source) : nullptr;
}

const json* shown_image(const GltfReader& reader, const json* material)
{
    return image_of(reader, object_in(object_in(material, "pbrMetallicRoughness"), "baseColorTexture"));
}

ByteView bytes_of(const GltfReader& reader, const json* image)
{
    const std::optional<std::uint32_t> view = image != nullptr ? index_in(*image, "bufferView") : std::nullopt;
    const Result<ByteView> bytes = view ? reader.view(*view) : ByteView{};
    return bytes ? *bytes : ByteView{};
}

std::array<double, 3> colour_of(const json* material)
{
    std::array<double, 3> colour{1, 1, 1};
    const json* const pbr = object_in(material, "pbrMetallicRoughness");
    const auto found = pbr != nullptr ? pbr->find("baseColorFactor") : json::const_iterator();
    if (pbr != nullptr && found != pbr->end()) {  // check_gltf() has checked that it has four numbers
        for (std::size_t part = 0; part < 3; ++part) {
            colour[part] = to_srgb((*found)[part].get<double>());
        }
    }
    return colour;
}

}  // namespace

ByteView gltf_occlusion(const GltfReader& reader, std::uint32_t material)
{
    return bytes_of(reader, image_of(reader, object_in(material_of(reader, material), "occlusionTexture")));
}

std::array<double, 2> gltf_sides(const GltfReader& reader, std::optional<std::uint32_t> material)
{
    const auto sides = png_sides(bytes_of(reader, shown_image(reader, material_of(reader, material))));
    return sides ? std::array<double, 2>{static_cast<double>((*sides)[0]), static_cast<double>((*sides)[1])}
                 : std::array<double, 2>{unknown_side, unknown_side};
}

std::optional<ForeignPicture> foreign_picture(const GltfReader& reader, std::uint32_t material)
{
    const json* const found = material_of(reader, material);
    const json* const image = shown_image(reader, found);
    if (image == nullptr || surface_of(text_in(*found, "name")) || surface_of(text_in(*image, "name"))) {
        return std::nullopt;
    }
    const std::string name = text_in(*found, "name");
    return ForeignPicture{name.empty() ? text_in(*image, "name") : name, bytes_of(reader, image)};
}

Result<Surface> gltf_surface(const GltfReader& reader, std::optional<std::uint32_t> material,
                             const ImportOptions& options)
{
    const json* const found = material_of(reader, material);
    const json* const image = shown_image(reader, found);
    const auto given = material ? options.textures.find(*material) : options.textures.end();
    const Result<model::Texture> texture =
        given != options.textures.end()
            ? Result<model::Texture>(given->second)
            : texture_for(found != nullptr ? text_in(*found, "name") : std::string(),
                          image != nullptr ? text_in(*image, "name") : std::string(), colour_of(found), options);
    if (!texture) {
        return fail(texture.error());
    }
    const std::array<double, 2> sides = gltf_sides(reader, material);
    return Surface{*texture, sides[0], sides[1]};
}

}  // namespace redforge::exchange
