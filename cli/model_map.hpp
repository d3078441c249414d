// `model export` of a whole map.
#pragma once

#include <filesystem>
#include <string>

#include "rgm/map_fwd.hpp"
#include "verb.hpp"

namespace redforge::cli {

/// Writes a map with all that its game's folder has for it.
Exit export_map(const Arguments& arguments, const std::string& input, const rgm::Map& map,
                const std::filesystem::path& out);

}  // namespace redforge::cli
