// Known keys of the game's INI files: meanings and references of their values.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/field.hpp"

namespace redforge::config {

/// Metadata of a key's values.
struct KnownKey {
    std::string_view name;   ///< without the number in brackets, in small letters
    std::string_view label;  ///< empty if the key is not known
    std::string_view doc{};
    Target refers_to{Target::none};
};

/// Returns the number of known keys. Number 0 represents all other keys.
[[nodiscard]] std::size_t known_key_count();
[[nodiscard]] const KnownKey& known_key(std::size_t number);
/// Returns the index of the known key for `world_map[12]`, ignoring case.
[[nodiscard]] std::size_t number_of_known_key(std::string_view name);

}  // namespace redforge::config
