// Object lookup, for code that does not include the object records.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "rgm/counted.hpp"
#include "rgm/object.hpp"

namespace redforge::rgm {

/// Returns the first object with this script name, ignoring case. Returns nullopt for an empty name.
[[nodiscard]] std::optional<std::size_t> first_object_of(const Counted<Object>& section, std::string_view script_name);

}  // namespace redforge::rgm
