// Stores the original model in an exported .glb, so that an import can restore it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

struct Polygons;

/// Returns the indices of the faces that can be drawn: at least three corners, and all vertices exist.
[[nodiscard]] std::vector<std::uint32_t> drawn_faces(const model::Model& model);

/// A model file in the two forms that a .glb stores. Both are empty if the model cannot be written or is too large.
struct OriginalFile {
    std::string text{};  ///< one word of base64, for `extras`, which not every program keeps
    Bytes picture{};     ///< a PNG (carrier.hpp)
};
[[nodiscard]] OriginalFile original_file(const model::Model& model);

/// Returns the model that OriginalFile::text or OriginalFile::picture contains. Returns nullopt if there is none.
[[nodiscard]] std::optional<model::Model> original_of(std::string_view text);
[[nodiscard]] std::optional<model::Model> original_of(ByteView picture);

/// Returns the original with its vertices moved to the positions of `polygons`. These must be all drawn faces in order,
/// with their numbers, textures and texture coordinates (take_numbered()). If positions differ only by rounding to
/// single precision and no shade changed, the result is the exact original. Otherwise, derived data is recomputed. Data
/// of v2 frames other than points cannot be recomputed; it is kept, and `notes` reports it. Returns nullopt if polygons
/// were added, removed or changed, or if the frames differ.
[[nodiscard]] std::optional<model::Model> take_original(const model::Model& original, const Polygons& polygons,
                                                        std::vector<std::string>& notes);

}  // namespace redforge::exchange
