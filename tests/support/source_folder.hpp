// The folder of Redforge's sources, for tests that read files of it.
#pragma once

#include <filesystem>

namespace redforge::test {

/// Returns the top folder of the sources.
[[nodiscard]] std::filesystem::path source_folder();

}  // namespace redforge::test
