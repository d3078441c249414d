// An object found by who need not know objects.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "rgm/counted.hpp"
#include "rgm/object.hpp"

namespace redforge::rgm {

/// The first object that has the script of this name, in whatever letters; none for an empty name.
[[nodiscard]] std::optional<std::size_t> first_object_of(const Counted<Object>& section, std::string_view script_name);

}  // namespace redforge::rgm
