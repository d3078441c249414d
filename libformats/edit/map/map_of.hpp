// Access to the map of a document for code that does not include the records of maps.
#pragma once

#include <memory>

#include "edit/document/document.hpp"
#include "rgm/map.hpp"

namespace redforge::edit {

/// Returns the document as a map. Returns null if it is not a map.
[[nodiscard]] const rgm::Map* map_of(const Document& document);

/// Returns a copy of the map, which does not change with the document. Returns null if the document is not a map.
[[nodiscard]] std::shared_ptr<const rgm::Map> copy_of_map(const Document& document);

}  // namespace redforge::edit
