// Builds a model from polygons of other programs, with all data that the game needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "exchange/mesh/steps.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

struct Corner;
struct ImportOptions;
struct Polygons;

/// Limits of the number of corners of a face, and of the number of faces. Source: original models.
inline constexpr std::size_t min_corners = 3;
inline constexpr std::size_t max_corners = 19;
inline constexpr std::size_t max_faces = 16383;
/// Maximum number of frames of an imported model, including the base frame; originals have up to 207.
inline constexpr std::size_t max_frames = 1024;

/// Returns the version of the new model: the requested one, else `original` (the version of the exported model) if it
/// can be made, else the default. Errors: out_of_range (neither v4.0 nor v5.0, or v5.0 for several frames).
[[nodiscard]] Result<std::string> version_for(const ImportOptions& options, std::size_t frames,
                                              std::string_view original = {});

/// Builds a model. Faces without area are dropped and reported in `notes`. Positions that coincide in every frame
/// become one vertex, unless they were two vertices of the exported model. Numbered parts (numbers.hpp) keep their
/// order, slots and clusters. v5.0 gets slots (one for each normal of a vertex) and clusters. v4.0 with one frame gets
/// slots if a single normal for each vertex is not enough. v4.0 with several frames stores deltas if they fit (frame
/// type 2), else positions (type 4). Texture coordinates beyond 16 bits are shifted by whole textures, one face at a
/// time. Edges whose texture step is too large are divided (steps.hpp); coordinates that still do not fit are clamped
/// and reported in `notes`. Errors: out_of_range (corners, faces); malformed (no face).
[[nodiscard]] Result<model::Model> build_model(Polygons polygons, std::string_view version,
                                               std::vector<std::string>& notes,
                                               DivisionMode divided = DivisionMode::faces);

/// Returns how to divide faces: into triangles, if triangles must remain triangles.
[[nodiscard]] DivisionMode division_mode_for(const ImportOptions& options);

/// Returns true if the first three corners of a polygon give its normal. The game computes it from them.
[[nodiscard]] bool gives_normal(const std::vector<Corner>& corners, const std::vector<model::Vector>& positions);

/// Checks the number of faces, and the number of corners of each face.
[[nodiscard]] Status check_faces(const model::Model& model);

/// Converts a coordinate of the model to the game's form. Errors: out_of_range (does not fit in 32 bits).
[[nodiscard]] Result<std::int32_t> stored_coordinate(double drawn);

}  // namespace redforge::exchange
