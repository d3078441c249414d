// Record types as classes of Python, for editors that complete names and for type checkers (PEP 484).
#pragma once

#include <span>
#include <string>

#include "core/format.hpp"

namespace redforge {

/// The text of records.pyi of the Python package: a class for each record type of the formats, with its fields and lists as
/// attributes and what is known of them as docstrings. The document of a format is called as its root: Map, TextureBank.
[[nodiscard]] std::string python_stub(std::span<const Format> formats);

}  // namespace redforge
