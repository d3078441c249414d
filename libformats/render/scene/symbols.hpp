// Symbols for records without a model: lights, sounds, markers, triggers, and records with a missing model.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/mesh.hpp"
#include "render/camera/camera.hpp"
#include "scene/scene.hpp"

namespace redforge::render {

/// Kind of a symbol. Each has its own shape and colour.
enum class Symbol : std::uint8_t {
    trigger,  ///< blue cube: an object without a model
    light,    ///< octahedron: a light, in its own colour; or an object of the kinds light and light object, in yellow
    sound,    ///< cyan horn: an object of the kinds audio and sound
    marker,   ///< magenta pin with its tip at the position
    missing,  ///< grey slab: a static without its model
    flat,     ///< green lozenge: a flat without its image
    rope,     ///< brown post: a rope without its models
};
inline constexpr std::size_t symbol_count = 7;

/// A symbol in a scene.
struct Mark {
    Symbol symbol{};
    std::size_t scene_marker{};  ///< index in Scene::markers
    scene::Vec3 position{};
};

/// Returns the symbols of all markers that are not drawn with a model.
[[nodiscard]] std::vector<Mark> marks_of(const scene::Scene& scene);

/// Returns the symbol of a record, or nullopt if it is not drawn as a symbol.
[[nodiscard]] std::optional<Symbol> symbol_of(const scene::Scene& scene, const scene::RecordRef& record);

/// Returns the symbol of an object without a model, by its object type.
[[nodiscard]] Symbol symbol_of_object(std::uint8_t object_type);

/// Returns the radius of the sphere around a symbol, in viewport units: 12 map units, or more if that would be
/// too small to see.
[[nodiscard]] float symbol_radius(const Camera& camera, scene::Vec3 position);

/// Returns the mesh of a symbol, within a sphere of radius 1 around the origin, in viewport axes.
[[nodiscard]] model::Mesh symbol_mesh(Symbol symbol);
[[nodiscard]] scene::Vec3 symbol_colour(Symbol symbol);

}  // namespace redforge::render
