// What is known of the keys of the game's INI files: what their values mean and refer to.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/field.hpp"

namespace redforge::config {

/// What is known of a key's values.
struct KnownKey {
    std::string_view name;   ///< without the number in brackets, in small letters
    std::string_view label;  ///< empty: nothing is known
    std::string_view doc{};
    Target refers_to{Target::none};
};

/// How many there are. Number 0 stands for all other keys.
[[nodiscard]] std::size_t known_key_count();
[[nodiscard]] const KnownKey& known_key(std::size_t number);
/// The number of what is known of `world_map[12]`, in letters of either case.
[[nodiscard]] std::size_t number_of_known_key(std::string_view name);

}  // namespace redforge::config
