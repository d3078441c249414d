// Scenes of other files: the models of an archive in rows, and a terrain.
#include <algorithm>
#include <cmath>

#include "model/model.hpp"
#include "model/rob.hpp"
#include "scene/scene.hpp"

namespace redforge::scene {
namespace {

/// Ground area of a mesh relative to its origin, in viewport units.
struct Footprint {
    float left{};
    float right{};
    float near{};
    float far{};
    [[nodiscard]] float width() const { return right - left; }
    [[nodiscard]] float depth() const { return far - near; }
};

Footprint footprint_of(const model::Mesh& mesh)
{
    Footprint print;
    for (const model::MeshVertex& vertex : mesh.vertices) {
        const Vec3 at = model_to_view({vertex.x, vertex.y, vertex.z});
        print.left = std::min(print.left, at.x);
        print.right = std::max(print.right, at.x);
        print.near = std::min(print.near, at.z);
        print.far = std::max(print.far, at.z);
    }
    return print;
}

/// Returns the origins of meshes that are placed in rows. The rows cover an approximately square area.
std::vector<Vec3> in_rows(const std::vector<Footprint>& prints)
{
    constexpr float apart = 2;
    float area = 0;
    float widest = 0;
    for (const Footprint& print : prints) {
        area += (print.width() + apart) * (print.depth() + apart);
        widest = std::max(widest, print.width());
    }
    const float row_width = std::max(widest, std::sqrt(area));
    std::vector<Vec3> places;
    float x = 0;
    float z = 0;
    float deepest = 0;
    for (const Footprint& print : prints) {
        if (x > 0 && x + print.width() > row_width) {
            x = 0;
            z += deepest + apart;
            deepest = 0;
        }
        places.push_back({x - print.left, 0, z - print.near});
        x += print.width() + apart;
        deepest = std::max(deepest, print.depth());
    }
    return places;
}

}  // namespace

Scene scene_of(const model::Rob& rob, std::string name, const GameFolder* game)
{
    Scene scene{.name = std::move(name)};
    scene.colours = art::grey_colours();
    std::vector<Footprint> prints;
    for (std::size_t i = 0; i < rob.segments.size(); ++i) {
        const model::Segment& segment = rob.segments[i];
        const std::string label(segment.name.view());
        SceneMesh mesh{label, {}};
        SceneMarker marker{.kind = Kind::model, .id = static_cast<std::uint32_t>(i), .name = label, .record = i};
        if (segment.model) {
            mesh.mesh = model::to_mesh(*segment.model);
        } else if (game != nullptr && segment.type == static_cast<std::uint16_t>(model::SegmentType::external)) {
            if (const auto model = load_model(*game, model_stem(label), ".3DC")) {
                mesh.mesh = model::to_mesh(*model);
            } else {
                scene.problems.push_back(describe(model.error()));
            }
        }
        prints.push_back(footprint_of(mesh.mesh));
        marker.drawn = !mesh.mesh.triangles.empty();
        scene.meshes.push_back(std::move(mesh));
        scene.markers.push_back(std::move(marker));
    }
    const std::vector<Vec3> places = in_rows(prints);
    for (std::size_t i = 0; i < places.size(); ++i) {
        scene.markers[i].position = places[i];
        if (scene.markers[i].drawn) {
            scene.instances.push_back({Kind::model, static_cast<std::uint32_t>(i), i, {.position = places[i]}});
        }
    }
    return scene;
}

Scene scene_of(const art::Terrain& terrain, std::string name)
{
    Scene scene{.name = std::move(name)};
    scene.colours = art::grey_colours();
    scene.meshes.push_back({"terrain", terrain_mesh(terrain)});
    scene.instances.push_back({Kind::terrain, 0, 0, {}});
    scene.markers.push_back({.kind = Kind::terrain, .name = "terrain", .drawn = true});
    return scene;
}

}  // namespace redforge::scene
