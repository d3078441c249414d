// A drawable scene: unique meshes and their instances.
//
// Meshes keep the axes and units of models (model/mesh.hpp). A placement converts them to the viewport.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "art/colour.hpp"
#include "art/terrain.hpp"
#include "core/progress.hpp"
#include "model/mesh.hpp"
#include "model/rob.hpp"
#include "rgm/map.hpp"
#include "scene/game_folder.hpp"
#include "scene/game_view.hpp"
#include "scene/pictures.hpp"
#include "scene/placement.hpp"

namespace redforge::scene {

/// Kind of an instance or a marker: a kind of map record, the terrain, or a model of another file.
enum class Kind : std::uint8_t { object, static_object, rope, flat, light, marker, terrain, model };

[[nodiscard]] std::string_view kind_name(Kind kind);

/// A map record: its kind, and its index among the records of that kind.
using RecordRef = std::pair<Kind, std::size_t>;

struct SceneMesh {
    std::string name;
    model::Mesh mesh;
};

/// An instance of a mesh.
struct Instance {
    Kind kind{};
    std::uint32_t mesh{};  ///< index in Scene::meshes
    std::size_t record{};  ///< index among the records of its kind
    Placement placement;
    std::optional<std::uint32_t> animation{};  ///< index in Scene::animations
};

/// A mesh of an animation.
struct AnimationMesh {
    std::uint32_t mesh{};  ///< index in Scene::meshes
    std::uint64_t end{};   ///< time from the start of the animation until the mesh is hidden, in game updates
};

/// An animation of instances: meshes in the order in which they are shown; not empty.
struct Animation {
    std::vector<AnimationMesh> meshes;
    std::size_t repeat_from{};  ///< the mesh after the last one
};

/// Returns the mesh of an animation after `seconds`, 0 or more.
[[nodiscard]] std::uint32_t mesh_at(const Animation& animation, double seconds);

/// Maximum number of instances in a scene: a hundred times a large map. One rope record of 80 bytes can make 513.
inline constexpr std::size_t max_instances = std::size_t{1} << 20U;

struct Light {
    Vec3 position{};
    float radius{};      ///< viewport units
    Vec3 colour{};       ///< 0 to 1 each
    float intensity{1};  ///< 1 for a stored 255; not negative
    bool active{true};   ///< its channels are enabled; see rgm::Light::channel_map
};

/// A map record, drawn or not, as shown in a plan.
struct SceneMarker {
    Kind kind{};
    std::uint32_t id{};  ///< as stored; for markers their number
    std::string name{};  ///< model or script; can be empty
    Vec3 position{};
    bool drawn{};                ///< it has a mesh
    std::size_t record{};        ///< index among the records of its kind
    std::uint8_t object_type{};  ///< rgm::Object::object_type of an object, else 0
};

/// Maps models and pictures to meshes; missing ones map to nullopt.
struct MeshIndex {
    std::map<std::tuple<std::string, std::string, std::uint16_t, std::size_t>, std::optional<std::uint32_t>>
        models{};  ///< by stem, extension, skin (the bank that replaces the bank of its images, or 0) and frame
    std::map<PictureKey, std::optional<std::uint32_t>> flats{};
};

struct Scene {
    std::string name{};
    std::vector<SceneMesh> meshes{};
    std::vector<Instance> instances{};
    std::vector<Animation> animations{};  ///< see add_animations()
    std::vector<Light> lights{};
    Daylight daylight{};
    GameView game_view{};  ///< set for a map with its game folder
    std::vector<SceneMarker> markers{};
    std::vector<art::Colour> colours{};   ///< for solid faces; 256 entries
    std::vector<std::string> problems{};  ///< missing or unreadable files, each once
    MeshIndex index{};                    ///< set for a map with its game folder
};

/// Returns a scene of one model at the origin, in one of its frames (0 is the base frame).
[[nodiscard]] Scene scene_of(const model::Model& model, std::string name, std::size_t frame = 0);

/// Returns a scene of all models of an archive, in rows on the ground. The record index is the segment index. External
/// segments are loaded from the game folder, if it is not null. Every segment has a marker.
[[nodiscard]] Scene scene_of(const model::Rob& rob, std::string name, const GameFolder* game);

/// Returns a scene of a terrain at its position in the map.
[[nodiscard]] Scene scene_of(const art::Terrain& terrain, std::string name);

/// Returns a scene of a map with the files of its game folder. Objects without a model (sounds, doors, triggers) are
/// only markers. Actors show idle frame 0 and the skin of RAHD: a bank that replaces the bank of their images, if it
/// has an image of the same number. Colours come from `files`; without a palette the scene is grey and has a problem.
[[nodiscard]] Scene scene_of(const rgm::Map& map, std::string name, const GameFolder& game, const MapFiles& files,
                             Pictures& pictures);

/// Like scene_of(), with progress and cancellation. Errors: cancelled.
[[nodiscard]] Result<Scene> build_scene(const rgm::Map& map, std::string name, const GameFolder& game,
                                        const MapFiles& files, Pictures& pictures, const Progress& progress);

/// Sets the animations of a scene of this map: each object that shows the model of its actor plays the actor's
/// idle_animation(). Appends the meshes of their frames. Appends models that cannot be read to the problems. Errors:
/// cancelled.
Status add_animations(Scene& scene, const rgm::Map& map, const GameFolder& game, Pictures& pictures,
                      const Progress& progress = {});

/// Returns true if an animation of the scene shows several meshes.
[[nodiscard]] bool has_moving_animations(const Scene& scene);

/// Updates a scene after any change of its map. Existing meshes keep their indices, and new meshes are appended.
/// Animations are updated if the scene has some. Without a game folder (null) only lights and markers are updated.
void rebuild_scene(Scene& scene, const rgm::Map& now, const GameFolder* game, Pictures* pictures);

/// Returns a scene of a map without a game folder: only lights and markers, no meshes.
[[nodiscard]] Scene scene_of(const rgm::Map& map, std::string name);

/// Returns the lights of a map, one for each record.
[[nodiscard]] std::vector<Light> lights_of(const rgm::Map& map);

/// Returns the markers of a map, for a plan without a game folder.
[[nodiscard]] std::vector<SceneMarker> markers_of(const rgm::Map& map);

/// Returns the rotation of a record, with or without a model. Returns the identity if it is neither an object nor a
/// static.
[[nodiscard]] Mat3 rotation_of(const rgm::Map& map, RecordRef record);

/// Returns the colours of a palette file, or greys if it is missing. Appends errors to `problems`.
[[nodiscard]] std::vector<art::Colour> colours_of_map(const MapFiles& files, std::vector<std::string>& problems);

/// Returns the terrain as a mesh for the viewport's origin, without rotation. Point (x, row) of the file is at map x =
/// 256 x, y = shift - height, z = 65536 - 256 row, so rows run against the map's Z. `shift`: WorldView::terrain_shift.
/// Verified on a map with 5,200 statics and 260 flats: with this orientation they stand on the terrain (total error 120
/// units); all other rotations and reflections are off by 736,880 or more.
[[nodiscard]] model::Mesh terrain_mesh(const art::Terrain& terrain, std::int32_t shift = 0);

/// Returns an upright quad for a picture of `width` x `height` pixels of `scale` units, with the middle of its bottom
/// edge at the origin. It has two faces, so that the image is not mirrored on the back.
[[nodiscard]] model::Mesh flat_mesh(PictureKey picture, float width, float height, float scale);

/// Bounding box in the viewport. The box of an empty scene has size 0 at the origin.
struct Bounds {
    Vec3 low{};
    Vec3 high{};
};
[[nodiscard]] Bounds bounds_of(const Scene& scene, bool with_terrain = true);

/// Returns the box around these records, or around all if `records` is empty. Records without a mesh count as a point
/// at their marker. Returns nullopt if none of them exists.
[[nodiscard]] std::optional<Bounds> bounds_of(const Scene& scene, const std::set<RecordRef>& records);

}  // namespace redforge::scene
