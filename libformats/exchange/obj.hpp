// Models to and from Wavefront OBJ, which has polygons and normals, but no frames.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "exchange/export.hpp"
#include "exchange/import.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

/// The first line of what write_obj() makes. Other programs leave it out, and may have divided the polygons.
inline constexpr std::string_view obj_mark = "# Redforge\n";

/// A file that belongs beside the .obj.
struct SideFile {
    std::string name{};
    Bytes content{};
};

struct ObjFiles {
    std::string obj{};
    std::vector<SideFile> beside{};  ///< NAME.mtl, and NAME_D02044.png for each picture
};

/// The base frame: all its vertices in order, its faces as polygons, a normal for each slot. A group is named by the
/// shade of its faces ("shade_20"), a material by surface.hpp.
/// Errors: out_of_range (no face that can be drawn).
[[nodiscard]] Result<ObjFiles> write_obj(const model::Model& model, const ExportOptions& options = {});

/// Reads a file that an .obj or its .mtl names; it fails when there is none.
using BesideReader = std::function<Result<Bytes>(const std::string& name)>;

/// Reads an .obj: each polygon a face, or, where another program wrote nothing but triangles, these joined (join.hpp); each `vn` a normal that the corners of a vertex share. Sides of pictures, which
/// texture coordinates are measured by, come from the PNGs that the .mtl names; without one they are unknown_side.
/// Errors: malformed (with the line); out_of_range and unknown_name (what the game cannot hold, materials without a
/// name that says the texture); unsupported (more than a million of anything).
[[nodiscard]] Result<Imported> read_obj(std::string_view text, const ImportOptions& options = {},
                                        const BesideReader& beside = {});

}  // namespace redforge::exchange
