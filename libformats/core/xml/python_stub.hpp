// Record types as Python classes, for completion in editors and for type checkers (PEP 484).
#pragma once

#include <span>
#include <string>

#include "core/format.hpp"

namespace redforge {

/// Returns the text of records.pyi of the Python package: a class for each record type of the formats, with typed
/// attributes for fields and lists, and their documentation as docstrings. A format's document is named after its root:
/// Map, TextureBank.
[[nodiscard]] std::string python_stub(std::span<const Format> formats);

}  // namespace redforge
