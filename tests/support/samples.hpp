// The folder of sample files, which is not part of the project: tests that read it say so when it is not there.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"

namespace redforge::test {

/// The folder that REDFORGE_SAMPLES names. When there is none, prints that `test` was skipped and why, and is empty.
[[nodiscard]] std::filesystem::path samples_or_skip(std::string_view test);

[[nodiscard]] Bytes read_file(const std::filesystem::path& path);

/// All .RGM files below a folder, in order of their names.
[[nodiscard]] std::vector<std::filesystem::path> maps_below(const std::filesystem::path& folder);

}  // namespace redforge::test
