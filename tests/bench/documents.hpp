// Generated maps for the benchmarks, in the proportions of a large map.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "rgm/map.hpp"

namespace redforge::bench {

/// Returns a map of `scale` small towns, each with 6 actors with scripts, strings and animations, 40 objects, 120
/// statics, 12 lights, 8 flats, 6 markers, 4 sizes and a walk map; about 60 KB as a file.
[[nodiscard]] rgm::Map town(std::size_t scale);

[[nodiscard]] std::string to_xml(const rgm::Map& map);

/// Writes an RTX in the proportions of the game's, about 185 MB. Returns its size.
std::size_t write_dialogue(const std::filesystem::path& path);

}  // namespace redforge::bench
