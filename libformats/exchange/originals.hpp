// What an exported .glb keeps of a model beside its triangles, so that it can be taken back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/model_fwd.hpp"

namespace redforge::exchange {

struct Polygons;

/// Indices of the faces that can be drawn: at least three corners, all on vertices that exist.
[[nodiscard]] std::vector<std::uint32_t> drawn_faces(const model::Model& model);

/// The model's file as one word of base64, which programs carry along as they find it. Empty when it can't be written,
/// or is larger than programs should find in a JSON text.
[[nodiscard]] std::string original_text(const model::Model& model);

/// The model of such a word; nothing when it is none.
[[nodiscard]] std::optional<model::Model> original_of(std::string_view text);

/// The original with its vertices where `polygons` have them, when these are all its drawn faces, one after the other
/// and with their numbers, textures and texture coordinates (take_numbered()). If nothing has moved by more than single
/// precision does, and no shade was changed, it is the original as it was; otherwise what follows from its geometry is
/// computed anew. Nothing when polygons were added, removed or changed, or frames are others; or when those of a v2
/// model have moved, which have data of their own that nobody can compute.
[[nodiscard]] std::optional<model::Model> take_original(const model::Model& original, const Polygons& polygons);

}  // namespace redforge::exchange
