// A model from polygons of other programs: what the game can hold, with everything that it wants to know of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "art/palette.hpp"
#include "core/error.hpp"
#include "exchange/textures.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

/// Corners of a face and number of faces, as original models have them.
inline constexpr std::size_t least_corners = 3;
inline constexpr std::size_t most_corners = 19;
inline constexpr std::size_t most_faces = 16383;
/// Frames of an imported model, with the base frame; originals have up to 207.
inline constexpr std::size_t most_frames = 1024;

struct ImportOptions {
    std::optional<std::string> version{};  ///< "v4.0" or "v5.0"; otherwise v4.0 for more than one frame, else v5.0
    std::vector<art::Colour> palette{};    ///< to match plain colours of materials to; empty: materials need names
    bool keep_triangles{};                 ///< each triangle a face; otherwise they are joined, see join.hpp
};

struct Imported {
    model::Model model{};
    std::string name{};
    bool original{};                   ///< the numbers are those of the exported model
    std::vector<std::string> notes{};  ///< what was left out, for a person
};

/// In place of a smoothing number: the corner is as flat as its face.
inline constexpr std::uint32_t flat = 0xFFFFFFFF;

/// A corner of a polygon.
struct Corner {
    std::uint32_t vertex{};  ///< index in Polygons::positions
    std::uint32_t smooth{};  ///< corners of a vertex with equal numbers share a normal, or `flat`
    double u{};              ///< texels
    double v{};              ///< texels, from the top
};

struct Polygon {
    model::Texture texture{};
    std::uint8_t shade{};
    double width{unknown_side};  ///< of the texture, texels
    double height{unknown_side};
    std::vector<Corner> corners{};
};

/// Polygons as another program has them.
struct Polygons {
    std::vector<model::Vector> positions{};            ///< of the base frame, 1/256 unit
    std::vector<std::vector<model::Vector>> frames{};  ///< of the later frames, as many positions each
    std::vector<Polygon> faces{};
};

/// The version that a model gets. Errors: out_of_range (neither v4.0 nor v5.0, or v5.0 for several frames).
[[nodiscard]] Result<std::string> version_for(const ImportOptions& options, std::size_t frames,
                                              std::string_view original = {});

/// Faces without area are left out and told in `notes`; vertices of the same place in every frame become one.
/// v5.0 gets slots (one for each normal of a vertex) and clusters; v4.0 of one frame gets slots when one
/// normal a vertex does not say all; v4.0 of several frames gets deltas where they fit (frame type 2), else positions
/// (type 4). Texture coordinates beyond 16 bits are moved by whole textures, a face at a time.
/// Errors: out_of_range (corners, faces, texture steps above 16 bits); malformed (no face).
[[nodiscard]] Result<model::Model> build_model(const Polygons& polygons, std::string_view version,
                                               std::vector<std::string>& notes);

/// What keeps faces from being held: none, too many, or one of too few or too many corners.
[[nodiscard]] Status check_faces(const model::Model& model);

/// A coordinate of a picture of the model as the game stores it. Errors: out_of_range (not in 32 bits).
[[nodiscard]] Result<std::int32_t> stored_coordinate(double drawn);

}  // namespace redforge::exchange
