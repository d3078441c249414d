// The visibility that lies beside a map's file: it follows when the map is saved with other statics.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/files.hpp"
#include "edit/document.hpp"
#include "rgm/map.hpp"

namespace redforge::edit {

/// The PVO of a map, in letters of either case; nothing when there is none.
[[nodiscard]] std::optional<std::filesystem::path> find_visibility(const std::filesystem::path& map);

/// Writes a map over one that is there, and the visibility beside it so that it fits, as one step. Nothing, and nothing is
/// done, where there is no map to replace, no visibility, or no static of the map changed its number. `document` is left
/// as it is. A visibility that cannot follow stays, which Written::notes says. Errors: those of write_files().
[[nodiscard]] std::optional<Result<Written>>
save_with_visibility(const Document& document, const std::filesystem::path& path, const WriteOptions& options);

/// What tells that the visibility beside a map's file does not fit the map, in sentences; none when it fits or is not there.
/// Errors: those of reading it.
[[nodiscard]] Result<std::vector<std::string>> problems_of_visibility(const rgm::Map& map,
                                                                      const std::filesystem::path& path);

}  // namespace redforge::edit
