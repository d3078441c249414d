// Finds the map of a document.
#include "edit/map/map_of.hpp"

#include "rgm/map.hpp"

namespace redforge::edit {

const rgm::Map* map_of(const Document& document)
{
    return get_if<rgm::Map>(document);
}

std::shared_ptr<const rgm::Map> copy_of_map(const Document& document)
{
    const rgm::Map* map = map_of(document);
    return map == nullptr ? nullptr : std::make_shared<const rgm::Map>(*map);
}

}  // namespace redforge::edit
