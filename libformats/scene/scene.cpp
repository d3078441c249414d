// Maps and models put together as scenes.
#include "scene/scene.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "core/files.hpp"
#include "core/letter_case.hpp"
#include "rgm/map.hpp"

namespace redforge::scene {
namespace {

constexpr std::uint8_t flat_type = 3;  ///< MPOB object_type of a flat [likely]

/// Builds a scene, loading each mesh when it is first placed.
class Builder {
public:
    Builder(Scene& scene, const GameFolder& game, Pictures& pictures) : scene_(scene), game_(game), pictures_(pictures)
    {
    }
    /// The mesh of a model, or nothing when there is no such model.
    /// `skin` is the bank that its images are taken from instead of their own; 0 for none.
    std::optional<std::uint32_t> mesh_of(const ModelName& name, std::uint16_t skin = 0)
    {
        const auto [known, added] = scene_.index.models.try_emplace({name.stem, name.extension, skin});
        if (added && !name.stem.empty()) {
            if (const auto model = load_model(game_, name.stem, name.extension)) {
                known->second = add(name.stem, dressed(model::to_mesh(*model), skin));
            } else if (model.error().code != ErrorCode::unknown_name) {
                scene_.problems.push_back(describe(model.error()));
            }
        }
        return known->second;
    }
    std::optional<std::uint32_t> flat_of(const rgm::TextureData& texture)
    {
        const PictureKey key{texture.texture_id, texture.image_id};
        const auto [known, added] = scene_.index.flats.try_emplace(key);
        if (added) {
            if (const Picture* const picture = pictures_.find(key)) {
                known->second = add("", flat_mesh(key, static_cast<float>(picture->image.width),
                                                  static_cast<float>(picture->image.height), picture->scale));
            }
        }
        return known->second;
    }
    std::uint32_t add(std::string name, model::Mesh mesh)
    {
        scene_.meshes.push_back({std::move(name), std::move(mesh)});
        return static_cast<std::uint32_t>(scene_.meshes.size() - 1);
    }
    /// A named model that is nowhere is a problem; a script without one is not.
    void miss(const std::string& name)
    {
        if (missed_.emplace(name, true).second) {
            scene_.problems.push_back("no model file and no archive segment is named \"" + name + '"');
        }
    }

private:
    model::Mesh dressed(model::Mesh mesh, std::uint16_t skin)
    {
        for (model::MeshSurface& surface : mesh.surfaces) {
            if (skin != 0 && surface.known && surface.colour < 0 && pictures_.has({skin, surface.image})) {
                surface.bank = skin;
            }
        }
        return mesh;
    }

