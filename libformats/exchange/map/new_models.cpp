// Makes models and textures of the meshes and pictures of new nodes.
#include "exchange/map/new_models.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "art/bank_import.hpp"
#include "art/image_name.hpp"
#include "exchange/gltf/gltf_error.hpp"
#include "exchange/gltf/gltf_import.hpp"
#include "exchange/map/mesh_shape.hpp"
#include "exchange/mesh/materials.hpp"
#include "scene/placement.hpp"

namespace redforge::exchange {
namespace {

using nlohmann::json;

constexpr std::uint16_t max_image_number = 127;  ///< largest number of an image that a record can name

/// Returns the stem of a model from the name of a node or mesh: "CRATE" for "static CRATE.001".
std::string stem_of(std::string_view name)
{
    for (const std::string_view kind : {"object ", "static "}) {
        name.remove_prefix(name.starts_with(kind) ? kind.size() : 0);
    }
    return scene::model_stem(without_copy_suffix(name));
}

}  // namespace

void NewModels::note(const MapNode& node, std::string_view text)
{
    result_.notes.push_back(node.name + ": " + std::string(text));
}

bool NewModels::has_model(const std::string& stem) const
{
    return !stem.empty() && options_.has_model && options_.has_model(stem);
}

Result<std::string> NewModels::model_for(const MapNode& node)
{
    const json* const mesh = reader_.find("meshes", *node.mesh);
    const std::string mesh_name = mesh != nullptr ? text_in(*mesh, "name") : std::string();
    for (const std::string& stem : {stem_of(node.name), stem_of(mesh_name)}) {
        if (has_model(stem)) {
            const Status checked = check_shape(node, stem);
            return checked ? Result<std::string>(stem) : fail(checked.error());
        }
    }
    return make_model(node, mesh_name);
}

Status NewModels::check_shape(const MapNode& node, const std::string& stem)
{
    auto known = same_shapes_.find({*node.mesh, stem});
    if (known == same_shapes_.end()) {
        const std::optional<model::Mesh> model = options_.mesh_of ? options_.mesh_of(stem) : std::nullopt;
        const Result<MeshShape> shape = shape_of(reader_, *node.mesh);
        if (!shape) {
            return fail(shape.error());
        }
        const bool is_same = !model || is_same_shape(*shape, shape_of(*model));
        known = same_shapes_.emplace(std::pair(*node.mesh, stem), is_same).first;
    }
    if (!known->second) {
        note(node, fmt::format("its mesh is not the game's model {}, which its record shows; give another name to the "
                               "node and the mesh for a new model",
                               stem));
    }
    return {};
}

Result<std::string> NewModels::make_model(const MapNode& node, const std::string& mesh_name)
{
    if (const auto known = made_.find(*node.mesh); known != made_.end()) {
        return known->second;
    }
    const PlacedMesh placed{
        .mesh = *node.mesh,
        .node = node.node,
        .place = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}},
        .plain = true,
    };
    add_textures(node);
    Result<Imported> imported = import_meshes(reader_, {placed}, models_);
    if (!imported) {
        Error error = imported.error();
        error.message = fmt::format("node \"{}\": {}", node.name, error.message);
        return fail(std::move(error));
    }
    const std::string name = free_name(stem_of(mesh_name.empty() ? node.name : mesh_name));
    for (const std::string& text : imported->notes) {
        note(node, text);
    }
    made_.emplace(*node.mesh, name);
    result_.models.push_back({name, std::move(imported->model)});
    return name;
}

void NewModels::add_textures(const MapNode& node)
{
    const json* const mesh = reader_.find("meshes", *node.mesh);
    const json* const primitives = mesh != nullptr ? find_member(*mesh, "primitives") : nullptr;
    for (const json& primitive : primitives != nullptr && primitives->is_array() ? *primitives : json::array()) {
        const std::optional<std::uint32_t> material = index_in(primitive, "material");
        if (!material || !known_materials_.insert(*material).second) {
            continue;
        }
        if (const std::optional<ForeignPicture> picture = foreign_picture(reader_, *material)) {
            add_texture(node, *material, *picture);
        }
    }
}

void NewModels::add_texture(const MapNode& node, std::uint32_t material, const ForeignPicture& picture)
{
    const auto number = static_cast<std::uint16_t>(result_.textures.images.size());
    const auto reject = [&](std::string_view reason) {
        note(node,
             fmt::format("the picture of the material \"{}\" cannot become a texture: {}; the material gets its colour",
                         picture.material, reason));
    };
    if (!options_.new_bank || number > max_image_number) {
        reject(options_.new_bank ? "the new bank has 128 images" : "there is no number for a new bank");
        return;
    }
    if (!png_sides(picture.bytes)) {
        reject("it is not a PNG");
        return;
    }
    const std::string name = art::image_name({*options_.new_bank, number});
    art::TextureBank bank = result_.textures;
    const Result<std::vector<art::ImportedImage>> added =
        art::import_pictures(bank,
                             {{.file = picture.material,
                               .image = name,
                               .frame = {},
                               .png = Bytes(picture.bytes.begin(), picture.bytes.end())}},
                             {.colours = models_.palette, .add = true, .bank = *options_.new_bank});
    if (!added) {
        reject(describe(added.error()));
        return;
    }
    result_.textures = std::move(bank);
    model::Texture& texture = models_.textures[material];
    texture.bank = *options_.new_bank;
    texture.image = number;
    for (const art::ImportedImage& image : *added) {
        if (const std::string text = art::inexact_description(image); !text.empty()) {
            note(node, fmt::format("material \"{}\": {}", picture.material, text));
        }
    }
}

std::string NewModels::free_name(const std::string& wanted) const
{
    constexpr std::size_t max_name = 8;
    std::string name;
    for (const char c : wanted) {
        const bool is_plain = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        name += is_plain ? std::string(1, c) : "";
    }
    name = name.empty() ? "MODEL" : name.substr(0, max_name);
    const auto is_taken = [&](const std::string& each) {
        return has_model(each) || std::ranges::find(result_.models, each, &NewModel::name) != result_.models.end();
    };
    std::string free = name;
    for (int number = 2; is_taken(free); ++number) {
        const std::string digits = std::to_string(number);
        free = name.substr(0, max_name - digits.size()) + digits;
    }
    return free;
}

}  // namespace redforge::exchange
