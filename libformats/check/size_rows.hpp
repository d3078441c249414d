// Rows of MPSZ: the bounding boxes of meshes, which objects refer to.
//
// The field size_row of an object with a mesh is the index of a row. The row has the twelve numbers of the box that the
// header of the model's segment has. Source: reference sheet "retail facts", 2, "MPOB" and "MPSZ" [measured].
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "edit/operation/recorder.hpp"
#include "rgm/map.hpp"
#include "rgm/scene_records.hpp"
#include "scene/game_folder.hpp"

namespace redforge::check {

/// Returns true if an object has a mesh, and therefore needs a row.
[[nodiscard]] bool has_mesh(const rgm::Object& object);

/// Returns the row of the first object that has the same mesh and a valid row. Returns nullopt if there is none.
/// `excluded`: indices of objects to skip, ascending.
[[nodiscard]] std::optional<std::size_t> find_mesh_row(const rgm::Map& map, std::string_view model,
                                                       std::span<const std::size_t> excluded);

/// Returns true if an object's row exists, and another object of the same mesh uses it or no object of another mesh
/// does. `excluded`: indices of objects that do not count as users, ascending.
[[nodiscard]] bool has_valid_size_row(const rgm::Map& map, std::size_t object, std::span<const std::size_t> excluded);

/// Returns the box of a model by its name, or nullopt if the model is not found.
using ModelSizeLookup = std::function<std::optional<rgm::Size>(std::string_view model)>;
/// Returns a lookup in the archives of a game folder, which must outlive the lookup.
[[nodiscard]] ModelSizeLookup make_model_size_lookup(const scene::GameFolder& game);
/// Returns a lookup in the archives and model files of a game folder, which it reads at the first call. The lookup
/// returns nullopt for every model if `game` is empty or cannot be read.
[[nodiscard]] ModelSizeLookup make_lazy_model_size_lookup(std::filesystem::path game);

/// A note for the user about an object that has a mesh and no valid row.
struct SizeNote {
    std::string path;  ///< path of the object
    std::string text;
    friend bool operator==(const SizeNote&, const SizeNote&) = default;
};

/// Objects whose row assign_size_rows() sets.
enum class SizeRows : std::uint8_t {
    inserted_objects,      ///< objects that the recorder has inserted
    new_or_changed_meshes  ///< also objects whose mesh or model the recorder has set, if it has not set their row
};

/// Sets the row of new or changed objects with a mesh: the row of other objects with this mesh, or else a new row with
/// the box of the model. A new object without a mesh whose row is 0 gets -1. Returns a note for each object whose box
/// is not known. Errors: those of the edits.
[[nodiscard]] Result<std::vector<SizeNote>> assign_size_rows(edit::Recorder& recorder, const rgm::Map& map,
                                                             const ModelSizeLookup& box_of,
                                                             SizeRows which = SizeRows::inserted_objects);

}  // namespace redforge::check
