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

/// Returns the model in such a text or picture, or nullopt if there is none.
[[nodiscard]] std::optional<model::Model> original_of(std::string_view text);
[[nodiscard]] std::optional<model::Model> original_of(ByteView picture);

/// Returns the original with its vertices moved to the positions of `polygons`. These must be all drawn faces in order,
/// with their numbers, textures and texture coordinates (take_numbered()). If no movement exceeds single precision and
/// no shade changed, the result is the exact original. Otherwise, derived data is recomputed; data of v2 frames other
/// than points cannot be recomputed and stays, which `notes` report. Returns nullopt if polygons were added, removed or
/// changed, or if the frames differ.
[[nodiscard]] std::optional<model::Model> take_original(const model::Model& original, const Polygons& polygons,
                                                        std::vector<std::string>& notes);

}  // namespace redforge::exchange
