// Which row of MPSZ an object names: the box of its mesh.
//
// An object with a mesh names a row (size_row); the row has the twelve numbers of the box in the header of the model's
// segment. Source: redguard-retail-facts 2 "MPOB", "MPSZ" [measured].
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
#include "edit/recorder.hpp"
#include "rgm/map.hpp"
#include "rgm/scene_records.hpp"
#include "scene/game_folder.hpp"

namespace redforge::check {

/// Whether an object has a mesh, and so needs a row.
[[nodiscard]] bool has_mesh(const rgm::Object& object);

/// The row that objects of the same mesh name; of several, the first that is there. `but`: objects that do not count,
/// ascending.
[[nodiscard]] std::optional<std::size_t> row_of_mesh(const rgm::Map& map, std::string_view model,
                                                     std::span<const std::size_t> but);

/// Whether the row that an object names is there, and is no other mesh's among the objects that count.
[[nodiscard]] bool row_fits(const rgm::Map& map, std::size_t object, std::span<const std::size_t> but);

/// The box of a model by its name, from an archive of the game.
using BoxOfModel = std::function<std::optional<rgm::Size>(std::string_view model)>;
/// From a game's folder, which must outlive it.
[[nodiscard]] BoxOfModel boxes_of(const scene::GameFolder& game);
/// The same for a folder that is read when a box is first asked for, and of models that are files of their own too; nothing
/// without a folder, or when it cannot be read.
[[nodiscard]] BoxOfModel boxes_in(std::filesystem::path game);

/// What a person should know of an object that was given no row.
struct SizeNote {
    std::string path;  ///< of the object
    std::string text;
    friend bool operator==(const SizeNote&, const SizeNote&) = default;
};

/// Which objects are given a row.
enum class SizeRows : std::uint8_t {
    of_new,          ///< those that the recorder has put into the map
    of_meshes_given  ///< those too whose mesh or model it has set, but not their row
};

/// Gives objects a row where they have a mesh, and new ones -1 where they have none and say
/// nothing: the row of other objects of the mesh, else a new one with the box of the model. Returns notes on those for
/// which there is neither.
[[nodiscard]] Result<std::vector<SizeNote>> give_size_rows(edit::Recorder& recorder, const rgm::Map& map,
                                                           const BoxOfModel& box_of, SizeRows which = SizeRows::of_new);

}  // namespace redforge::check
