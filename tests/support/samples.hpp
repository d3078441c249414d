// The folder of sample files, which is not part of the project. Tests that need it are skipped without it.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"

namespace redforge::test {

/// Returns the folder in REDFORGE_SAMPLES. If there is none, reports `test` as skipped and returns an empty path.
[[nodiscard]] std::filesystem::path samples_or_skip(std::string_view test);

[[nodiscard]] Bytes read_file(const std::filesystem::path& path);

/// Returns all .RGM files below a folder, sorted by name.
[[nodiscard]] std::vector<std::filesystem::path> maps_below(const std::filesystem::path& folder);

}  // namespace redforge::test
