// What an exported .glb keeps of a model beside its triangles, so that it can be taken back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

struct Polygons;

/// Indices of the faces that can be drawn: at least three corners, all on vertices that exist.
[[nodiscard]] std::vector<std::uint32_t> drawn_faces(const model::Model& model);

/// A model's file in the two ways that a .glb holds it; both are empty when it can't be written or is too large.
struct OriginalFile {
    std::string text{};  ///< one word of base64, for `extras`, which not every program keeps
    Bytes picture{};     ///< a PNG (carrier.hpp)
};
[[nodiscard]] OriginalFile original_file(const model::Model& model);

/// The model of such a word or picture; nothing when it is none.
[[nodiscard]] std::optional<model::Model> original_of(std::string_view text);
[[nodiscard]] std::optional<model::Model> original_of(ByteView picture);

/// The original with its vertices where `polygons` have them, when these are all its drawn faces, one after the other
/// and with their numbers, textures and texture coordinates (take_numbered()). If nothing has moved by more than single
/// precision does, and no shade was changed, it is the original as it was; otherwise what follows from its geometry is
/// computed anew; what the frames of a v2 model have beside their points cannot be, and stays as it was, which `notes`
/// say. Nothing when polygons were added, removed or changed, or frames are others.
[[nodiscard]] std::optional<model::Model> take_original(const model::Model& original, const Polygons& polygons,
                                                        std::vector<std::string>& notes);

}  // namespace redforge::exchange
