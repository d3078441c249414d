// Exports and imports models as Wavefront OBJ, which has polygons and normals, but no frames.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "exchange/mesh/export.hpp"
#include "exchange/mesh/import.hpp"
#include "model/model.hpp"

namespace redforge::exchange {

/// First line of the files of write_obj(). Files without it are by other programs, which may have divided polygons.
inline constexpr std::string_view obj_mark = "# Redforge\n";

/// A side file of the .obj.
struct SideFile {
    std::string name{};
    Bytes content{};
};

struct ObjFiles {
    std::string obj{};
    std::vector<SideFile> side_files{};  ///< NAME.mtl, and NAME_D02044.png for each picture
};

/// Exports the base frame: all vertices in order, faces as polygons, and a normal for each slot. A group is named after
/// the shade of its faces ("shade_20"), and a material as in surface.hpp. Errors: out_of_range (no face that can be
/// drawn).
[[nodiscard]] Result<ObjFiles> write_obj(const model::Model& model, const ExportOptions& options = {});

/// Callback that reads a file that an .obj or its .mtl names. Fails if it does not exist.
using ReferencedFileReader = std::function<Result<Bytes>(const std::string& name)>;

/// Reads an .obj. Each polygon is a face; if another program wrote only triangles, they are joined (join.hpp). Each
/// `vn` is a normal that the corners of a vertex share. Texture coordinates are in units of the sizes of the PNGs that
/// the .mtl names, or else of unknown_side. Errors: malformed (with the line); out_of_range and unknown_name (data that
/// the game cannot store, a material whose name is not a texture); unsupported (more than a million elements of a
/// kind).
[[nodiscard]] Result<Imported> read_obj(std::string_view text, const ImportOptions& options = {},
                                        const ReferencedFileReader& read_side_file = {});

}  // namespace redforge::exchange
