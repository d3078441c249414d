// Values of map records that a scene can change. An exported scene stores them, so that the import can tell changes of
// the scene from changes of the map after the export.
#pragma once

#include <string>
#include <string_view>

#include "model/mesh.hpp"
#include "rgm/map.hpp"
#include "scene/scene.hpp"

namespace redforge::exchange {

/// Calls `take` with the list of records of a kind. The kind must be one of map records.
template <class Map, class Take>
auto with_list(Map& map, scene::Kind kind, const Take& take)
{
    switch (kind) {
    case scene::Kind::object: return take(map.objects.records);
    case scene::Kind::static_object: return take(map.statics.records);
    case scene::Kind::rope: return take(map.ropes.records);
    case scene::Kind::flat: return take(map.flats.records);
    case scene::Kind::light: return take(map.lights.records);
    default: return take(map.markers.records);
    }
}

/// Returns the position of a record, and its angles, matrix, or radius, intensity and colour: "100 -20 3 0 512 0".
[[nodiscard]] std::string exported_values(const rgm::Map& map, scene::RecordRef record);
/// Sets these values of a record. Returns false, without changes, if the text is not one of exported_values().
bool set_exported_values(rgm::Map& map, scene::RecordRef record, std::string_view text);

/// Returns a short text that identifies the ids of all records of a kind.
[[nodiscard]] std::string ids_fingerprint(const scene::Scene& scene, scene::Kind kind);
/// Returns a short text that identifies the vertices of a terrain.
[[nodiscard]] std::string terrain_fingerprint(const model::Mesh& mesh);

}  // namespace redforge::exchange
