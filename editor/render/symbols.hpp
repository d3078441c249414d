// Symbols for what a map has but no model shows: lights, sounds, markers, triggers, and all that lacks its model.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/mesh.hpp"
#include "render/camera.hpp"
#include "scene/scene.hpp"

namespace redforge::render {

/// Each has a shape and a colour of its own.
enum class Symbol : std::uint8_t {
    trigger,  ///< blue cube: an object without a model
    light,    ///< yellow octahedron: a light, or an object of the kinds light and light object
    sound,    ///< cyan horn: an object of the kinds audio and sound
    marker,   ///< magenta pin, its tip at the place
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

/// The symbols of all spots that are not drawn otherwise.
[[nodiscard]] std::vector<Mark> marks_of(const scene::Scene& scene);

/// Returns the symbol of a record, or nullopt if it is not drawn as a symbol.
[[nodiscard]] std::optional<Symbol> symbol_of(const scene::Scene& scene, const scene::RecordRef& record);

/// The symbol of an object without a model, by its kind.
[[nodiscard]] Symbol symbol_of_object(std::uint8_t object_type);

/// How large a symbol at a place is drawn, as the radius of a ball around it: 12 map units, more where that would be
/// too small to see.
[[nodiscard]] float symbol_radius(const Camera& camera, scene::Vec3 position);

/// Within a ball of radius 1 around the origin, in the axes of the viewport.
[[nodiscard]] model::Mesh symbol_mesh(Symbol symbol);
[[nodiscard]] scene::Vec3 symbol_colour(Symbol symbol);

}  // namespace redforge::render