    Scene& scene_;
    const GameFolder& game_;
    Pictures& pictures_;
    std::map<std::string, bool> missed_;
};

float part(std::int16_t value)
{
    return std::clamp(static_cast<float>(value) / 255, 0.0F, 1.0F);
}

/// The skins that actors give to the objects of their script.
std::map<std::string, std::uint16_t> skins_of(const std::vector<rgm::Actor>& actors)
{
    std::map<std::string, std::uint16_t> skins;
    for (const rgm::Actor& actor : actors) {
        if (actor.header.texture_id > 0) {
            skins.emplace(upper(actor.header.script_name.view()), static_cast<std::uint16_t>(actor.header.texture_id));
        }
    }
    return skins;
}

void add_terrain(Scene& scene, Builder& builder, const std::filesystem::path& path)
{
    const auto terrain = read_file(path).and_then([](const Bytes& bytes) { return art::read_terrain(bytes); });
    if (!terrain) {
        Error error = terrain.error();
        error.file = path.string();
        scene.problems.push_back(describe(error));
        return;
    }
    scene.instances.push_back({Kind::terrain, builder.add("terrain", terrain_mesh(*terrain)), 0, {}});
}

/// Instances for all records; the scene's spots are those of the map. Errors: cancelled.
Status put_records(Scene& scene, Builder& builder, const rgm::Map& map, const Progress& progress)
{
    std::size_t spot = 0;
    // Once for each spot, as any record may be the first to ask for a model.
    const auto going = [&] {
        return progress.step(static_cast<double>(spot) / static_cast<double>(scene.spots.size()),
                             scene.spots[spot].name);
    };
    const auto put = [&](Kind kind, std::optional<std::uint32_t> mesh, std::size_t record, const Placement& at) {
        if (mesh && scene.instances.size() < most_instances) {
            scene.instances.push_back({kind, *mesh, record, at});
            scene.spots[spot].drawn = true;
        }
    };
    const auto skins = skins_of(map.actors.records);
    for (std::size_t i = 0; i < map.objects.records.size(); ++i, ++spot) {
        if (const Status status = going(); !status) {
            return fail(status.error());
        }
        const rgm::Object& object = map.objects.records[i];
        const auto skin = skins.find(upper(object.script_name.view()));
        std::optional<std::uint32_t> mesh = builder.mesh_of(model_of(object, map.actors.records),
                                                            skin == skins.end() ? std::uint16_t{0} : skin->second);
        if (!mesh && object.object_type == flat_type) {
            mesh = builder.flat_of(object.texture);
        }
        if (!mesh && !object.model_name.view().empty()) {
            builder.miss(model_stem(object.model_name.view()));
        }
        put(Kind::object, mesh, i, {object_rotation(object.angle), view_position(object.position)});
    }
    for (std::size_t i = 0; i < map.statics.records.size(); ++i, ++spot) {
        if (const Status status = going(); !status) {
            return fail(status.error());
        }
        const rgm::StaticObject& object = map.statics.records[i];
        const ModelName model{model_stem(object.model_name.view()), {}};
        const auto mesh = builder.mesh_of(model);
        if (!mesh) {
            builder.miss(model.stem);
        }
        put(Kind::static_object, mesh, i, {static_rotation(object.rotation_matrix), view_position(object.position)});
    }
    for (std::size_t i = 0; i < map.ropes.records.size(); ++i, ++spot) {
        if (const Status status = going(); !status) {
            return fail(status.error());
        }
        const rgm::Rope& rope = map.ropes.records[i];
        const auto link = builder.mesh_of({model_stem(rope.rope_model.view()), {}});
        for (const Vec3& at : rope_links(rope)) {
            put(Kind::rope, link, i, {{}, at});
        }
        put(Kind::rope, builder.mesh_of({model_stem(rope.static_model.view()), {}}), i, {{}, rope_end(rope)});
    }
    for (std::size_t i = 0; i < map.flats.records.size(); ++i, ++spot) {
        if (const Status status = going(); !status) {
            return fail(status.error());
        }
        const rgm::Flat& flat = map.flats.records[i];
        put(Kind::flat, builder.flat_of(flat.texture), i, {{}, view_position(flat.position)});
    }
    if (scene.instances.size() == most_instances) {
        scene.problems.push_back("more than " + std::to_string(most_instances) +
                                 " copies of models; the rest is not drawn");
    }
    return {};
}

}  // namespace

std::string_view kind_name(Kind kind)
{
    constexpr std::array<std::string_view, 8> names{"object", "static", "rope",    "flat",
                                                    "light",  "marker", "terrain", "model"};
    return names[static_cast<std::size_t>(kind)];
}

std::vector<SceneMarker> markers_of(const rgm::Map& map)
{
    std::vector<SceneMarker> spots;
    for (const rgm::Object& object : map.objects.records) {
        const std::string_view script = object.script_name.view();
        spots.push_back({.kind = Kind::object,
                         .id = object.id,
                         .name = std::string(script.empty() ? object.model_name.view() : script),
                         .position = view_position(object.position),
                         .object_type = object.object_type});
    }
    for (const rgm::StaticObject& object : map.statics.records) {
        spots.push_back(
            {Kind::static_object, object.id, std::string(object.model_name.view()), view_position(object.position)});
    }
    for (const rgm::Rope& rope : map.ropes.records) {
        spots.push_back({Kind::rope, rope.id, std::string(rope.rope_model.view()), view_position(rope.position)});
    }
    for (const rgm::Flat& flat : map.flats.records) {
        spots.push_back({Kind::flat, flat.id,
                         std::to_string(flat.texture.texture_id) + '/' + std::to_string(flat.texture.image_id),
                         view_position(flat.position)});
    }
    for (const rgm::Light& light : map.lights.records) {
        spots.push_back({Kind::light, light.id, {}, view_position(light.position)});
    }
    std::uint32_t number = 0;
    for (const rgm::Marker& marker : map.markers.records) {
        spots.push_back({Kind::marker, number++, {}, view_position(marker.position)});
    }
    for (std::size_t i = 0; i < spots.size(); ++i) {
        spots[i].record = i > 0 && spots[i].kind == spots[i - 1].kind ? spots[i - 1].record + 1 : 0;
    }
    return spots;
}

Mat3 rotation_of(const rgm::Map& map, RecordRef record)
{
    switch (record.first) {
    case Kind::object: return object_rotation(map.objects.records[record.second].angle);
    case Kind::static_object: return static_rotation(map.statics.records[record.second].rotation_matrix);
    default: return {};
    }
}

std::vector<Light> lights_of(const rgm::Map& map)
{
    std::vector<Light> lights;
    lights.reserve(map.lights.records.size());
    for (const rgm::Light& light : map.lights.records) {
        lights.push_back({.position = view_position(light.position),
                          .radius = std::max(0.0F, static_cast<float>(light.radius)) / units_per_view,
                          .colour = {part(light.red), part(light.green), part(light.blue)},
                          .intensity = std::max(0.0F, static_cast<float>(light.intensity)) / 255,
                          .active = std::ranges::any_of(light.channel_map, [](auto on) { return on != 0; })});
    }
    return lights;
}

Scene scene_of(const model::Model& model, std::string name, std::size_t frame)
{
    Scene scene{.name = name};
    scene.meshes.push_back({std::move(name), model::to_mesh(model, frame)});
    scene.instances.push_back({Kind::model, 0, 0, {}});
    scene.colours = art::grey_colours();
    return scene;
}

Scene scene_of(const rgm::Map& map, std::string name, const GameFolder& game, const MapFiles& files, Pictures& pictures)
{
    return std::move(*build_scene(map, std::move(name), game, files, pictures, {}));  // nobody can cancel it
}

Scene scene_of(const rgm::Map& map, std::string name)
{
    return {.name = std::move(name), .lights = lights_of(map), .spots = markers_of(map)};
}

Result<Scene> build_scene(const rgm::Map& map, std::string name, const GameFolder& game, const MapFiles& files,
                          Pictures& pictures, const Progress& progress)
{
    if (const Status going = progress.step(0, "terrain"); !going) {
        return fail(going.error());
    }
    Scene scene = scene_of(map, std::move(name));
    scene.colours = colours_of_map(files, scene.problems);
    Builder builder(scene, game, pictures);
    if (files.terrain) {
        add_terrain(scene, builder, *files.terrain);
    }
    if (const Status put = put_records(scene, builder, map, progress); !put) {
        return fail(put.error());
    }
    return scene;
}

void rebuild_scene(Scene& scene, const rgm::Map& now, const GameFolder* game, Pictures* pictures)
{
    scene.lights = lights_of(now);
    scene.spots = markers_of(now);
    if (game == nullptr || pictures == nullptr) {
        return;
    }
    std::erase_if(scene.instances, [](const Instance& instance) { return instance.kind != Kind::terrain; });
    Builder builder(scene, *game, *pictures);
    (void)put_records(scene, builder, now, {});  // nobody can cancel it
}

std::vector<art::Colour> colours_of_map(const MapFiles& files, std::vector<std::string>& problems)
{
    if (!files.palette) {
        problems.emplace_back("there is no palette; colours are greys");
        return art::grey_colours();
    }
    const auto palette =
        read_file(*files.palette).and_then([](const Bytes& bytes) { return art::read_palette(bytes); });
    if (!palette) {
        Error error = palette.error();
        error.file = files.palette->string();
        problems.push_back(describe(error));
        return art::grey_colours();
    }
    return palette->colours;
}

}  // namespace redforge::scene
