// The shapes and sizes of symbols.
#include "render/scene/symbols.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace redforge::render {
namespace {

using scene::Kind;
using scene::Vec3;

constexpr float min_radius = 12 / scene::units_per_view;
constexpr float min_share = 0.022F;  ///< minimum radius, as a share of half the picture's height

/// Adds a flat face. Corners are counter-clockwise, seen from outside.
void add_face(model::Mesh& mesh, std::span<const Vec3> corners)
{
    const Vec3 across = cross(corners[1] - corners[0], corners[2] - corners[1]);
    const Vec3 normal = across * (1 / std::sqrt(dot(across, across)));
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const Vec3& at : corners) {
        mesh.vertices.push_back({at.x, at.y, at.z, normal.x, normal.y, normal.z, 0, 0});
    }
    for (std::uint32_t i = 2; i < corners.size(); ++i) {
        mesh.triangles.push_back({first, first + i - 1, first + i, 0, 0});
    }
}

model::Mesh box(Vec3 half)
{
    model::Mesh mesh;
    constexpr std::array<std::array<unsigned, 4>, 6> faces{
        {{1, 3, 7, 5}, {0, 4, 6, 2}, {2, 6, 7, 3}, {0, 1, 5, 4}, {4, 5, 7, 6}, {0, 2, 3, 1}}};
    for (const std::array<unsigned, 4>& face : faces) {
        std::array<Vec3, 4> corners;
        std::ranges::transform(face, corners.begin(), [&](unsigned corner) {
            return Vec3{(corner & 1) != 0 ? half.x : -half.x, (corner & 2) != 0 ? half.y : -half.y,
                        (corner & 4) != 0 ? half.z : -half.z};
        });
        add_face(mesh, corners);
    }
    return mesh;
}

/// Returns two pyramids on a common square base at height `middle`: tips at `top` and `bottom`, base corners at
/// `along_x`, `along_z`.
model::Mesh bipyramid(float top, float middle, float bottom, float along_x, float along_z)
{
    const std::array<Vec3, 4> square{
        {{along_x, middle, 0}, {0, middle, along_z}, {-along_x, middle, 0}, {0, middle, -along_z}}};
    model::Mesh mesh;
    for (std::size_t i = 0; i < square.size(); ++i) {
        const Vec3 a = square[i];
        const Vec3 b = square[(i + 1) % square.size()];
        add_face(mesh, std::array<Vec3, 3>{b, a, Vec3{0, top, 0}});
        add_face(mesh, std::array<Vec3, 3>{a, b, Vec3{0, bottom, 0}});
    }
    return mesh;
}

/// Returns a mesh that is narrow in the centre and wide at both ends of X.
model::Mesh hourglass()
{
    model::Mesh mesh;
    for (const float side : {1.0F, -1.0F}) {
        const std::array<Vec3, 4> mouth{{{side * 0.7F, 0.6F, side * 0.6F},
                                         {side * 0.7F, -0.6F, side * 0.6F},
                                         {side * 0.7F, -0.6F, side * -0.6F},
                                         {side * 0.7F, 0.6F, side * -0.6F}}};
        add_face(mesh, mouth);
        for (std::size_t i = 0; i < mouth.size(); ++i) {
            add_face(mesh, std::array<Vec3, 3>{mouth[(i + 1) % mouth.size()], mouth[i], Vec3{}});
        }
    }
    return mesh;
}

Symbol symbol_of(const scene::SceneMarker& scene_marker)
{
    switch (scene_marker.kind) {
    case Kind::light: return Symbol::light;
    case Kind::marker: return Symbol::marker;
    case Kind::flat: return Symbol::flat;
    case Kind::rope: return Symbol::rope;
    case Kind::object: break;
    default: return Symbol::missing;
    }
    return symbol_of_object(scene_marker.object_type);
}

}  // namespace

Symbol symbol_of_object(std::uint8_t object_type)
{
    switch (object_type) {  // see rgm::Object::object_type
    case 2:
    case 5: return Symbol::sound;
    case 4:
    case 6: return Symbol::light;
    default: return Symbol::trigger;
    }
}

std::vector<Mark> marks_of(const scene::Scene& scene)
{
    std::vector<Mark> marks;
    for (std::size_t i = 0; i < scene.markers.size(); ++i) {
        if (!scene.markers[i].drawn) {
            marks.push_back({symbol_of(scene.markers[i]), i, scene.markers[i].position});
        }
    }
    return marks;
}

std::optional<Symbol> symbol_of(const scene::Scene& scene, const scene::RecordRef& record)
{
    const auto scene_marker = std::ranges::find_if(scene.markers, [&](const scene::SceneMarker& each) {
        return each.kind == record.first && each.record == record.second;
    });
    return scene_marker == scene.markers.end() || scene_marker->drawn ? std::nullopt
                                                                      : std::optional(symbol_of(*scene_marker));
}

float symbol_radius(const Camera& camera, Vec3 position)
{
    return std::max(min_radius, min_share * camera.half_height_at(position));
}

model::Mesh symbol_mesh(Symbol symbol)
{
    switch (symbol) {
    case Symbol::trigger: return box({0.57F, 0.57F, 0.57F});
    case Symbol::light: return bipyramid(1, 0, -1, 1, 1);
    case Symbol::sound: return hourglass();
    case Symbol::marker: return bipyramid(1, 0.7F, 0, 0.5F, 0.5F);
    case Symbol::missing: return box({0.7F, 0.2F, 0.7F});
    case Symbol::flat: return bipyramid(1, 0, -1, 0.6F, 0.2F);
    case Symbol::rope: return box({0.16F, 0.95F, 0.16F});
    }
    return {};
}

Vec3 symbol_colour(Symbol symbol)
{
    constexpr std::array<Vec3, symbol_count> colours{{{0.2F, 0.4F, 1},
                                                      {1, 0.95F, 0.2F},
                                                      {0.1F, 0.85F, 0.95F},
                                                      {0.95F, 0.2F, 0.85F},
                                                      {0.7F, 0.7F, 0.72F},
                                                      {0.3F, 0.85F, 0.3F},
                                                      {0.6F, 0.4F, 0.2F}}};
    return colours[static_cast<std::size_t>(symbol)];
}

}  // namespace redforge::render
