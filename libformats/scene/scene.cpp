// Assembly of scenes from maps and models.
#include "scene/scene.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "art/palette.hpp"
#include "art/terrain.hpp"
#include "core/files/files.hpp"
#include "core/text/letter_case.hpp"
#include "model/model.hpp"
#include "scene/animation_play.hpp"
#include "scene/map_records.hpp"

namespace redforge::scene {
namespace {

/// Builds a scene. Loads each mesh when it is first placed.
class Builder {
public:
    Builder(Scene& scene, const GameFolder& game, Pictures& pictures) : scene_(scene), game_(game), pictures_(pictures)
    {
    }
    /// Returns the mesh of a frame of a model, or nullopt if the model does not exist. A frame that the model lacks is
    /// its base frame. `skin` is the bank that replaces the bank of its images, or 0.
    std::optional<std::uint32_t> mesh_of(const ModelName& name, std::uint16_t skin = 0, std::size_t frame = 0)
    {
        if (name.stem.empty()) {
            return std::nullopt;
        }
        const auto [known, added] = scene_.index.models.try_emplace({name.stem, name.extension, skin, frame});
        if (added) {
            const model::Model* const model = model_of_name(name);
            if (model != nullptr && frame > model->frames.size()) {
                known->second = mesh_of(name, skin);
            } else if (model != nullptr) {
                known->second = add(name.stem, with_skin(model::to_mesh(*model, frame), skin));
            }
        }
        return known->second;
    }
    /// Returns the meshes of an actor's idle animation, or nullopt if it shows no picture. A picture that does not
    /// exist leaves the mesh before it; `rest` is the mesh before the first one.
    std::optional<Animation> animation_of(const rgm::Actor& actor, std::uint16_t skin, std::uint32_t rest)
    {
        Animation animation;
        const IdleAnimation idle = idle_animation(actor);
        animation.repeat_from = idle.repeat_from;
        AnimationMesh last{.mesh = rest};
        for (const auto& [picture, updates] : idle.pictures) {
            last.mesh = mesh_of({picture.model, picture.extension}, skin, picture.frame).value_or(last.mesh);
            last.end += static_cast<std::uint64_t>(updates);
            animation.meshes.push_back(last);
        }
        return animation.meshes.empty() ? std::nullopt : std::optional(std::move(animation));
    }
    std::optional<std::uint32_t> flat_of(const PictureKey& key)
    {
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
    /// Reports a model that a record names and that does not exist. `id`: of the record.
    void report_missing(const std::string& name, std::uint32_t id)
    {
        if (name.empty()) {
            scene_.problems.push_back("the record with the id " + std::to_string(id) + " has no model");
        } else if (missed_.emplace(name, true).second) {
            scene_.problems.push_back("no model file and no archive segment is named \"" + name + '"');
        }
    }

private:
    /// Returns a model, or null if it cannot be read. Keeps the last one, for its other frames.
    const model::Model* model_of_name(const ModelName& name)
    {
        if (!last_ || last_->first != name) {
            auto model = load_model(game_, name.stem, name.extension);
            if (!model) {
                if (model.error().code != ErrorCode::unknown_name) {
                    scene_.problems.push_back(describe(model.error()));
                }
                return nullptr;
            }
            last_.emplace(name, *std::move(model));
        }
        return &last_->second;
    }

    model::Mesh with_skin(model::Mesh mesh, std::uint16_t skin)
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
    std::optional<std::pair<ModelName, model::Model>> last_;
};

/// Reads a terrain. Adds an error to the problems of the scene.
std::optional<art::Terrain> read_terrain_file(Scene& scene, const std::filesystem::path& path)
{
    auto terrain = read_file(path).and_then([](const Bytes& bytes) { return art::read_terrain(bytes); });
    if (!terrain) {
        Error error = terrain.error();
        error.file = path.string();
        scene.problems.push_back(describe(error));
        return std::nullopt;
    }
    return *std::move(terrain);
}

/// Adds instances for all records. The scene's markers must be set. Errors: cancelled.
Status add_records(Scene& scene, Builder& builder, const rgm::Map& map, const Progress& progress)
{
    const Skins skins = skins_of(map);
    std::vector<Drawable> drawables;
    for (std::size_t scene_marker = 0; scene_marker < scene.markers.size(); ++scene_marker) {
        SceneMarker& marker = scene.markers[scene_marker];
        drawables.clear();
        if (!append_drawables(map, {marker.kind, marker.record}, skins, drawables)) {
            continue;
        }
        // Progress is counted by marker, because any record can be the first to load a model.
        const double part = static_cast<double>(scene_marker) / static_cast<double>(scene.markers.size());
        if (const Status going = progress.step(part, marker.name); !going) {
            return fail(going.error());
        }
        for (const Drawable& drawable : drawables) {
            std::optional<std::uint32_t> mesh = builder.mesh_of(drawable.model, drawable.skin);
            if (!mesh && drawable.picture) {
                mesh = builder.flat_of(*drawable.picture);
            }
            if (!mesh && drawable.required) {
                builder.report_missing(drawable.model.stem, marker.id);
            }
            for (const Placement& at : drawable.places) {
                if (mesh && scene.instances.size() < max_instances) {
                    scene.instances.push_back({marker.kind, *mesh, marker.record, at});
                    marker.drawn = true;
                }
            }
        }
    }
    if (scene.instances.size() == max_instances) {
        scene.problems.push_back("more than " + std::to_string(max_instances) +
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
    return std::move(*build_scene(map, std::move(name), game, files, pictures, {}));  // cannot be cancelled
}

Scene scene_of(const rgm::Map& map, std::string name)
{
    return {.name = std::move(name), .lights = lights_of(map), .markers = markers_of(map)};
}

Result<Scene> build_scene(const rgm::Map& map, std::string name, const GameFolder& game, const MapFiles& files,
                          Pictures& pictures, const Progress& progress)
{
    if (const Status going = progress.step(0, "terrain"); !going) {
        return fail(going.error());
    }
    Scene scene = scene_of(map, std::move(name));
    scene.colours = colours_of_map(files, scene.problems);
    scene.daylight = files.daylight;
    Builder builder(scene, game, pictures);
    const auto terrain = files.terrain ? read_terrain_file(scene, *files.terrain) : std::nullopt;
    if (terrain) {
        scene.instances.push_back(
            {Kind::terrain, builder.add("terrain", terrain_mesh(*terrain, files.view.terrain_shift)), 0, {}});
    }
    scene.game_view = load_game_view(game, files.view, terrain ? &*terrain : nullptr);
    if (const Status put = add_records(scene, builder, map, progress); !put) {
        return fail(put.error());
    }
    return scene;
}

std::uint32_t mesh_at(const Animation& animation, double seconds)
{
    const std::vector<AnimationMesh>& meshes = animation.meshes;
    const std::size_t first = std::min(animation.repeat_from, meshes.size() - 1);
    const std::uint64_t begin = first == 0 ? 0 : meshes[first - 1].end;
    auto updates = static_cast<std::uint64_t>(seconds * updates_per_second);
    if (updates >= meshes.back().end) {
        updates = begin + (updates - begin) % (meshes.back().end - begin);
    }
    return std::ranges::upper_bound(meshes, updates, {}, &AnimationMesh::end)->mesh;
}

bool has_moving_animations(const Scene& scene)
{
    return std::ranges::any_of(scene.animations, [](const Animation& animation) {
        return std::ranges::any_of(animation.meshes, [&](const AnimationMesh& each) {
            return each.mesh != animation.meshes.front().mesh;
        });
    });
}

Status add_animations(Scene& scene, const rgm::Map& map, const GameFolder& game, Pictures& pictures,
                      const Progress& progress)
{
    scene.animations.clear();
    Builder builder(scene, game, pictures);
    const Skins skins = skins_of(map);
    std::map<std::string, std::optional<std::uint32_t>> known;  // index of the animation, by script name in upper case
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        const double fraction = static_cast<double>(i) / static_cast<double>(scene.instances.size());
        if (Status going = progress.step(fraction, "animations"); !going) {
            return going;
        }
        Instance& instance = scene.instances[i];
        instance.animation.reset();
        if (instance.kind != Kind::object || !map.objects.records[instance.record].model_name.view().empty()) {
            continue;
        }
        const std::string name = upper(map.objects.records[instance.record].script_name.view());
        const auto [animation, is_new] = known.try_emplace(name);
        const rgm::Actor* const actor = is_new ? find_animated_actor(map.actors, name) : nullptr;
        if (actor != nullptr) {
            const auto skin = skins.find(name);
            if (auto made = builder.animation_of(*actor, skin == skins.end() ? 0 : skin->second, instance.mesh)) {
                animation->second = static_cast<std::uint32_t>(scene.animations.size());
                scene.animations.push_back(*std::move(made));
            }
        }
        instance.animation = animation->second;
    }
    return {};
}

void rebuild_scene(Scene& scene, const rgm::Map& now, const GameFolder* game, Pictures* pictures)
{
    scene.lights = lights_of(now);
    scene.markers = markers_of(now);
    if (game == nullptr || pictures == nullptr) {
        return;
    }
    std::erase_if(scene.instances, [](const Instance& instance) { return instance.kind != Kind::terrain; });
    Builder builder(scene, *game, *pictures);
    // Without a Progress, this cannot be cancelled.
    (void)add_records(scene, builder, now, {});
    if (!scene.animations.empty()) {
        (void)add_animations(scene, now, *game, *pictures);
    }
}

std::vector<art::Colour> colours_of_map(const MapFiles& files, std::vector<std::string>& problems)
{
    problems.insert(problems.end(), files.problems.begin(), files.problems.end());
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
