// The map of a document, for what passes it on: get_if<rgm::Map>() without the records of maps.
#pragma once

#include <memory>

#include "edit/document.hpp"
#include "rgm/map.hpp"

namespace redforge::edit {

/// Null when the document is no map.
[[nodiscard]] const rgm::Map* map_of(const Document& document);

/// A copy that stays as it is when the document changes. Null when the document is no map.
[[nodiscard]] std::shared_ptr<const rgm::Map> copy_of_map(const Document& document);

}  // namespace redforge::edit
