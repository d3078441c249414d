// A map or a model as things to draw: each mesh once, and where its copies stand.
//
// Meshes keep the axes and units of models (model/mesh.hpp); a placement brings them to the viewport.
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
#include "scene/pictures.hpp"
#include "scene/placement.hpp"

namespace redforge::scene {

/// What something in a scene was made from.
enum class Kind : std::uint8_t { object, static_object, rope, flat, light, marker, terrain, model };

[[nodiscard]] std::string_view kind_name(Kind kind);

/// A record of a map by its kind and its index among the records of that kind.
using RecordRef = std::pair<Kind, std::size_t>;

struct SceneMesh {
    std::string name;
    model::Mesh mesh;
};

/// A copy of a mesh.
struct Instance {
    Kind kind{};
    std::uint32_t mesh{};  ///< index in Scene::meshes
    std::size_t record{};  ///< index among the records of its kind
    Placement placement;
};

/// Most copies in a scene: a hundred times those of a large map. Ropes make up to 513 of a record of 80 bytes.
inline constexpr std::size_t max_instances = std::size_t{1} << 20U;

struct Light {
    Vec3 position{};
    float radius{};      ///< viewport units
    Vec3 colour{};         ///< 0 to 1 each
    float intensity{1};  ///< 1 for a stored 255; not negative
    bool active{true};   ///< its channels are on; see rgm::Light::channel_map
};

/// A record of a map, drawn or not: what a plan shows.
struct SceneMarker {
    Kind kind{};
    std::uint32_t id{};  ///< as stored; markers have their number
    std::string name{};  ///< model or script; empty where the record has none
    Vec3 position{};
    bool drawn{};                ///< it has a mesh
    std::size_t record{};        ///< index among the records of its kind
    std::uint8_t object_type{};  ///< of an object, as stored: see rgm::Object::object_type; else 0
};

/// Which mesh stands for a model or a picture; nothing for what the game does not have.
struct MeshIndex {
    std::map<std::tuple<std::string, std::string, std::uint16_t>, std::optional<std::uint32_t>>
        models{};  ///< by stem, extension and skin: the bank that its images are taken from, 0 for their own
    std::map<PictureKey, std::optional<std::uint32_t>> flats{};
};

struct Scene {
    std::string name{};
    std::vector<SceneMesh> meshes{};
    std::vector<Instance> instances{};
    std::vector<Light> lights{};
    Daylight daylight{};
    std::vector<SceneMarker> markers{};
    std::vector<art::Colour> colours{};   ///< of solid faces; 256
    std::vector<std::string> problems{};  ///< what could not be found or read, each once
    MeshIndex index{};                    ///< of a map with its game's folder
};

/// A model alone, at the origin, in one of its frames: 0 is the base frame.
[[nodiscard]] Scene scene_of(const model::Model& model, std::string name, std::size_t frame = 0);

/// The models of an archive, the record of each its segment, side by side in rows on the ground; those of external
/// segments from the game's folder, if there is one. Every segment has a spot.
[[nodiscard]] Scene scene_of(const model::Rob& rob, std::string name, const GameFolder* game);

/// A terrain alone, where its map has it.
[[nodiscard]] Scene scene_of(const art::Terrain& terrain, std::string name);

/// A map with everything that the game's folder has for it. Objects without a model (sounds, doors, triggers) are
/// spots only; actors stand in their idle frame 0 and wear the skin that RAHD gives them (a bank, in place of those of
/// their images, where it has an image of the same number). Colours are those of `files`; a missing palette is a problem, and greys.
[[nodiscard]] Scene scene_of(const rgm::Map& map, std::string name, const GameFolder& game, const MapFiles& files,
                             Pictures& pictures);

/// The same, which tells what it is doing and can be cancelled. Errors: cancelled.
[[nodiscard]] Result<Scene> build_scene(const rgm::Map& map, std::string name, const GameFolder& game,
                                        const MapFiles& files, Pictures& pictures, const Progress& progress);

/// Brings a scene up to date with its map, whatever has changed there: meshes stay where they are, and those that are
/// new come behind them. Without a game's folder (null) only lights and spots are taken over.
void rebuild_scene(Scene& scene, const rgm::Map& now, const GameFolder* game, Pictures* pictures);

/// A map without a game's folder: no meshes, only its lights and spots.
[[nodiscard]] Scene scene_of(const rgm::Map& map, std::string name);

/// The lights of a map, one for each record.
[[nodiscard]] std::vector<Light> lights_of(const rgm::Map& map);

/// The spots of a map alone, for a plan without a game's folder.
[[nodiscard]] std::vector<SceneMarker> markers_of(const rgm::Map& map);

/// How the model of a record is turned, whether it has one or not; not at all for what is neither an object nor a static.
[[nodiscard]] Mat3 rotation_of(const rgm::Map& map, RecordRef record);

/// The colours of a palette file, or greys when there is none; what went wrong is added to `problems`.
[[nodiscard]] std::vector<art::Colour> colours_of_map(const MapFiles& files, std::vector<std::string>& problems);

/// Terrain as a mesh to be placed at the viewport's origin, unturned. Point (x, row) of the file is at map x = 256 x,
/// y = -height, z = 65536 - 256 row: rows run against the map's Z. Measured on a map of 5,200 statics and 260 flats: so
/// they stand on it (off by 120 units in sum), and by no other way of turning or mirroring it (736,880 and more).
[[nodiscard]] model::Mesh terrain_mesh(const art::Terrain& terrain);

/// A standing quad of a picture, `width` x `height` pixels of `scale` units, its foot in the middle at the origin.
/// It has two faces, so that the image is unmirrored from both sides.
[[nodiscard]] model::Mesh flat_mesh(PictureKey picture, float width, float height, float scale);

/// The box around all instances in the viewport; nothing in it gives one of no size at the origin.
struct Bounds {
    Vec3 low{};
    Vec3 high{};
};
[[nodiscard]] Bounds bounds_of(const Scene& scene, bool with_terrain = true);

/// The box around what is drawn of these records, or of all with none; what has no mesh is where its spot is. Nothing
/// when none of them is there.
[[nodiscard]] std::optional<Bounds> bounds_of(const Scene& scene, const std::set<RecordRef>& records);

}  // namespace redforge::scene
