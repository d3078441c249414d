// Finds exported models in a glTF document.
#include "exchange/gltf/gltf_original.hpp"

#include <algorithm>
#include <set>

#include "exchange/gltf/gltf_error.hpp"
#include "exchange/gltf/gltf_materials.hpp"
#include "exchange/gltf/originals.hpp"
#include "model/model.hpp"

namespace redforge::exchange {
namespace {

using nlohmann::json;

/// Maximum number of exports to look for in one file. Decoding their pictures is slow.
constexpr std::size_t max_originals = 8;

/// Encoded models that meshes contain, without duplicates.
struct EncodedModels {
    std::vector<std::string> texts{};
    std::vector<ByteView> pictures{};
};

void add_text(const json& mesh, EncodedModels& kept)
{
    const json* const extras = find_member(mesh, "extras");
    const json* const own = extras != nullptr ? find_member(*extras, "redforge") : nullptr;
    std::string text = own != nullptr ? text_in(*own, "model") : std::string();
    if (!text.empty() && std::ranges::find(kept.texts, text) == kept.texts.end()) {
        kept.texts.push_back(std::move(text));
    }
}

void add_picture(const GltfReader& reader, std::uint32_t material, EncodedModels& kept)
{
    const ByteView picture = gltf_occlusion(reader, material);
    const bool known =
        std::ranges::any_of(kept.pictures, [&](ByteView other) { return std::ranges::equal(other, picture); });
    if (!picture.empty() && !known && kept.pictures.size() < max_originals) {
        kept.pictures.push_back(picture);
    }
}

EncodedModels find_encoded_models(const GltfReader& reader, const std::vector<PlacedMesh>& meshes)
{
    EncodedModels kept;
    std::set<std::uint32_t> materials;
    for (const PlacedMesh& placed : meshes) {
        const json* const mesh = reader.find("meshes", placed.mesh);
        const json* const primitives = mesh != nullptr ? find_member(*mesh, "primitives") : nullptr;
        if (primitives == nullptr || !primitives->is_array()) {
            continue;
        }
        add_text(*mesh, kept);
        for (const json& primitive : *primitives) {
            const std::optional<std::uint32_t> material =
                primitive.is_object() ? index_in(primitive, "material") : std::nullopt;
            if (material && materials.insert(*material).second) {
                add_picture(reader, *material, kept);
            }
        }
    }
    return kept;
}

}  // namespace

std::vector<model::Model> originals_in(const GltfReader& reader, const std::vector<PlacedMesh>& meshes)
{
    const EncodedModels kept = find_encoded_models(reader, meshes);
    std::vector<model::Model> originals;
    const auto add = [&](std::optional<model::Model> model) {
        if (model && std::ranges::find(originals, *model) == originals.end()) {
            originals.push_back(std::move(*model));
        }
    };
    for (const std::string& text : kept.texts) {
        if (originals.size() < max_originals) {
            add(original_of(text));
        }
    }
    for (const ByteView picture : kept.pictures) {
        add(original_of(picture));
    }
    return originals;
}

}  // namespace redforge::exchange
