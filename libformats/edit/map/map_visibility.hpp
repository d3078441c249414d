// The visibility (PVO) next to a map: it is updated when the map is saved with other static objects.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/files/files.hpp"
#include "edit/document/document.hpp"
#include "rgm/map.hpp"

namespace redforge::edit {

/// Finds the PVO of a map, ignoring case. Returns nullopt if there is none.
[[nodiscard]] std::optional<std::filesystem::path> find_visibility(const std::filesystem::path& map);
/// Same as find_visibility(), for writers, which must not miss a PVO. Errors: io (the folder cannot be listed).
[[nodiscard]] Result<std::optional<std::filesystem::path>> find_visibility_checked(const std::filesystem::path& map);

/// Replaces a map file and updates the PVO next to it, as one step. Returns nullopt, without writing, if the document
/// is not a map, there is no PVO, or no static object has another number. A PVO that cannot be updated stays as it is,
/// with a note in Written::notes; also if there is no map file to compare with. `bytes`: those of the document. Errors:
/// those of reading and of write_files().
[[nodiscard]] std::optional<Result<Written>> save_with_visibility(const Document& document, const SharedBytes& bytes,
                                                                  const std::filesystem::path& path,
                                                                  const WriteOptions& options);

/// Returns the problems of the PVO next to a map file, as sentences. Returns none if it fits the map, or if there is no
/// PVO. Errors: those of reading the PVO.
[[nodiscard]] Result<std::vector<std::string>> problems_of_visibility(const rgm::Map& map,
                                                                      const std::filesystem::path& path);

}  // namespace redforge::edit
